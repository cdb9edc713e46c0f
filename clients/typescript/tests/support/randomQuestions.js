import { randomBounds, randomInset } from './randomLayout.js';

/** Questions about scrolling of a layout, most of which it can answer. */
export class RandomQuestions {
  #random;
  #layout;
  #counts;

  /**
   * @param layout with its size and directions
   * @param counts how many items each section has
   */
  constructor(random, layout, counts) {
    this.#random = random;
    this.#layout = layout;
    this.#counts = counts;
  }

  #place() {
    const inset = randomInset(this.#random);
    return { bounds: randomBounds(this.#random, this.#layout), ...(inset ? { inset } : {}) };
  }

  /** A point that is mostly in the content. */
  #point() {
    const { width, height } = this.#layout.contentSize;
    return { x: this.#random.extent(-60, width + 60), y: this.#random.extent(-60, height + 60) };
  }

  #velocity() {
    const speed = () => this.#random.pick([0, -300, 250, 900, -4000]);
    return { x: speed(), y: speed() };
  }

  /** An item that is mostly there. */
  item() {
    const filled = [...this.#counts.keys()].filter((section) => this.#counts[section] > 0);
    if (filled.length === 0 || this.#random.chance(0.05)) return { section: this.#random.whole(0, 20), item: this.#random.whole(0, 500) };
    const section = this.#random.pick(filled);
    return { section, item: this.#random.whole(0, this.#counts[section] - 1) };
  }

  target() {
    const random = this.#random;
    const place = this.#place();
    const position = random.chance(0.8) ? { position: random.pick(['start', 'center', 'end', 'nearest']) } : {};
    switch (random.whole(0, 5)) {
      case 0: return { ...place, header: { section: random.whole(0, this.#counts.length), index: random.whole(0, 2) }, ...position };
      case 1: return { ...place, snap: 'nearest', proposed: this.#point() };
      case 2: return { ...place, page: random.extent(1, 700), proposed: this.#point(), ...(random.chance(0.7) ? { velocity: this.#velocity() } : {}) };
      case 3: return { ...place, keep: random.chance(0.3) ? this.item() : random.pick(['first', 'end']), ...this.#before() };
      default: return { ...place, item: this.item(), ...position };
    }
  }

  /** The earlier viewport, mostly in a layout of another width. */
  #before() {
    const random = this.#random;
    const { scrollDirection } = this.#layout;
    const before = { previous: randomBounds(random, this.#layout) };
    if (random.chance(0.5)) before.previousExtent = random.extent(60, 500);
    else if (random.chance(0.5)) before.previous[scrollDirection === 'horizontal' ? 'height' : 'width'] = random.extent(60, 500);
    const previousInset = randomInset(random);
    return { ...before, ...(previousInset ? { previousInset } : {}) };
  }

  window() {
    const random = this.#random;
    const place = this.#place();
    const request = { ...place };
    if (random.chance(0.8)) {
      request.previous = random.chance(0.6) ? moved(place.bounds, random.extent(-300, 300)) : randomBounds(random, this.#layout);
      if (random.chance(0.6)) request.previousVelocity = this.#velocity();
    }
    if (random.chance(0.7)) request.velocity = this.#velocity();
    if (random.chance(0.5)) request.ahead = random.pick([0, 0.5, 1, 2.5]);
    if (random.chance(0.3)) request.speed = random.pick([0, 1, 50]);
    return request;
  }

  reorder() {
    const place = this.#place();
    const target = this.#random.chance(0.6) ? { target: this.item() } : {};
    return { ...place, item: this.item(), ...target, point: this.#point() };
  }
}

function moved(bounds, distance) {
  return { ...bounds, x: bounds.x + distance / 10, y: bounds.y + distance };
}
