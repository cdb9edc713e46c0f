// The rules of docs/rules.md, read line by line, for layouts of any direction; each by a look at everything.

/** The positions of special elements for the bounds: `{ element, frame, pinned }`, those that overlap the bounds. */
export function specialAt(layout, bounds, inset) {
  const { scrollDirection, layoutDirection, contentSize, globalHeaders, globalHeaderBackground, sections } = layout;
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
  let high = E;
  const leads = new Map();
  for (const element of globalHeaders.filter(({ waits }) => !waits)) {
    const { lead, extent } = axis.seen(element.frame);
    leads.set(element, Math.max(lead, low));
    if (lead < low) low += extent;
  }
  for (const element of globalHeaders.filter(({ waits }) => waits).reverse()) {
    const { lead, extent } = axis.seen(element.frame);
    leads.set(element, lead + extent < high ? high - extent : lead);
    high = Math.min(high, leads.get(element));
  }
  for (const element of globalHeaders) put(element, leads.get(element));
  if (globalHeaderBackground) {
    const { color, end } = globalHeaderBackground;
    const ends = globalHeaders.map((element) => leads.get(element) + axis.seen(element.frame).extent);
    const extent = Math.max(end, ...ends) - seen.lead;
    const element = { category: 'decoration', kind: 'globalHeaderBackground', index: 0, color, zIndex: 9001 };
    placed.unshift({ element, frame: axis.stretch(seen.lead, extent, contentSize), pinned: undefined });
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
      stretch: (lead, extent, { width }) => ({ x: 0, y: lead, width, height: extent }),
      span: (section) => ({ minimum: section.minY, maximum: section.maxY }),
      headersExtent: (section) => section.headersHeight,
      insets: (inset) => [inset.top, inset.bottom],
    };
  }
  const horizontal = {
    seen: (rect) => ({ lead: rect.x, extent: rect.width }),
    moved: (rect, lead) => ({ ...rect, x: lead }),
    stretch: (lead, extent, { height }) => ({ x: lead, y: 0, width: extent, height }),
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
    stretch: (lead, extent, { height }) => ({ x: whole - lead - extent, y: 0, width: extent, height }),
    span: (section) => ({ minimum: whole - section.maxX, maximum: whole - section.minX }),
    insets: (inset) => [inset.right, inset.left],
  };
}
