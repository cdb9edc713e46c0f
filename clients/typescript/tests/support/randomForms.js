/** A snapshot in which items, metrics, ids, colours and estimates are said in all the ways there are. */
export function randomForms(random, scrollDirection, layoutDirection) {
  const sections = Array.from({ length: random.whole(1, 6) }, (_, number) => {
    const engine = random.pick(['flow', 'column', 'waterfall', 'mosaic']);
    const { items, count } = formOfItems(random, engine, scrollDirection);
    return {
      body: {
        ...(random.chance(0.8) || engine !== 'flow' ? { engine } : {}),
        ...(random.chance(0.4) ? { id: random.pick(['', `s${number}`, 'Bücher 📚', 'a/b~c']) } : {}),
        ...(random.chance(0.7) ? { metrics: formOfMetrics(random) } : {}),
        ...(random.chance(0.5) ? { headers: stack(random, scrollDirection) } : {}),
        ...(random.chance(0.3) ? { footers: stack(random, scrollDirection) } : {}),
        items,
      },
      engine, count,
    };
  });
  return {
    body: {
      scrollDirection, layoutDirection, ...(random.chance(0.5) ? { metrics: formOfMetrics(random) } : {}),
      ...(random.chance(0.3) ? { globalHeaders: globalHeaders(random, scrollDirection) } : {}),
      ...(random.chance(0.2) ? { globalHeaderBackgroundColor: random.pick([null, 'red', 'größer']) } : {}), sections: sections.map(({ body }) => body),
    },
    sections: sections.map(({ engine, count }) => ({ engine, count, scrollDirection })),
  };
}

export function stack(random, scrollDirection) {
  const extentName = scrollDirection === 'horizontal' ? 'width' : 'height';
  return Array.from({ length: random.whole(0, 3) }, () => ({
    ...(random.chance(0.1) ? { estimated: true } : { [extentName]: random.extent(0, 60), ...(random.chance(0.2) ? { estimated: true } : {}) }),
    ...(random.chance(0.5) ? { pin: true } : {}), ...(random.chance(0.3) ? { data: random.pick(['', 'title', 'größer "1"']) } : {}),
    ...(random.chance(0.3) ? { backgroundColor: random.pick([null, 'red', 'größer']) } : {}),
    ...(random.chance(0.2) ? { padding: { top: random.extent(0, 9), right: 3 } } : {}),
  }));
}

export function globalHeaders(random, scrollDirection) {
  return stack(random, scrollDirection).map((header) => (
    header.pin ? header : { ...header, ...(random.chance(0.5) ? { waits: random.chance(0.7) } : {}) }));
}

export function formOfMetrics(random) {
  const color = () => random.pick([null, 'red', 'rgb(1 2 3)', 'größer']);
  const all = {
    sectionInset: () => ({ top: random.extent(0, 30), left: random.extent(0, 30), right: random.extent(0, 30) }),
    minimumLineSpacing: () => random.extent(0, 20), minimumInteritemSpacing: () => random.extent(0, 20),
    itemSize: () => ({ width: random.extent(0, 90), ...(random.chance(0.5) ? { height: random.extent(0, 90) } : {}) }),
    lineAlignment: () => random.pick(['uikit', 'leading', 'center', 'trailing', 'justify']),
    itemAlignment: () => random.pick(['leading', 'center', 'trailing']), rowHeight: () => random.extent(0, 90),
    cellHeight: () => random.pick(['row', 'natural', 'running']), cellOrder: () => random.pick(['leftToRight', 'rightToLeft']),
    placement: () => random.pick(['shortest', 'leftToRight', 'rightToLeft']),
    segmentHeight: () => random.extent(1, 300),
    leadingSegments: () => Array.from({ length: random.whole(0, 3) }, () => random.pick(['fullWidth', 'fiftyFifty', 'oneThirdTwoThirds'])),
    segments: () => Array.from({ length: random.whole(1, 3) }, () => random.pick(['fullWidth', 'twoThirdsOneThird', 'fiftyFifty'])),
    separatorColor: color, separatorInsets: () => ({ left: random.extent(0, 20) }), showsColumnSeparator: () => random.chance(0.5),
    sectionSeparatorColor: color, sectionSeparatorInsets: () => ({ right: random.extent(0, 20) }),
    showsSectionSeparatorWhenLastSection: () => random.chance(0.5), separatorThickness: () => random.extent(0.25, 3),
    backgroundColor: color, selectedBackgroundColor: color, padding: () => ({ bottom: random.extent(0, 9) }),
  };
  const metrics = {};
  for (const [key, value] of Object.entries(all)) if (random.chance(0.25)) metrics[key] = value();
  if (random.chance(0.3)) metrics.numberOfColumns = random.whole(1, 5);
  else if (random.chance(0.3)) metrics.minimumColumnWidth = random.extent(20, 200);
  return metrics;
}

/** Items, and how many they are. */
export function formOfItems(random, engine, scrollDirection) {
  const isNeeded = engine === 'waterfall';
  const [across, along] = scrollDirection === 'horizontal' ? ['height', 'width'] : ['width', 'height'];
  const count = random.pick([0, 1, 5, 40, 300]);
  const extent = () => random.pick([random.extent(0, 120), random.whole(1, 4) * 30, 40]);
  const size = () => ({
    ...(random.chance(0.7) ? { [across]: extent() } : {}), ...(isNeeded || random.chance(0.7) ? { [along]: extent() } : {}),
    ...(random.chance(0.1) ? { estimated: random.chance(0.7) } : {}),
  });
  const list = () => Array.from({ length: count }, extent);
  switch (random.whole(0, 3)) {
    case 0: return isNeeded ? { items: { count, ...size() }, count } : { items: count, count };
    case 1: return { items: { count, ...size() }, count };
    case 2: {
      const estimated = random.pick([undefined, true, Array.from({ length: count }, () => random.chance(0.3))]);
      const columns = { ...(random.chance(0.6) ? { [`${across}s`]: list() } : {}), [`${along}s`]: list() };
      return { items: estimated === undefined ? columns : { ...columns, estimated }, count };
    }
    default: {
      const rows = Array.from({ length: count }, () => ({ ...size(), ...(random.chance(0.1) ? { count: random.whole(0, 40) } : {}) }));
      return { items: rows, count: rows.reduce((sum, row) => sum + (row.count ?? 1), 0) };
    }
  }
}

/** Steps for such sections: mostly right, now and then wrong. */
export function randomFormSteps(random, sections) {
  return Array.from({ length: random.pick([1, 1, 2]) }, () => {
    const step = {};
    for (let entry = random.whole(1, 3); entry > 0; entry -= 1) {
      const [list, value] = randomEntry(random, sections);
      if (list === 'set') step.set = value;
      else (step[list] ??= []).push(value);
    }
    return step;
  });
}

function randomEntry(random, sections) {
  const section = random.whole(0, Math.max(0, sections.length - (random.chance(0.98) ? 1 : 0)));
  const { engine = 'flow', count = 3, scrollDirection } = sections[section] ?? {};
  const item = random.whole(0, Math.max(0, count - (random.chance(0.98) ? 1 : 0)));
  const items = () => formOfItems(random, random.chance(0.9) ? engine : 'flow', scrollDirection).items;
  const many = random.whole(1, 4);
  const extents = () => Array.from({ length: many }, () => random.extent(0, 90));
  switch (random.whole(0, 11)) {
    case 0: return ['delete', { section, item, count: many }];
    case 1: return ['insert', { section, item, items: items() }];
    case 2: return ['move', { from: { section, item }, to: { section: random.whole(0, sections.length - 1), item: random.whole(0, 5) }, count: 1 }];
    case 3: return ['resize', { section, item, items: [{ height: random.extent(0, 90), width: random.extent(0, 90) }] }];
    case 4: {
      const at = Array.from({ length: many }, (_, place) => Math.max(0, item - place * 2)).filter((place, index, all) => all.indexOf(place) === index);
      return ['resize', { section, at, [random.pick(['heights', 'widths'])]: extents().slice(0, at.length), ...(random.chance(0.3) ? { estimated: true } : {}) }];
    }
    case 5: return ['resize', { section, estimated: 'mean' }];
    case 6: return ['reload', random.chance(0.5) ? { section, item } : { section, item, items: [{ height: 30, width: 20 }] }];
    case 7: return ['deleteSections', { section, ...(random.chance(0.5) ? { slide: 'left' } : {}) }];
    case 8: {
      const { body } = randomForms(random, scrollDirection, 'ltr');
      return ['insertSections', { section, sections: body.sections.slice(0, 2), ...(random.chance(0.5) ? { slide: 'right' } : {}) }];
    }
    case 9: return ['reloadSections', { section, value: { engine: random.pick(['flow', 'column']), items: random.whole(0, 20) } }];
    case 10: return ['setSections', {
      section, ...(random.chance(0.3) ? { engine: random.pick(['flow', 'column', 'waterfall', 'mosaic']) } : {}),
      ...(random.chance(0.5) ? { metrics: formOfMetrics(random) } : {}), ...(random.chance(0.4) ? { headers: stack(random, scrollDirection) } : {}),
    }];
    default: return random.chance(0.5)
      ? ['moveSections', { from: section, to: random.whole(0, sections.length - 1) }]
      : ['set', { globalHeaders: stack(random, scrollDirection) }];
  }
}
