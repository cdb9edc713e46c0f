/**
 * A layout such as a service answers, without any engine: sections one after the other, headers and footers that pin, wait
 * or rest, cells anywhere between them, tall ones too.
 */
export function randomLayout(random, scrollDirection, layoutDirection) {
  const container = random.extent(100, 500);
  const flat = { elements: [], globalHeaders: [], sections: [] };
  let end = 0;
  let globalCount = 0;
  const hasBackground = random.chance(0.4);
  for (let index = 0; index < random.pick([0, 0, 1, 2, 4]); index += 1) {
    const extent = random.extent(1, 80);
    const way = random.pick(['pins', 'pins', 'waits', 'waits', 'rests']);
    const isSpecial = way !== 'rests';
    const zIndex = isSpecial || hasBackground ? 10_000 - globalCount : 1000;
    const element = supplementary('globalHeader', undefined, index, end, extent, container, zIndex);
    if (isSpecial || hasBackground) globalCount += 1;
    if (isSpecial) flat.globalHeaders.push({ ...element, pinned: false, ...(way === 'waits' ? { waits: true } : {}) });
    else flat.elements.push(element);
    end += extent;
    if (hasBackground) {
      const restingEnd = isSpecial ? flat.globalHeaderBackground?.end ?? 0 : end;
      flat.globalHeaderBackground = { color: 'white', end: restingEnd };
    }
  }
  for (let section = 0; section < random.whole(0, 12); section += 1) end = addSection(random, flat, section, end, container);
  return turned(flat, scrollDirection, layoutDirection, container, end);
}

function addSection(random, flat, section, start, container) {
  const record = { section, minimum: start, elements: [] };
  let end = start;
  const stack = (kind, zIndex) => {
    let count = 0;
    for (let index = 0; index < random.pick([0, 1, 1, 2, 3]); index += 1) {
      const extent = random.extent(1, 60);
      const pins = random.chance(0.7);
      const element = supplementary(kind, section, index, end, extent, container, pins ? zIndex - count : 1000);
      if (pins) count += 1;
      if (pins) record.elements.push({ ...element, pinned: false, ...(random.chance(0.3) ? { backgroundColor: '#eee' } : {}) });
      else flat.elements.push(element);
      end += extent;
    }
  };
  stack('header', 9000);
  record.headersExtent = end - start;
  const body = random.chance(0.15) ? 0 : random.extent(1, 1500);
  const cells = body === 0 ? 0 : random.whole(0, 60);
  for (let item = 0; item < cells; item += 1) {
    const extent = random.chance(0.05) ? body : random.extent(0.5, Math.min(body, 120));
    const cell = {
      category: 'cell', section, item,
      frame: { x: random.extent(0, container / 2), y: end + random.next() * (body - extent), width: random.extent(1, container / 2), height: extent },
    };
    if (random.chance(0.5)) cell.columnIndex = random.whole(0, 5);
    if (random.chance(0.5)) cell.backgroundColor = random.pick(['#fff', 'red', 'null']);
    if (random.chance(0.2)) cell.padding = { top: random.whole(0, 2), left: 0, bottom: 0, right: 1 };
    flat.elements.push(cell);
  }
  end += body;
  stack('footer', 8000);
  if (cells > 0 && random.chance(0.5)) {
    flat.elements.push({
      category: 'decoration', kind: 'sectionSeparator', section, index: 0,
      frame: { x: 0, y: start, width: container, height: 0.5 }, zIndex: 100, color: 'gray',
    });
  }
  record.maximum = end;
  if (end > start) flat.sections.push(record);
  return end;
}

function supplementary(kind, section, index, start, extent, container, zIndex) {
  return {
    category: 'supplementary', kind, ...(section === undefined ? {} : { section }), index,
    frame: { x: 0, y: start, width: container, height: extent }, zIndex,
  };
}

/** The same in the coordinates of its directions. */
function turned({ elements, globalHeaders, globalHeaderBackground, sections }, scrollDirection, layoutDirection, container, end) {
  const isHorizontal = scrollDirection === 'horizontal';
  const contentSize = isHorizontal ? { width: end, height: container } : { width: container, height: end };
  const turn = (element) => {
    const { x, y, width, height } = element.frame;
    const frame = isHorizontal ? { x: y, y: x, width: height, height: width } : { x, y, width, height };
    if (layoutDirection === 'rtl') frame.x = contentSize.width - frame.x - frame.width;
    return { ...element, frame };
  };
  const isMirrored = isHorizontal && layoutDirection === 'rtl';
  const names = isHorizontal ? ['minX', 'maxX', 'headersWidth'] : ['minY', 'maxY', 'headersHeight'];
  return {
    scrollDirection, layoutDirection, contentSize,
    elements: elements.map(turn), globalHeaders: globalHeaders.map(turn),
    ...(globalHeaderBackground && { globalHeaderBackground }),
    sections: sections.map(({ section, minimum, maximum, headersExtent, elements: pinning }) => ({
      section,
      [names[0]]: isMirrored ? end - maximum : minimum,
      [names[1]]: isMirrored ? end - minimum : maximum,
      [names[2]]: headersExtent,
      elements: pinning.map(turn),
    })),
  };
}

export const directions = [['vertical', 'ltr'], ['vertical', 'rtl'], ['horizontal', 'ltr'], ['horizontal', 'rtl']];

/** Bounds somewhere in the content, or a bit outside of it. */
export function randomBounds(random, { scrollDirection, contentSize }) {
  const along = scrollDirection === 'horizontal' ? contentSize.width : contentSize.height;
  const across = scrollDirection === 'horizontal' ? contentSize.height : contentSize.width;
  const start = random.extent(-100, along + 20);
  const extent = random.extent(1, 900);
  const side = random.chance(0.8) ? 0 : random.extent(-50, across / 2);
  return scrollDirection === 'horizontal'
    ? { x: start, y: side, width: extent, height: across } : { x: side, y: start, width: across, height: extent };
}

export function randomInset(random) {
  if (random.chance(0.4)) return undefined;
  const edge = () => (random.chance(0.3) ? 0 : random.extent(-20, 90));
  return { top: edge(), left: edge(), bottom: edge(), right: edge() };
}
