/** Steps that fit a list of sections, each `{ engine, count }`, which is changed as they change it. */
export function randomSteps(random, sections) {
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => randomStep(random, sections));
}

function randomStep(random, sections) {
  if (random.chance(0.25)) return sectionStep(random, sections);
  const filled = sections.flatMap(({ count }, section) => (count > 3 ? [section] : []));
  if (filled.length === 0) return { set: { globalHeaders: [] } };
  const section = random.chance(0.7) ? filled[Math.floor(filled.length / 2)] : random.pick(filled);
  const { count } = sections[section];
  const [item, many] = [random.whole(0, count - 2), random.whole(1, 3)];
  const size = () => ({ width: random.extent(5, 120), height: random.extent(5, 120) });
  const sizes = Array.from({ length: many }, size);
  switch (random.whole(0, 4)) {
    case 0:
      sections[section].count += many;
      return { insert: [{ section, item, items: random.chance(0.5) ? sizes : { count: many, ...size() } }] };
    case 1:
      sections[section].count -= 1;
      return { delete: [{ section, item }] };
    case 2: return { resize: [{ section, item, items: [size()] }] };
    case 3: return { move: [{ from: { section, item }, to: { section, item: random.whole(0, count - 1) } }] };
    default:
      sections[section].count += many - 1;
      return { delete: [{ section, item }], insert: [{ section, item: random.whole(0, count - 1), items: sizes }] };
  }
}

function sectionStep(random, sections) {
  const section = random.whole(0, sections.length - 1);
  const header = { height: 33, width: 33, pin: random.chance(0.5) };
  switch (random.whole(0, 4)) {
    case 0:
      if (sections.length === 1) return { set: {} };
      sections.splice(section, 1);
      return { deleteSections: [{ section }] };
    case 1:
      sections.splice(section, 0, { count: 5 });
      return { insertSections: [{ section, sections: [{ headers: [header], items: 5 }] }] };
    case 2: return { setSections: [{ section, headers: [header] }] };
    case 3: {
      const to = random.whole(0, sections.length - 1);
      sections.splice(to, 0, ...sections.splice(section, 1));
      return { moveSections: [{ from: section, to }] };
    }
    default: {
      const global = header.pin ? header : { ...header, waits: random.chance(0.5) };
      return {
        set: {
          globalHeaders: random.chance(0.5) ? [global] : [],
          ...(random.chance(0.3) ? { globalHeaderBackgroundColor: random.pick(['white', null]) } : {}),
        },
      };
    }
  }
}
