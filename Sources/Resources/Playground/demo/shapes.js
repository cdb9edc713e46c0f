import { effects, Feed, frames, LayoutService } from '../../client/index.js';
import '../page/frame.js';
import { made } from '../page/made.js';
import { countText } from '../page/numbers.js';
import { random } from '../photo/chance.js';
import { drawPhoto } from '../photo/photo.js';

const part = (id) => document.getElementById(id);
const scroller = part('scroller');

/** A row of cells that scrolls sideways, with one of them in the middle at each end. */
const row = (effect, { count = 100_000, width = 200, height = 200, unit = width } = {}) => (values) => {
  const [beside, above] = [(scroller.clientWidth - width) / 2, (scroller.clientHeight - height) / 2].map((room) => Math.max(0, room));
  const options = effect === 'wheel' ? { unit, height, ...values } : { unit, ...values };
  return {
    scrollDirection: 'horizontal', engine: 'column',
    metrics: { sectionInset: { left: beside, right: beside, top: above, bottom: above }, effect: effects[effect](options) },
    sections: [{ items: { count, width } }],
  };
};

/** Longitude and latitude, in degrees. */
const places = [
  [-9.1, 38.7], [-3.7, 40.4], [2.4, 48.9], [-0.1, 51.5], [4.9, 52.4], [12.6, 55.7], [18.1, 59.3], [24.9, 60.2], [10.8, 59.9], [21, 52.2],
  [14.4, 50.1], [16.4, 48.2], [12.5, 41.9], [23.7, 38], [29, 41], [31.2, 30], [36.8, -1.3], [18.4, -33.9], [77.2, 28.6], [103.8, 1.4],
  [116.4, 39.9], [139.7, 35.7], [151.2, -33.9], [174.8, -36.8], [-58.4, -34.6], [-43.2, -22.9], [-99.1, 19.4], [-74, 40.7], [-122.4, 37.8],
];

/**
 * Each shape by its name: `snapshot` makes it of the values of the sliders, and `sliders` has the least value, the greatest one, and the first
 * one of each.
 */
const shapes = {
  'Cover flow': { snapshot: row('coverFlow'), sliders: { tilt: [0, 1, 0.9], spacing: [0, 1, 0.25], perspective: [100, 2000, 500] } },
  Carousel: { snapshot: row('carousel', { width: 220 }), sliders: { scale: [0, 1.5, 0.6], alpha: [0, 1, 0.6] } },
  Wheel: { snapshot: row('wheel', { width: 140, height: 180 }), sliders: { count: [8, 40, 14] } },
  Cylinder: { snapshot: row('cylinder', { width: 120 }), sliders: { count: [6, 30, 12], perspective: [200, 2000, 500] } },
  Cube: { snapshot: row('cube', { width: 260, height: 260 }), sliders: { perspective: [200, 3000, 1000] } },
  Stack: { snapshot: row('stack', { width: 220, height: 280 }), sliders: { count: [2, 12, 4], scale: [0, 0.2, 0.12], offset: [0, 0.3, 0.1] } },
  Cards: { snapshot: row('cards', { width: 220, height: 280 }), sliders: { scale: [0.2, 1, 0.7], spacing: [0, 1, 0.4], alpha: [0.1, 1, 0.5] } },
  Pile: {
    sliders: { count: [5, 400, 80], turn: [0, 180, 25] },
    snapshot({ count, turn }) {
      const numbers = random(7);
      const [width, height] = [scroller.clientWidth - 160, scroller.clientHeight - 140];
      return {
        engine: 'fixed',
        sections: [{
          items: Array.from({ length: count }, () => {
            const angle = (numbers() * 2 - 1) * turn * Math.PI / 180;
            const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
            return { x: numbers() * width, y: numbers() * height, width: 160, height: 120, transform: [cosine, sine, -sine, cosine, 0, 0] };
          }),
        }],
      };
    },
  },
  Shelf: {
    sliders: { count: [10, 2000, 300], board: [0, 30, 14] },
    snapshot({ count, board }) {
      const numbers = random(3);
      return {
        engine: 'flow',
        metrics: {
          lineAlignment: 'leading', itemAlignment: 'trailing', minimumLineSpacing: 24, minimumInteritemSpacing: 2, sectionInset: { top: 16, left: 16, right: 16 },
          shelf: { color: '#8a5a2b', height: board, insets: { left: -16, right: -16, bottom: -board } }, background: { color: '#c79a6b' },
        },
        sections: [{ items: Array.from({ length: count }, () => ({ width: 24 + numbers() * 40, height: 130 + numbers() * 80 })) }],
      };
    },
  },
  Map: {
    sliders: { size: [8, 60, 28] },
    snapshot: ({ size }) => ({
      engine: 'fixed', metrics: { designWidth: 360 },
      sections: [{
        items: places.map(([longitude, latitude]) => {
          const extent = size * 360 / scroller.clientWidth;
          return { x: longitude + 180 - extent / 2, y: 90 - latitude - extent / 2, width: extent, height: extent };
        }),
      }],
    }),
  },
  Circle: {
    sliders: { count: [1, 60, 12], size: [20, 160, 90] },
    snapshot: ({ count, size }) => ({
      engine: 'fixed',
      sections: [{ items: frames.circle(count, { itemSize: { width: size, height: size }, width: scroller.clientWidth, height: scroller.clientHeight }) }],
    }),
  },
};

/** The number of the selected cell. */
let selected = null;
let feed = null;
let shown = shapes['Cover flow'];
let values = {};

function node({ kind, item, frame }, reused) {
  const cell = reused ?? made('div');
  if (kind !== 'cell') {
    cell.className = kind;
    return cell;
  }
  if (!reused) cell.append(made('canvas'));
  cell.className = 'tile';
  cell.ariaLabel = `Photo ${item + 1}`;
  cell.dataset.item = item;
  cell.ariaSelected = `${item === selected}`;
  drawPhoto(cell.firstElementChild, item, frame);
  return cell;
}

/** Selects a cell, or none. The browser finds turned ones. */
function select(item) {
  selected = item === selected ? null : item;
  for (const cell of scroller.querySelectorAll('[data-item]')) cell.ariaSelected = `${Number(cell.dataset.item) === selected}`;
  tell();
}

function tell() {
  const count = feed.layout?.snapshot.itemCount ?? 0;
  part('state').textContent = `${countText(count, 'photo')}${selected === null ? '' : `, photo ${selected + 1} selected`}`;
}

async function show() {
  const snapshot = shown.snapshot(values);
  await feed.update(snapshot);
  tell();
}

/** The sliders of the shape. */
function sliders() {
  return Object.entries(shown.sliders).map(([name, [min, max, value]]) => {
    const input = made('input', { type: 'range', min, max, step: max > 4 ? 1 : 0.01, value, name });
    values[name] = value;
    input.addEventListener('input', () => {
      values[name] = Number(input.value);
      show();
    });
    return made('label', {}, `${name} `, input);
  });
}

async function begin(name) {
  feed?.close();
  shown = shapes[name];
  [values, selected] = [{}, null];
  part('sliders').replaceChildren(...sliders());
  const { scrollDirection = 'vertical' } = shown.snapshot(values);
  scroller.classList.toggle('sideways', scrollDirection === 'horizontal');
  feed = new Feed(scroller, { service, node });
  await show();
}

const service = await LayoutService.local();
part('shape').append(...Object.keys(shapes).map((name) => made('option', {}, name)));
part('shape').addEventListener('change', () => begin(part('shape').value));
scroller.addEventListener('click', ({ target }) => {
  const cell = target.closest('[data-item]');
  if (cell) select(Number(cell.dataset.item));
});
await begin(part('shape').value);
