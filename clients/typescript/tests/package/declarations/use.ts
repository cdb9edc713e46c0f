// Compiles only if the declarations allow what README shows, and nothing that makes no sense.
import {
  Change, Feed, FeedElement, FeedItemName, FeedPlace, FeedSearch, KeyedItems, Layout, LayoutService, limits, Problem, ScrollOriginOptions,
  ScrollSpace, SourceSnapshot, SourceTree, stepsBetween, Viewport,
} from 'layoutd-client';

export async function use(): Promise<number> {
  const service = new LayoutService('http://127.0.0.1:8080', { headers: { Authorization: 'Bearer key' }, attempts: 2 });
  const controller = new AbortController();
  const snapshot = await service.post({ sections: [{ items: 3 }] }, { signal: controller.signal });
  const layout = await snapshot.layout(390);
  const viewport = layout.viewport({ pageLength: limits.pageLength });
  let sum = 0;
  viewport.addEventListener('change', (event) => (sum += event.page));
  viewport.addEventListener('error', (event) => {
    if (event.error instanceof Problem) sum += event.error.errors.length;
  });
  viewport.addEventListener('state', ({ state, error }) => (sum += state === 'failing' ? String(error).length : 0));
  viewport.update({ x: 0, y: 0, width: 390, height: 844 }, { velocity: 10, inset: { top: 1, left: 0, bottom: 0, right: 0 } });
  viewport.forEach((page, index) => {
    sum += page.y[index] + (page.padding(index)?.top ?? 0);
    if (page.kind(index) === 'header') sum += page.section[index];
  });
  for (const { frame, zIndex, pinned, key } of viewport.special) sum += frame.y + zIndex + (pinned ? key.length : 0);
  await viewport.whenWhole({ signal: controller.signal });
  for await (const { section, frame } of layout.sections({ limit: 100 })) sum += section + frame.y;
  const header = await layout.supplementary('header', 0, 0, { bounds: viewport.bounds });
  const global = await layout.globalHeader(0);
  const separator = await layout.decoration('rowSeparator', 0, 1);
  const hit = await layout.hit({ x: 1, y: 2 }, { special: 'rest' });
  for (const { frame } of [header, global, separator, ...(hit ? [hit] : []), ...(await layout.special(viewport.bounds))]) sum += frame.y;
  const { bounds, anchor } = await layout.target({ bounds: viewport.bounds, keep: 'end', previous: hit?.frame ?? header.frame, previousExtent: 744 });
  sum += (await layout.target({ bounds, item: { section: 0, item: anchor?.item ?? 2 }, position: 'center' })).estimated ? 1 : 0;
  const { entering, prefetch, cancelled } = await layout.window({ bounds, previous: viewport.bounds, velocity: { x: 0, y: 300 }, ahead: 2 });
  for (const { section, item } of [...prefetch, ...cancelled]) sum += section + item + entering.length;
  const { right } = await layout.neighbors(0, 2);
  const { target, gap, autoScroll } = await layout.reorder({ bounds, item: right ?? { section: 0, item: 0 }, point: { x: 3, y: 4 } });
  sum += target.item + gap.y + autoScroll;
  for (const { contentSize } of await snapshot.screens([390, 744], { length: 800 })) sum += contentSize.height;
  viewport.addEventListener('layout', ({ change }) => (sum += change.bounds?.y ?? 0));
  const change = await viewport.change({ insert: [{ section: 0, item: 0, items: 2 }] }, { anchor: 'end', transition: true });
  for (const { initial, final } of change.transition ?? []) sum += (initial.alpha ?? 1) + final.frame.y;
  await (await layout.change(stepsBetween(['a'], ['b']), { anchor: { section: 0, item: 1 }, bounds: viewport.bounds })).layout.snapshot.change([]);
  const [from, to]: SourceSnapshot[] = [{ source: { id: 'page', items: 3, editable: true } }, { source: { id: 'page', items: 4 } }];
  const turned = await viewport.change({ from, to });
  sum += turned.layout.snapshot.source?.place('page') ?? 0;
  await turned.layout.change({ from: to, steps: { delete: [{ section: 0, item: 0 }] } }, { expect: { itemCount: 3 } });
  await new KeyedItems(viewport, [{ id: 1 }], { key: ({ id }) => id }).update([{ id: 2 }]);
  await snapshot.delete();
  const feed = service.document('feed');
  const { revision } = await feed.put({ sections: [] }, { revision: 'none' });
  await feed.put({ layout: layout.id }, { revision });
  const following = feed.follow({
    viewport, transition: true, signal: controller.signal,
    onChange: ({ kind, change: shown }) => { sum += kind === 'delete' ? 1 : shown?.scrollDelta.y ?? 0; },
  });
  const made = await feed.change({ delete: [{ section: 0, item: 0 }] }, {
    revision: following.revision, rebase: (records, steps) => (records.length > 3 ? null : steps),
  });
  await following.whenAt(made.revision);
  sum += (await feed.change({ from, to }, { revision: made.revision })).source?.nodes.length ?? 0;
  sum += (await following.change(() => ({ delete: [{ section: 0, item: viewport.layout.snapshot.itemCount - 1 }] })))?.revision ?? 0;
  for await (const { name } of service.documents({ prefix: 'f' })) sum += name.length;
  await feed.delete({ revision: 'any' });
  following.close();
  const origin = await viewport.scrollOrigin(0, 2, { alignment: 'center' });
  const questions = await viewport.questions();
  const here = questions.target({ item: { section: 0, item: 2 }, position: 'end', avoidsPinned: true });
  const page = await questions.reachTarget({ page: 844, proposed: origin, velocity: viewport.velocity, signal: controller.signal });
  sum += (here?.estimated === null ? 0 : here?.bounds.y ?? 0) + page.bounds.y;
  for (const { section, item } of questions.window({ previous: page.bounds, velocity: { x: 0, y: 9 } }).prefetch) sum += section + item;
  const space = new ScrollSpace({ contentExtent: layout.contentSize.height, viewportExtent: 844 });
  return sum + space.scrollTo(origin.y);
}

/** Feeds of either service, in an element and in the window. */
export async function feeds(scroller: HTMLElement, layout: Layout): Promise<FeedPlace | null> {
  const node = ({ kind, key = kind, frame, estimated }: FeedElement, reused: HTMLElement | null) => {
    const made = reused ?? document.createElement('div');
    made.textContent = `${key} ${frame.height} ${estimated}`;
    return made;
  };
  const feed = new Feed(scroller, { service: new LayoutService(), node, stickToEnd: true, reach: 400, snap: 'page' });
  new Feed(scroller, { service: new LayoutService(), node, fills: true, margins: (width) => ({ left: width > 600 ? 44 : 20 }) }).close();
  // @ts-expect-error No such side.
  new Feed(scroller, { service: new LayoutService(), node, margins: { leading: 20 } }).close();
  const loading = new Map<FeedItemName, AbortController>();
  new Feed(scroller, {
    service: new LayoutService(), node, prefetch: (items) => items.forEach((item) => loading.set(item, new AbortController())),
    cancel: (items) => items.forEach((item) => loading.get(item)?.abort()),
  }).close();
  const words = (cell: FeedItemName) => `${cell.key} ${cell.item}`;
  new Feed(scroller, {
    service: new LayoutService(), node, find: 'bar', findText: words, findWords: { count: ({ count }) => `${count}` },
  }).close();
  const search: FeedSearch = await feed.find('a', { text: words });
  search.addEventListener('change', () => console.log(search.current, search.count, search.isDone, search.skipped));
  console.log((await search.next())?.key, await search.previous());
  (await feed.find('a', { text: (post: { title: string }) => post.title })).close();
  // @ts-expect-error A text is a string.
  await feed.find('a', { text: ({ item }: FeedItemName) => item });
  const change: Change | null = await feed.update({ sections: [{ items: 2 }] }, { keys: ['a', 'b'], anchor: 'end' });
  await feed.update({ sections: [{ items: 1 }, {}] }, { keys: [[1], null] });
  await feed.update('{"sections":[]}', { keys: () => null });
  await feed.update({ source: { id: 'page', items: 2 } });
  const tree = new SourceTree(feed, { source: { id: 'page', children: [{ id: 'posts', items: 2, editable: true }] } });
  await tree.set('posts', ({ items }) => ({ items: typeof items === 'number' ? items + 1 : 0, keys: undefined }), { anchor: 'first' });
  await Promise.all(tree.load().map((id) => tree.set(id, { state: 'loading' })));
  if (tree.mayDelete({ section: 0, item: 1 })) await tree.delete([{ section: 0, item: 1, count: 2 }]);
  console.log(tree.source.place('posts'), (await layout.snapshot.layout(390, { margins: { left: 20 } })).margins?.left);
  // @ts-expect-error No such state.
  await tree.set('posts', { state: 'done' });
  await feed.update((width) => ({ engine: 'column', source: { children: [{ items: width > 600 ? 4 : 2 }] } }));
  const isThere: boolean = await feed.scrollTo({ key: 'a' }, { behavior: 'smooth', alignment: 'end' });
  feed.addEventListener('state', ({ state, error }) => console.log(state, error, change?.bounds, isThere));
  const other = new Feed(window, { service: await LayoutService.local(), node, content: scroller });
  await other.show(await layout.local());
  await other.restore({ offset: 0, lead: 0, isAtEnd: false });
  // @ts-expect-error No such end.
  await other.scrollTo('top');
  return feed.place;
}

export function misuse(layout: Layout, viewport: Viewport): void {
  // @ts-expect-error A write says what it is for.
  void new LayoutService().document('feed').put({ layout: layout.id });
  // @ts-expect-error No such state.
  void (viewport.state === 'done');
  // @ts-expect-error A snapshot has sections.
  void new LayoutService().post({ items: 3 });
  // @ts-expect-error A global header is one of no section.
  void layout.supplementary('globalHeader', 0, 0);
  // @ts-expect-error A layout has one extent.
  void new LayoutService().post({ sections: [] }, { width: 390, height: 844 });
  // @ts-expect-error No such alignment.
  const options: ScrollOriginOptions = { alignment: 'top' };
  void options;
  // @ts-expect-error Nothing else to rest at.
  const snap: ConstructorParameters<typeof Feed>[1]['snap'] = 'row';
  void snap;
  // @ts-expect-error An insertion has a place.
  void viewport.change({ insert: [{ section: 0, items: 2 }] });
  void viewport.change({ set: { globalHeaders: [{ height: 3, waits: true }, { height: 3, pin: true }] } });
  void viewport.change({ set: { globalHeaders: [{ width: 3, waits: true }] }, setSections: [{ section: 0, footers: [{ width: 3 }] }] });
  // @ts-expect-error A global header that waits does not pin.
  void viewport.change({ set: { globalHeaders: [{ height: 3, waits: true, pin: true }] } });
  // @ts-expect-error Only global headers wait.
  void viewport.change({ setSections: [{ section: 0, headers: [{ height: 3, waits: true }] }] });
  // @ts-expect-error There are no steps beside two trees.
  void viewport.change({ from: { source: {} }, to: { source: {} }, steps: [] });
  // @ts-expect-error A tree has a source.
  void viewport.change({ from: { sections: [] }, to: { source: {} } });
  // @ts-expect-error No such anchor.
  void viewport.change([], { anchor: 'last' });
  // @ts-expect-error Limits are not to be changed.
  limits.attempts = 5;
  // @ts-expect-error Layouts come from snapshots.
  void new Layout();
}
