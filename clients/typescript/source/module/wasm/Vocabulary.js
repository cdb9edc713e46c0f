// @ts-check

/** @typedef {{ name: string, place: number, form: string, detail: any }} Metric */

/** What a snapshot may say, as the module says it. */
export class Vocabulary {
  /**
   * @param {string} text of the module
   * @param {Float64Array} numbers
   */
  constructor(text, numbers) {
    const { engines, styles, metrics, limits } = JSON.parse(text);
    /** @type {readonly string[]} the engines, by their places */
    this.engines = engines;
    /** @type {readonly string[]} the styles of segments, by their places */
    this.styles = styles;
    /** @type {ReadonlyMap<string, Metric>} */
    this.metrics = new Map(metrics.map((/** @type {any[]} */ [name, form, detail], /** @type {number} */ place) => (
      [name, { name, place, form, detail }])));
    this.metricNames = [...this.metrics.keys()];
    /** @type {Readonly<Record<string, number>>} the most of each kind */
    this.limits = Object.fromEntries(limits.map((/** @type {string} */ name, /** @type {number} */ place) => [name, numbers[place]]));
  }
}
