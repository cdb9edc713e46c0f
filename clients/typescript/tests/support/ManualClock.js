// Files that are loaded at their first use are loaded here, so that tests need not wait for them.
import '../../built/source/documents/Follower.js';
import '../../built/source/viewport/keptPages.js';

/** A clock that does not advance until it is moved. */
export class ManualClock {
  time = 1_000_000;
  #next = 1;
  #scheduled = new Map();

  now() {
    return this.time;
  }

  schedule(callback, milliseconds) {
    this.#scheduled.set(this.#next, { callback, time: this.time + milliseconds });
    return this.#next++;
  }

  cancel(handle) {
    this.#scheduled.delete(handle);
  }

  /** Milliseconds until what is scheduled, ascending. */
  get pending() {
    return [...this.#scheduled.values()].map(({ time }) => time - this.time).sort((left, right) => left - right);
  }

  /** Moves on, calls what is due, and lets what follows from it happen. */
  async advance(milliseconds) {
    this.time += milliseconds;
    const due = [...this.#scheduled].filter(([, { time }]) => time <= this.time);
    for (const [handle, { callback }] of due.sort((left, right) => left[1].time - right[1].time)) {
      if (this.#scheduled.delete(handle)) callback();
    }
    await settled();
  }
}

/** Waits until everything has happened that waits for nothing outside of this process. */
export async function settled() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until something is so. Only what is broken takes a minute. */
export async function until(condition) {
  const end = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`This was not so within a minute: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
