import { pauseSeconds } from '../service/backoff.js';
import { Problem } from '../service/Problem.js';
import { mayPass } from '../service/Transport.js';
import { resizeStep } from './measurements.js';
import { isListed } from '../steps/memberValues.js';
import type { Clock, ItemMeasurement, Step } from '../../types/index.js';
import type { Snapshot } from '../service/Snapshot.js';

/** The most steps that the service applies at one time. */
const maximumSteps = 1000;
/** The longest pause between two attempts, and the base of the first pause, in seconds. */
const [maximumPauseSeconds, leastPauseSeconds] = [60, 0.5];

/**
 * The most branches of one posted layout, which are layouts from which no other one was made, that are sent; if there are more, the first
 * ones are not sent.
 */
const maximumBranches = 16;

/** Decides when to send: after a while, the last layout of each chain of derived layouts. */
class Schedule {
  #clock;
  #seconds;
  #failures = 0;
  #error: unknown = null;
  #last: Set<UploadQueue> = new Set();
  #isWaiting = false;

  constructor(clock: Clock, seconds: number) {
    this.#clock = clock;
    this.#seconds = seconds;
  }

  want(uploads: UploadQueue) {
    this.#last.add(uploads);
    if (uploads.parent) this.#last.delete(uploads.parent);
    if (this.#last.size > maximumBranches) this.#last.delete([...this.#last][0]);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const first = 2 * Math.max(this.#seconds, leastPauseSeconds);
    const seconds = this.#failures === 0 ? this.#seconds
      : pauseSeconds(this.#failures, { first, most: Math.max(maximumPauseSeconds, first), error: this.#error });
    this.#clock.schedule(() => this.#tell(), seconds * 1000);
  }

  async #tell() {
    const queues = [...this.#last];
    this.#last.clear();
    const again: UploadQueue[] = [];
    let failures = 0;
    for (const uploads of queues) {
      await uploads.told().catch((error) => {
        failures = this.#failures + 1;
        this.#error = error;
        // An error that is not temporary is not repeated; `told` throws it.
        if (mayPass(error)) again.push(uploads);
      });
    }
    this.#failures = failures;
    this.#isWaiting = false;
    const next = [...this.#last];
    for (const uploads of [...again.filter((one) => !next.some((other) => other.isAfter(one))), ...next]) this.want(uploads);
  }
}

/** Sends a layout that was changed in the page to the service, as steps from a layout that the service has. */
export class UploadQueue {
  #schedule;
  /** The layout before the steps; null once this one is sent. */
  #parent: UploadQueue | null = null;
  #steps: readonly Step[] = [];
  #id;
  #told: Promise<Snapshot> | null = null;

  constructor(schedule: Schedule, id: string | null) {
    this.#schedule = schedule;
    this.#id = id;
  }

  /**
   * The uploads of a snapshot that the service has.
   *
   * @param seconds for which steps are collected
   */
  static from(served: Snapshot, clock: Clock, seconds: number) {
    const uploads = new UploadQueue(new Schedule(clock, seconds), served.id);
    uploads.#told = Promise.resolve(served);
    return uploads;
  }

  /**
   * The uploads of the snapshot after steps.
   *
   * @param steps that must not be modified
   * @param id null if it is not known here
   */
  after(steps: readonly Step[], id: string | null) {
    const uploads = new UploadQueue(this.#schedule, id);
    uploads.#parent = this;
    uploads.#steps = steps;
    return uploads;
  }

  get parent() {
    return this.#parent;
  }

  /** Whether it was made from another one. */
  isAfter(other: UploadQueue) {
    for (let uploads = this.#parent; uploads; uploads = uploads.#parent) if (uploads === other) return true;
    return false;
  }

  /** Sends it to the service after a while, unless a layout derived from it is sent then. */
  soon() {
    this.#schedule.want(this);
  }

  /** The snapshot in the service. It is sent now if the service does not have it yet. */
  told(): Promise<Snapshot> {
    this.#told ??= this.#tell().catch((error) => {
      this.#told = null;
      throw error;
    });
    return this.#told;
  }

  async #tell() {
    const chain: UploadQueue[] = [];
    let first: UploadQueue = this;
    while (first.#parent) {
      // An earlier one may be being sent; then this waits for it.
      if (first !== this && first.#told) break;
      chain.push(first);
      first = first.#parent;
    }
    let snapshot = await first.told();
    const steps = gathered(chain.reverse().flatMap((uploads) => uploads.#steps));
    for (let start = 0; start < steps.length; start += maximumSteps) {
      const isLast = start + maximumSteps >= steps.length;
      snapshot = await snapshot.change(steps.slice(start, start + maximumSteps), isLast && this.#id ? { expect: { id: this.#id } } : {});
    }
    this.#parent = null;
    this.#steps = [];
    if (this.#id && snapshot.id !== this.#id) throw new Problem({ status: 422, title: 'The service names it otherwise' });
    return snapshot;
  }
}

/** The same steps, with consecutive measurements combined. */
export function gathered(steps: readonly Step[]): Step[] {
  const list: Step[] = [];
  let sizes: ItemMeasurement[] = [];
  const flush = () => {
    const step = resizeStep(sizes);
    if (step) list.push(step);
    sizes = [];
  };
  for (const step of steps) {
    const measured = measurements(step);
    if (measured) sizes.push(...measured);
    else {
      flush();
      list.push(step);
    }
  }
  flush();
  return list;
}

/** The individual sizes and members that a step sets; null if it does anything else. */
function measurements(step: Step) {
  if (Object.keys(step).some((name) => name !== 'resize' && name !== 'adjust')) return null;
  const sizes: any[] = [];
  for (const entry of step.resize ?? []) {
    if (!('at' in entry) || 'estimated' in entry) return null;
    const { section, at, widths, heights } = entry;
    if (!widths && !heights) return null;
    at.forEach((item, place) => sizes.push({
      section, item, ...(widths ? { width: widths[place] } : {}), ...(heights ? { height: heights[place] } : {}),
    }));
  }
  for (const { section, item: first, count, at, ...values } of step.adjust ?? []) {
    if (Object.keys(values).length === 0) continue;
    if (!at || !Object.entries(values).every(([name, value]) => isListed(name, value))) return null;
    at.forEach((item, place) => sizes.push({
      section, item, ...Object.fromEntries(Object.entries(values).map(([name, list]) => [name, (list as any)[place]])),
    }));
  }
  return sizes;
}
