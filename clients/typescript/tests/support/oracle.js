// The rules of docs/rules.md, read line by line, for layouts of any direction; each by a look at everything.

/** The positions of pinning elements for the bounds: `{ element, frame, pinned }`, those that overlap the bounds. */
export function specialAt(layout, bounds, inset) {
  const { scrollDirection, layoutDirection, contentSize, globalHeaders, sections } = layout;
  const axis = axes(scrollDirection, layoutDirection, contentSize);
  const seen = axis.seen(bounds);
  const [leadingInset, trailingInset] = axis.insets(inset);
  const E = seen.lead + leadingInset;
  const B = seen.lead + seen.extent - trailingInset;
  const placed = [];
  const put = (element, lead) => {
    const rest = axis.seen(element.frame);
    const frame = Math.abs(lead - rest.lead) === 0 ? { ...element.frame } : axis.moved(element.frame, lead);
    placed.push({ element, frame, pinned: Math.abs(lead - rest.lead) > 0.001 });
  };
  let low = E;
  for (const element of globalHeaders) {
    const { lead, extent } = axis.seen(element.frame);
    if (lead < low) {
      put(element, low);
      low += extent;
    } else put(element, lead);
  }
  for (const section of sections) {
    const { minimum, maximum } = axis.span(section);
    const headers = section.elements.filter(({ kind }) => kind === 'header');
    const footers = section.elements.filter(({ kind }) => kind === 'footer');
    const extents = (elements) => elements.reduce((sum, { frame }) => sum + axis.seen(frame).extent, 0);
    headers.forEach((element, i) => {
      const rest = axis.seen(element.frame).lead;
      put(element, Math.max(rest, Math.min(low + extents(headers.slice(0, i)), maximum - extents(headers.slice(i)))));
    });
    footers.forEach((element, i) => {
      const rest = axis.seen(element.frame).lead;
      const least = minimum + axis.headersExtent(section) + extents(footers.slice(0, i));
      put(element, Math.min(rest, Math.max(B - extents(footers.slice(i)), least)));
    });
  }
  return placed.filter(({ frame }) => isIn(frame, bounds));
}

/** docs/rules.md#overlap. */
export function isIn(frame, { x, y, width, height }) {
  return frame.width > 0 && frame.height > 0
    && frame.x < x + width && x < frame.x + frame.width && frame.y < y + height && y < frame.y + frame.height;
}

function axes(scrollDirection, layoutDirection, contentSize) {
  if (scrollDirection === 'vertical') {
    return {
      seen: (rect) => ({ lead: rect.y, extent: rect.height }),
      moved: (rect, lead) => ({ ...rect, y: lead }),
      span: (section) => ({ minimum: section.minY, maximum: section.maxY }),
      headersExtent: (section) => section.headersHeight,
      insets: (inset) => [inset.top, inset.bottom],
    };
  }
  const horizontal = {
    seen: (rect) => ({ lead: rect.x, extent: rect.width }),
    moved: (rect, lead) => ({ ...rect, x: lead }),
    span: (section) => ({ minimum: section.minX, maximum: section.maxX }),
    headersExtent: (section) => section.headersWidth,
    insets: (inset) => [inset.left, inset.right],
  };
  if (layoutDirection === 'ltr') return horizontal;
  const whole = contentSize.width;
  return {
    ...horizontal,
    seen: (rect) => ({ lead: whole - (rect.x + rect.width), extent: rect.width }),
    moved: (rect, lead) => ({ ...rect, x: whole - lead - rect.width }),
    span: (section) => ({ minimum: whole - section.maxX, maximum: whole - section.minX }),
    insets: (inset) => [inset.right, inset.left],
  };
}
