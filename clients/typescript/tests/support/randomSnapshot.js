/** A snapshot with every engine, sizes of every form, and many headers and footers, pinning or not, hidden or empty. */
export function randomSnapshot(random, scrollDirection, layoutDirection) {
  const extentName = scrollDirection === 'vertical' ? 'height' : 'width';
  const stack = (counts) => Array.from({ length: random.pick(counts) }, () => ({
    [extentName]: random.chance(0.1) ? 0 : random.extent(1, 70),
    ...(random.chance(0.7) ? { pin: true } : {}), ...(random.chance(0.1) ? { hidden: true } : {}),
    ...(random.chance(0.2) ? { backgroundColor: random.pick(['#fff', 'teal']) } : {}), ...(random.chance(0.2) ? { data: 'title' } : {}),
  }));
  const section = () => {
    const engine = random.pick(['flow', 'column', 'waterfall', 'mosaic']);
    return {
      engine, headers: stack([0, 1, 1, 2, 5]), footers: stack([0, 0, 1, 2, 4]), items: items(random, engine),
      metrics: {
        ...(random.chance(0.5) ? { sectionInset: { top: random.extent(0, 30), left: 8, bottom: random.extent(0, 30), right: 8 } } : {}),
        ...(random.chance(0.4) ? { minimumLineSpacing: random.extent(0, 20) } : {}),
        ...(engine === 'column' ? { separatorColor: random.pick([null, 'gray']), numberOfColumns: random.whole(1, 4) } : {}),
        ...(engine === 'column' && random.chance(0.3) ? { cellHeight: 'running', cellOrder: 'rightToLeft' } : {}),
        ...(engine === 'mosaic' ? { segmentHeight: random.extent(50, 300) } : {}),
        ...(random.chance(0.3) ? { sectionSeparatorColor: 'silver', showsSectionSeparatorWhenLastSection: true } : {}),
        ...(random.chance(0.3) ? { backgroundColor: 'white', padding: { top: 1, left: 2, bottom: 3, right: 4 } } : {}),
      },
    };
  };
  const globalHeaders = stack([0, 0, 1, 3]).map((header) => (
    random.chance(0.4) ? { ...header, pin: false, waits: true } : header));
  return {
    scrollDirection, layoutDirection, globalHeaders,
    ...(random.chance(0.3) ? { globalHeaderBackgroundColor: random.pick(['white', null]) } : {}), sections: Array.from({ length: random.whole(0, 15) }, section),
  };
}

function items(random, engine) {
  const count = random.pick([0, 1, 20, 100, 300]);
  const size = () => ({ width: random.extent(5, 120), height: random.chance(0.05) ? random.extent(500, 3000) : random.extent(5, 120) });
  if (random.chance(0.4)) return engine === 'waterfall' ? { count, ...size() } : { count };
  return Array.from({ length: count }, size);
}
