// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The program Benchmarks, which does a round of what is measured for each line of its input. */
export class NativeProgram {
  #process;
  #lines;

  /** @param {string} path */
  constructor(path) {
    this.#process = spawn(path, ['--beside-module'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /**
   * One round.
   *
   * @param {import('./lists.mjs').List} list
   * @param {number} round
   * @param {number} turns how often it is posted and laid out
   * @param {[string, number][]} edits with how often each is done
   * @returns {Promise<any>} nanoseconds
   */
  async round({ kind, count }, round, turns, edits) {
    this.#process.stdin.write(`${[kind, count, round, turns, ...edits.map((edit) => edit.join(':'))].join(' ')}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('The program Benchmarks has ended.');
    return JSON.parse(value);
  }

  close() {
    this.#process.stdin.end();
  }
}
