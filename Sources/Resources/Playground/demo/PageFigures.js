import { bytesText } from '../page/numbers.js';
import { root } from '../page/root.js';

/** The costs of a page: the bytes received from the service, and its memory. */
export class PageFigures {
  #received = 0;

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { name, transferSize } of list.getEntries()) {
        if (new URL(name).pathname.startsWith(`${root}/v1/`)) this.#received += transferSize;
      }
    });
    observer.observe({ type: 'resource', buffered: true });
  }

  /** The texts of these figures; memory only if the browser reports it. */
  get texts() {
    const memory = performance.memory?.usedJSHeapSize;
    return [`${bytesText(this.#received)} received`, ...memory ? [`${bytesText(memory)} of memory`] : []];
  }
}
