import { checkOptions, described } from '../steps/options.js';
import { firstScreen } from '../viewport/firstScreen.js';
import { readJSON } from './jsonText.js';
import { taskEnd } from './ModuleHandle.js';
import { localProblem } from '../service/localProblem.js';
import { explaining, refusing } from './refusing.js';
import { LocalSnapshot } from './LocalSnapshot.js';
import { StepHistory } from './StepHistory.js';
import { sharedModule } from './sharedModule.js';
import { checkSnapshot } from '../service/stepList.js';
import type { FirstScreenOptions, LocalOptions, LocalServiceOptions, Margins, Rect, Section, SnapshotBody } from '../../types/index.js';
import type { LocalLayout } from './LocalLayout.js';
import type { Far } from './LocalSnapshot.js';
import type { ResolvedSource } from './sources/ResolvedSource.js';
import type { LayoutModule, ModuleSnapshot } from './wasm/LayoutModule.js';

/** `options`: those for other layouts; `far`: sections that have not been read. */
type Parts = { options?: LocalOptions, far?: Far };

/** If the module's memory has grown by this number of bytes, garbage-collected objects are freed. */
const bytesAtOnce = 2 ** 20;

/**
 * Lays out in the page, without a network: `await LayoutService.local()`. It posts and finds snapshots as a `LayoutService` does, with
 * exactly the same numbers and ids in its answers. It has no documents and gives no warnings.
 */
export class LocalService {
  #module;
  /** The posted snapshots that are still referenced, by id. */
  #known: Map<string, WeakRef<LocalSnapshot>> = new Map();
  #knownMax = 64;
  /** The size of the module's memory at the last check. */
  #byteCount = 0;

  /** @private */
  constructor(layoutModule: LayoutModule) {
    this.#module = layoutModule;
  }

  /**
   * @param isAgain whether the shared module has been asked for, and has not come
   * @internal
   */
  static async load(options: LocalServiceOptions = {}, isAgain = false) {
    checkOptions('local', options, ['module']);
    return new LocalService(await sharedModule(options.module, isAgain));
  }

  /**
   * The record of a section that is laid out alone. Its digest equals that of the service.
   *
   * @param extent a container extent at which it can be laid out
   * @internal
   */
  alone(directions: { scrollDirection: any, layoutDirection: any }, section: any, extent: number): Section {
    const known = refusing(() => this.#module.snapshot({ ...directions, sections: [section] }));
    this.#module.instance.forgetInput();
    try {
      const laid = refusing(() => known.layout(extent));
      const [section] = laid.sections(0, 1);
      laid.close();
      return section;
    } finally {
      known.close();
    }
  }

  /** The version of the rules, on which ids depend. */
  get rulesVersion(): number {
    return this.#module.rulesVersion;
  }

  /**
   * Posts a snapshot.
   *
   * @throws Problem as the service answers it, such as `invalid-snapshot` with a pointer to each mistake
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<LocalSnapshot>;
  /** Posts a snapshot, and lays it out. `bounds` and `pageLength` have no effect. */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<LocalLayout>;
  async post(
    snapshot: SnapshotBody,
    options: { width?: number, height?: number, margins?: Margins, bounds?: Rect, pageLength?: number, signal?: AbortSignal } = {},
  ): Promise<any> {
    checkOptions('post', options, ['width', 'height', 'margins', 'bounds', 'pageLength', 'signal']);
    const { width, height, signal } = options;
    signal?.throwIfAborted();
    const isLayout = firstScreen(options) !== null;
    const body = await bodyOf(snapshot);
    await taskEnd(this.#hasGrown());
    signal?.throwIfAborted();
    const { posted, source } = await this.posted(body);
    const { known } = posted;
    const warnings = (source ?? known).hasUnread ? await this.#notRead(body, known.isHorizontal, source) : [];
    const place = source && ((section: number) => source.pointer(section));
    posted.warn(warnings, null, place);
    if (!isLayout) return posted;
    const extent = posted.scrollDirection === 'horizontal' ? height : width;
    if (extent === undefined) {
      const [wrong, right] = width === undefined ? ['height', 'width'] : ['width', 'height'];
      throw localProblem('bad-parameter', `The layout scrolls ${posted.scrollDirection}ly: give ${right} instead.`, [
        { parameter: wrong, code: 'not-allowed' },
      ]);
    }
    const lay = () => posted.layoutNow(extent, options.margins);
    const layout = source ? source.pointing(lay) : lay();
    posted.warn(warnings, layout.placed, place);
    return layout;
  }

  /** Holds a snapshot that may have a source. @internal */
  async posted(body: any, parts?: Parts): Promise<{ posted: LocalSnapshot, source: ResolvedSource | null }> {
    if (body?.source === undefined) return { posted: await explaining(() => this.hold(body, parts)), source: null };
    // Loaded on first use.
    const [{ readSource }] = await Promise.all([import('./sources/treeCalls.js'), this.#module.complete()]);
    return await explaining(() => {
      const read = () => readSource(this.#module, body);
      const { known, source, explicitItemCount } = refusing(read);
      const history = StepHistory.of(this.#module, body, explicitItemCount, () => read().known);
      const posted = this.#held(known, history, body, parts);
      posted.source = source.answer;
      return { posted, source };
    });
  }

  /**
   * Warnings for members of a snapshot that are not read; none if the messages cannot be loaded.
   *
   * @param isHorizontal whether it scrolls horizontally
   */
  async #notRead(body: any, isHorizontal: boolean, source: ResolvedSource | null) {
    const words = await import('./advice.js').catch(() => null);
    return words ? new words.Advice({ vocabulary: this.#module.instance.vocabulary, form: 'snapshot', value: body, isHorizontal }).notRead(source?.warned) : [];
  }

  /**
   * A snapshot that was posted before, as long as it is referenced somewhere in the page.
   *
   * @throws Problem `layout-not-found`
   */
  async snapshot(id: string, options: { restore?: unknown; signal?: AbortSignal } = {}): Promise<LocalSnapshot> {
    checkOptions('snapshot', options, ['restore', 'signal']);
    options.signal?.throwIfAborted();
    const known = this.#known.get(id)?.deref();
    if (!known || known.isClosed) throw localProblem('layout-not-found', `${described(id)} was not posted here, or is not held any more.`);
    return known;
  }

  /** @internal */
  hold(body: any, parts?: Parts) {
    const known = refusing(() => this.#module.snapshot(body));
    return this.#held(known, StepHistory.of(this.#module, body), body, parts);
  }

  #held(known: ModuleSnapshot, history: StepHistory, { layoutDirection = 'ltr' }: any, parts: Parts = {}) {
    const { options = { module: this.#module }, far = null } = parts;
    this.#module.instance.forgetInput();
    const snapshot = new LocalSnapshot(known, { layoutDirection, history, uploads: null, options, far });
    this.#known.set(snapshot.id, new WeakRef(snapshot));
    if (this.#known.size > this.#knownMax) this.#forget();
    return snapshot;
  }

  /** Whether the module's memory has grown so much that garbage-collected objects should be freed. */
  #hasGrown() {
    const { byteCount } = this.#module;
    if (byteCount - this.#byteCount < bytesAtOnce) return false;
    this.#byteCount = byteCount;
    return true;
  }

  /** Forgets garbage-collected snapshots. All calls together take as many steps as there were posts. */
  #forget() {
    for (const [id, reference] of this.#known) if (!reference.deref()) this.#known.delete(id);
    this.#knownMax = Math.max(64, 2 * this.#known.size);
  }
}

/** A snapshot as a value. */
export async function bodyOf(snapshot: SnapshotBody) {
  const isText = typeof snapshot === 'string' || snapshot instanceof Blob
    || snapshot instanceof ArrayBuffer || ArrayBuffer.isView(snapshot);
  if (isText) return await readJSON(snapshot);
  checkSnapshot(snapshot);
  return snapshot;
}
