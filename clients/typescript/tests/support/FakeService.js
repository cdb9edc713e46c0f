/**
 * A service in this process with one layout in it, made by hand: what `fetch` is told to send it answers by
 * docs/rules.md, by a look at every element. It can be made to forget, to fail, and to wait until it is told to answer.
 */
export class FakeService {
  id = 'ab'.repeat(32);
  /** Every request: `{ method, path, query, headers, isAborted, size, body }`; `size` as sent, `body` unfolded. */
  requests = [];
  /** Answers given in place of the real ones, first come, first served. */
  failures = [];
  isForgetful = false;
  /** Whether it waits for `release` before it answers. */
  isHeld = false;
  limit = 10_000;
  /** Whether it is an older one: `cells` and `others` are members of `elements`, and pinning records are for GET alone. */
  isOld = false;
  /** What a POST of steps answers: `(steps, request) => [answer, status]`. */
  change = null;
  #held = [];

  /** @param layout `{ scrollDirection, layoutDirection, contentSize, elements, globalHeaders, sections }` */
  constructor(layout) {
    this.layout = layout;
  }

  /** What the client is given. */
  get fetch() {
    return (url, init) => this.#fetch(new URL(url, 'http://fake.test'), init);
  }

  /** The starts of the pages that were asked for, in order, first pieces only. */
  get pages() {
    return this.requests.filter(({ query }) => query.has('rect') && !query.has('limit') && !query.has('cursor'))
      .map(({ query }) => Number(query.get('rect').split(',')[this.layout.scrollDirection === 'vertical' ? 1 : 0]));
  }

  get open() {
    return this.#held.filter(({ request }) => !request.isAborted);
  }

  /** Answers the requests that wait, or those that a condition picks. */
  async release(condition = () => true) {
    const released = this.#held.filter(({ request }) => condition(request));
    this.#held = this.#held.filter(({ request }) => !condition(request));
    for (const { answer } of released) answer();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  async #fetch(url, { method = 'GET', headers = {}, body: sent, signal }) {
    const isCompressed = headers['Content-Encoding'] === 'gzip';
    const body = isCompressed ? new Response(sent.stream().pipeThrough(new DecompressionStream('gzip'))) : sent;
    const request = {
      method, path: url.pathname, query: url.searchParams, headers, isAborted: false, size: sent?.size ?? 0,
      body: body ? await body.text() : null,
    };
    this.requests.push(request);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => { request.isAborted = true; });
    if (this.isHeld) {
      await new Promise((resolve, reject) => {
        this.#held.push({ request, answer: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    }
    const failure = this.failures.shift();
    if (failure instanceof Error) throw failure;
    return failure ?? this.#answer(request);
  }

  #answer({ method, path, query, headers, body }) {
    if (method === 'POST' && path.endsWith('/changes')) {
      return this.isForgetful ? problem(404, 'layout-not-found') : this.change(JSON.parse(body).steps, { path, query });
    }
    if (method === 'POST') {
      if (this.isOld && query.has('pinning')) return problem(400, 'bad-parameter', { errors: [{ parameter: 'pinning', detail: 'is unknown' }] });
      this.isForgetful = false;
      if (!query.has('rect')) return json(this.#layoutObject, 201);
      const { width, rect, ...members } = this.#elements(query);
      return json({ ...this.#layoutObject, ...members }, 201);
    }
    if (this.isForgetful) return problem(404, 'layout-not-found');
    const suffix = path.slice(`/v1/layouts/${this.id}`.length);
    const tag = `"${path}?${query}"`;
    if (headers['If-None-Match'] === tag) return new Response(null, { status: 304, headers: cacheable(tag) });
    if (suffix === '') return json(this.#layoutObject, 200, cacheable(tag));
    if (suffix === '/elements') return json(this.#elements(query), 200, cacheable(tag));
    const [, section, item] = /^\/items\/(\d+)\/(\d+)$/.exec(suffix) ?? [];
    const found = this.layout.elements.find((element) => element.section === Number(section) && element.item === Number(item));
    return found ? json(found, 200, cacheable(tag)) : problem(404, 'not-found');
  }

  get #layoutObject() {
    const { scrollDirection, elements, sections } = this.layout;
    return { id: this.id, sectionCount: sections.length, itemCount: elements.length, scrollDirection };
  }

  #elements(query) {
    const { scrollDirection, layoutDirection, contentSize, elements, globalHeaders, globalHeaderBackground, sections } = this.layout;
    const [x, y, width, height] = query.get('rect').split(',').map(Number);
    const rect = { x, y, width, height };
    const found = elements.filter(({ frame }) => isIn(frame, rect));
    const first = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit') ?? this.limit);
    const isIn1D = scrollDirection === 'vertical'
      ? ({ minY, maxY }) => minY < y + height && y < maxY : ({ minX, maxX }) => minX < x + width && x < maxX;
    const list = columns(found.slice(first, first + limit));
    return {
      id: this.id, width: contentSize.width, contentSize, rect, ...(this.isOld ? { elements: list } : list),
      next: first + limit < found.length ? String(first + limit) : null,
      pinning: {
        scrollDirection, layoutDirection, globalHeaders, ...(globalHeaderBackground && { globalHeaderBackground }),
        sections: sections.filter(isIn1D),
      },
    };
  }
}

/** `format=columns`. */
export function columns(elements) {
  const rows = elements.filter(({ category }) => category === 'cell');
  const cells = {};
  for (const name of ['section', 'item']) cells[name] = rows.map((row) => row[name]);
  for (const name of ['x', 'y', 'width', 'height']) cells[name] = rows.map((row) => row.frame[name]);
  for (const name of ['columnIndex', 'backgroundColor', 'selectedBackgroundColor', 'padding', 'estimated', 'zIndex', 'alpha', 'transform', 'data']) {
    if (rows.some((row) => row[name] !== undefined)) cells[name] = rows.map((row) => row[name] ?? (name === 'zIndex' ? 0 : null));
  }
  return { cells, others: elements.filter(({ category }) => category !== 'cell') };
}

export function json(value, status = 200, headers = {}) {
  return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

export function problem(status, name, members = {}, headers = {}) {
  return new Response(JSON.stringify({ type: `/problems/${name}`, title: name, status, ...members }), {
    status, headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

function cacheable(tag) {
  return { ETag: tag, 'Cache-Control': 'public, max-age=31536000, immutable' };
}

/** A vertical list: rows of one extent below each other, 390 points wide, in one section without headers. */
export function list(count, extent = 50) {
  const elements = Array.from({ length: count }, (_, item) => ({
    category: 'cell', section: 0, item, frame: { x: 0, y: item * extent, width: 390, height: extent },
  }));
  const height = count * extent;
  return {
    scrollDirection: 'vertical', layoutDirection: 'ltr', contentSize: { width: 390, height }, elements,
    globalHeaders: [], sections: [{ section: 0, minY: 0, maxY: height, headersHeight: 0, elements: [] }],
  };
}

/** docs/rules.md#overlap. */
export function isIn(frame, { x, y, width, height }) {
  return frame.width > 0 && frame.height > 0
    && frame.x < x + width && x < frame.x + frame.width && frame.y < y + height && y < frame.y + frame.height;
}
