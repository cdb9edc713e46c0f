import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cssTransform } from '../../built/index.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { FeedNodes } from '../../built/source/feed/FeedNodes.js';
import { Axis } from '../../built/source/viewport/pages/Axis.js';
import { elementList } from '../../built/source/viewport/pages/elementList.js';
import { Page } from '../../built/source/viewport/pages/Page.js';

test('the matrix of an element is a value of CSS', () => {
  assert.equal(cssTransform({}), 'none');
  assert.equal(cssTransform({ transform: [1, 0.5, -0.5, 1, 3, 4] }), 'matrix(1, 0.5, -0.5, 1, 3, 4)');
  const numbers = Array.from({ length: 16 }, (_, place) => place);
  assert.equal(cssTransform({ transform3D: numbers }), `matrix3d(${numbers.join(', ')})`);
});

globalThis.getComputedStyle = () => ({ margin: '0px' });

/** Nodes of cells that say something beside their frames, drawn by a host that gives each element a node of its own. */
function drawing(nodeOf = () => ({ style: {} })) {
  const made = new Map();
  const host = {
    fill(shown) {
      if (shown.node) shown.release();
      made.set(shown.id, made.get(shown.id) ?? nodeOf());
      if (shown.node !== made.get(shown.id)) shown.take(made.get(shown.id));
    },
    arrange() {},
    retire(shown) { shown.release(); },
    close() {},
  };
  const axis = new Axis('vertical', 'ltr', { width: 100, height: 1000 });
  const nodes = new FeedNodes(null, host);
  return (cells, isRefilled = false, special = []) => {
    const elements = cells.map((cell, item) => ({ category: 'cell', section: 0, item, frame: { x: 0, y: 10 * item, width: 100, height: 10 }, ...cell }));
    const page = new Page(0, axis.across(0, 1000), [elementList({ elements })], { sections: [] }, axis);
    const viewport = { layout: { axis }, special, forEach: (visit) => { for (let index = 0; index < page.count; index += 1) visit(page, index); } };
    nodes.draw(viewport, {
      offset: 0, names: new FeedNames({ sections: [{ items: cells.length }] }), isRefilled, isFree: () => false, isFreeAcross: false,
    });
    return { all: nodes.all, styles: nodes.all.map(({ node }) => node.style) };
  };
}
const look = ({ opacity, transform, transformOrigin, backgroundColor, zIndex }) => [opacity, transform, transformOrigin, backgroundColor, zIndex];

test('nodes show what their elements say, and no longer when they say it no more', () => {
  const draw = drawing();
  const { styles } = draw([{ alpha: 0.5, zIndex: 7, backgroundColor: 'red' }, {}, { transform: [1, 0, 0, 1, 2, 3] }]);
  assert.deepEqual(styles.map(look), [
    ['0.5', undefined, undefined, 'red', '7'], [undefined, undefined, undefined, undefined, '0'],
    [undefined, 'matrix(1, 0, 0, 1, 2, 3)', 'center', undefined, '0'],
  ]);
  const [first, second, third] = draw([{}, { alpha: 0 }, { transform3D: Array(16).fill(1) }]).styles;
  assert.deepEqual([first.opacity, first.backgroundColor, first.zIndex, second.opacity], [undefined, undefined, '0', '0']);
  assert.equal(third.transform, `matrix3d(${Array(16).fill(1).join(', ')})`);
});

test('what a page sets on nodes stays unless elements say something else, and comes back after that', () => {
  const draw = drawing(() => ({ style: { opacity: '0.9', backgroundColor: 'white' } }));
  const shown = (...cells) => draw(cells).styles.map(({ opacity, backgroundColor }) => `${opacity} ${backgroundColor}`);
  assert.deepEqual(shown({ alpha: 0.5 }, {}), ['0.5 white', '0.9 white']);
  assert.deepEqual(shown({}, { backgroundColor: 'red' }), ['0.9 white', '0.9 red']);
  // A node that is filled again, or no longer shown, is as the page has left it.
  assert.deepEqual(draw([{ alpha: 0.1 }, {}], true).styles.map(({ opacity }) => opacity), ['0.1', '0.9']);
  const { all: [{ node }] } = draw([{ alpha: 0.2 }]);
  draw([]);
  assert.equal(node.style.opacity, '0.9');
});

test('hidden cells have no nodes', () => {
  const draw = drawing();
  assert.deepEqual(draw([{}, { hidden: true }, {}]).all.map(({ number }) => number), [0, 2]);
  assert.deepEqual(draw([{ hidden: true }, {}, {}]).all.map(({ number }) => number).sort(), [1, 2]);
});

test('headers that pin show their colours', () => {
  const header = { category: 'supplementary', kind: 'header', section: 0, index: 0, frame: { x: 0, y: 0, width: 100, height: 10 }, zIndex: 9000, backgroundColor: 'blue' };
  const { all } = drawing()([{}], false, [header]);
  assert.deepEqual(all.map(({ kind, node }) => [kind, node.style.backgroundColor, node.style.zIndex]).sort(), [['cell', undefined, '0'], ['header', 'blue', '9000']]);
});
