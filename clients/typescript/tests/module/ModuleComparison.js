import assert from 'node:assert/strict';

/** Asks the service and the module the same, and compares what they answer, number for number. */
export class ModuleComparison {
  /** How much was compared. */
  counts = { snapshots: 0, refused: 0, changes: 0, refusedChanges: 0, elements: 0, special: 0, hits: 0, transitions: 0 };
  #send;
  #module;

  /** @param send sends a method, a path and a body, and resolves to the status and the parsed answer */
  constructor(send, module) {
    this.#send = send;
    this.#module = module;
  }

  /** A snapshot; the module's, with a layout if an extent is given and it can be laid out, or null if it is refused. */
  async snapshot(body, extent, message) {
    const name = body?.scrollDirection === 'horizontal' ? 'height' : 'width';
    const query = extent === undefined ? '' : `?${name}=${extent}`;
    const { status, answer } = await this.#send('POST', `/v1/layouts${query}`, body);
    let snapshot;
    try {
      snapshot = this.#module.snapshot(body);
    } catch (error) {
      if (error.name !== 'ModuleProblem' || error.type === 'module-broken') throw error;
      this.counts.refused += 1;
      this.#compareRefusals(status, answer, error, message);
      return null;
    }
    if (status === 422 && answer.type.endsWith('/cannot-lay-out')) {
      assert.throws(() => snapshot.layout(extent), { type: 'cannot-lay-out' }, message);
      return null;
    }
    assert.ok(status === 200 || status === 201, `${message}: ${status} ${JSON.stringify(answer)}`);
    this.#compareObjects(snapshot, answer, message);
    this.counts.snapshots += 1;
    const layout = extent === undefined ? null : snapshot.layout(extent);
    if (layout) assert.deepEqual(layout.contentSize, answer.contentSize, message);
    return { snapshot, layout };
  }

  #compareObjects(snapshot, answer, message) {
    const { id, sectionCount, itemCount, estimatedCount } = snapshot;
    const own = { id, sectionCount, itemCount, estimatedCount };
    const { estimatedCount: estimated = 0 } = answer;
    assert.deepEqual(own, { id: answer.id, sectionCount: answer.sectionCount, itemCount: answer.itemCount, estimatedCount: estimated }, message);
  }

  #compareRefusals(status, answer, error, message) {
    const text = `${message}: ${status} ${JSON.stringify(answer.errors)} ${error.type} ${JSON.stringify(error.errors)}`;
    assert.equal(status, 422, text);
    const faults = (errors) => errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
    // Which twenty of many are listed is not the same.
    if (answer.errors.length < 20) assert.deepEqual(faults(error.errors), faults(answer.errors), text);
  }

  /** Elements and special elements in some bounds. */
  async bounds(layout, bounds, inset, message, point = { x: bounds.x + bounds.width / 3, y: bounds.y + bounds.height / 3 }) {
    const { scrollDirection, containerExtent } = { scrollDirection: layout.snapshot.isHorizontal ? 'horizontal' : 'vertical', ...layout };
    const extent = `${scrollDirection === 'horizontal' ? 'height' : 'width'}=${containerExtent}`;
    const edges = [inset.top, inset.left, inset.bottom, inset.right].join();
    const list = [bounds.x, bounds.y, bounds.width, bounds.height].join();
    const path = `/v1/layouts/${layout.snapshot.id}`;
    const { status, answer } = await this.#send('GET', `${path}/elements?${extent}&bounds=${list}&inset=${edges}&pinning=true`);
    assert.equal(status, 200, `${message}: ${JSON.stringify(answer)}`);
    const { elements } = layout.elements(bounds);
    assert.deepEqual(elements, answer.elements, message);
    const special = layout.special(bounds, inset);
    assert.deepEqual(special, answer.special, message);
    const records = layout.pinning(bounds);
    assert.deepEqual({ scrollDirection, layoutDirection: answer.pinning.layoutDirection, ...records }, answer.pinning, message);
    const listed = await this.#send('GET', `${path}/sections?${extent}&limit=3`);
    assert.deepEqual(layout.sections(0, 3), listed.answer.sections, message);
    this.counts.elements += elements.length;
    this.counts.special += special.length;
    const hit = await this.#send('GET', `${path}/hit?${extent}&bounds=${list}&inset=${edges}&point=${point.x},${point.y}`);
    const found = layout.hit(point, { bounds, inset });
    assert.deepEqual(found, hit.answer.element, message);
    if (found) this.counts.hits += 1;
  }

  /** The result of steps on a layout; null if they are refused. */
  async change(layout, steps, options, message) {
    const { bounds, inset, anchor } = options;
    const { snapshot } = layout;
    const appearScale = [1, 0.5, 0][this.counts.changes % 3];
    const rule = typeof anchor === 'string' ? anchor : `${anchor.section},${anchor.item}`;
    const query = [
      `${snapshot.isHorizontal ? 'height' : 'width'}=${layout.containerExtent}`,
      `bounds=${bounds.x},${bounds.y},${bounds.width},${bounds.height}`,
      `inset=${inset.top},${inset.left},${inset.bottom},${inset.right}`, `anchor=${rule}`, 'transition=true', `appearScale=${appearScale}`,
    ].join('&');
    const body = { steps: Array.isArray(steps) ? steps : [steps] };
    const { status, answer } = await this.#send('POST', `/v1/layouts/${snapshot.id}/changes?${query}`, body);
    let changed;
    try {
      changed = snapshot.change(steps);
    } catch (error) {
      if (error.name !== 'ModuleProblem' || error.type === 'module-broken') throw error;
      this.counts.refusedChanges += 1;
      this.#compareRefusals(status, answer, error, message);
      return null;
    }
    if (status === 422 && answer.type.endsWith('/cannot-lay-out')) {
      assert.throws(() => changed.layout(layout.containerExtent, layout), { type: 'cannot-lay-out' }, message);
      return null;
    }
    assert.ok(status === 200 || status === 201, `${message}: ${status} ${JSON.stringify(answer)}`);
    this.#compareObjects(changed, answer, message);
    const after = changed.layout(layout.containerExtent, layout);
    assert.deepEqual(after.contentSize, answer.contentSize, message);
    const change = after.changeFrom(layout, { bounds, inset, anchor, transition: { appearScale } });
    assert.deepEqual(change, answer.change, message);
    assert.deepEqual(after.elements(change.bounds).elements, answer.elements, message);
    assert.deepEqual(after.special(change.bounds, inset), answer.special, message);
    this.counts.changes += 1;
    this.counts.transitions += change.transition.length;
    return after;
  }

  /** A random list, scrolled and changed some times. */
  async list({ seed, snapshot, extent, turns }) {
    const known = await this.snapshot(snapshot, extent, `seed ${seed}`);
    if (!known) return;
    let { layout } = known;
    const held = [known.snapshot, layout];
    for (const [turn, { places, anchor, steps }] of turns.entries()) {
      const message = `seed ${seed}, turn ${turn}`;
      for (const { bounds, inset, point } of places) await this.bounds(layout, bounds, inset, message, point);
      const [{ bounds, inset }] = places;
      const after = await this.change(layout, steps, { bounds, inset, anchor }, `${message}: ${JSON.stringify(steps)}`);
      if (!after) continue;
      held.push(after.snapshot, after);
      layout = after;
    }
    for (const one of held) one.close();
  }
}
