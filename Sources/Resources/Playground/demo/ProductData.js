/** The times that the parts of the page take to load, in milliseconds. */
const takes = { ratings: 600, texts: 1400, trends: 900 };
/** The heights of a favourite without and with its note, in points. */
const [plainHeight, notedHeight] = [44, 80];

const information = [
  ['Seasons', '2'], ['Episodes', '24'], ['Language', 'Danish, with subtitles'], ['First shown', '2011'], ['Age', '12 and older'],
];
const status = ['On your list since May', 'A third season comes in the autumn'];
const description = 'Two sisters look after the last manned lighthouse of a small country. Ships pass, a film crew comes and leaves, a '
  + 'winter is longer than the stores. In each episode one of the two is wrong about the weather. The lamp is lit at dusk all the same.';
const places = ['The pier', 'The lamp room', 'The radio', 'The cellar', 'The other island', 'The mainland'];
const times = ['before the storm', 'at low tide', 'by night', 'in the fog'];
const texts = [
  ['Nothing happens, and I could not stop.', 'The fourth episode has no dialogue at all, and yet it is the one that I think of most.'],
  ['A slow series.', 'Give it three evenings. The weather is the main character, and it is a good one.'],
  ['For the sea alone.', 'My father kept a light for thirty years. He corrected two things, and was silent for the rest of the evening.'],
];
const trends = ['Lamp oil', 'Knitted hats', 'Barometers', 'The cat', 'Herring', 'Semaphore', 'The ending', 'Wool'];
const favourites = ['The pier by night', 'The cellar in the fog', 'The radio at low tide', 'The mainland by night', 'The pier in the fog'];
const note = 'To be watched again with my sister, on a day when it rains.';
const suggestions = ['The lamp room at low tide', 'The other island by night', 'The cellar before the storm'];

/** The names of the segments, in order. */
export const segments = ['Details', 'Episodes', 'Reviews', 'Trends', 'Favourites'];

/** A made-up series: the source of its page, the texts of its cells, and a service that answers late, and fails once. */
export class ProductData {
  /** The favourites with a note. */
  #noted = new Set();
  #requests = new Map();

  /** The page as it begins: what is not loaded yet is `initial`. */
  get snapshot() {
    return {
      engine: 'column', metrics: { rowHeight: 44 },
      globalHeaders: [{ data: 'title', height: 100, waits: true }], globalHeaderBackgroundColor: 'white',
      source: {
        id: 'product', selected: 0, headers: [{ data: 'segments', height: 44, pin: true }],
        children: [
          { id: 'details', children: [
            { id: 'status', items: status.length, metrics: { rowHeight: 60 } },
            { id: 'information', items: information.length, headers: [titled('Information')] },
            { id: 'description', items: [{ height: 120, estimated: true }], headers: [titled('Description')] },
          ] },
          { id: 'episodes', items: places.length * times.length },
          { id: 'reviews', placeholder: { data: 'reviews' }, children: [
            { id: 'ratings', state: 'initial', headers: [titled('Ratings')] },
            { id: 'texts', state: 'initial', headers: [titled('What people write')] },
          ] },
          { id: 'trends', state: 'initial', placeholder: { data: 'trends' } },
          { id: 'favourites', children: [
            { id: 'mine', headers: [titled('Favourites')], movable: true, editable: true, ...this.#listed(favourites) },
            { id: 'suggested', headers: [titled('You may like')], items: suggestions.length },
          ] },
        ],
      },
    };
  }

  /** How long the service takes to answer a request for a node, in milliseconds. */
  takes(id) {
    return takes[id];
  }

  /** What the service answers to a request for a node: its members. The first request for trends fails. */
  answer(id) {
    const count = (this.#requests.get(id) ?? 0) + 1;
    this.#requests.set(id, count);
    if (id === 'ratings') return { state: 'loaded', items: [{ height: 70 }] };
    if (id === 'texts') return { state: 'loaded', items: texts.map(() => ({ height: 88, estimated: true })) };
    if (count === 1) return { state: 'error' };
    return {
      state: 'loaded', items: trends.length,
      metrics: {
        rowHeight: 60, numberOfColumns: 2, minimumInteritemSpacing: 10, minimumLineSpacing: 10,
        sectionInset: { top: 10, left: 10, bottom: 10, right: 10 },
      },
    };
  }

  /**
   * The title and the text of an item.
   *
   * @param node as the tree has it
   */
  textOf(node, item) {
    switch (node.id) {
      case 'status': return [status[item], ''];
      case 'information': return information[item];
      case 'description': return ['', description];
      case 'episodes': return [`${item + 1}`, `${places[item % places.length]} ${times[Math.floor(item / places.length)]}`];
      case 'ratings': return ['4.6 of 5', '1204 ratings'];
      case 'texts': return texts[item];
      case 'trends': return [`${item + 1}`, trends[item]];
      case 'suggested': return [suggestions[item], ''];
      default: return [node.keys[item], this.#noted.has(node.keys[item]) ? note : ''];
    }
  }

  /** Writes a note on a favourite, or removes it. Returns the members that its node then has. */
  edit({ keys }, item) {
    if (!this.#noted.delete(keys[item])) this.#noted.add(keys[item]);
    return this.#listed(keys);
  }

  #listed(keys) {
    return { items: keys.map((key) => ({ height: this.#noted.has(key) ? notedHeight : plainHeight })), keys };
  }
}

function titled(data) {
  return { data, height: 30 };
}
