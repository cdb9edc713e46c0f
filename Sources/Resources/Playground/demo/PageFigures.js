import { bytesText } from '../page/numbers.js';

/** What a page costs: the bytes that it has received from the service, and the memory that it takes. */
export class PageFigures {
  #received = 0;

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { name, transferSize } of list.getEntries()) {
        if (new URL(name).pathname.startsWith('/v1/')) this.#received += transferSize;
      }
    });
    observer.observe({ type: 'resource', buffered: true });
  }

  /** In words: memory only where the browser tells it. */
  get texts() {
    const memory = performance.memory?.usedJSHeapSize;
    return [`${bytesText(this.#received)} received`, ...memory ? [`${bytesText(memory)} of memory`] : []];
  }
}
