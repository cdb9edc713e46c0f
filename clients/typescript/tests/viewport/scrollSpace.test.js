import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScrollSpace } from '../../built/index.js';
import { Axis } from '../../built/source/viewport/pages/Axis.js';
import { ScrollRoom } from '../../built/source/viewport/ScrollRoom.js';
import { SeededRandom } from '../support/SeededRandom.js';

const extents = [1.6e7, 3e7, 5e10, 1e12, 2 ** 53];
const viewportExtent = 844;
const space = (contentExtent, options = {}) => new ScrollSpace({ contentExtent, viewportExtent, ...options });
/** The result of a scroll to a position. */
const scroll = (scrolls, position) => {
  const isPlaced = scrolls.scrolled(position);
  // A caller that is not told to set the position need not read it.
  if (!isPlaced) assert.equal(scrolls.position, Math.max(0, Math.min(position, scrolls.extent - viewportExtent)));
  return scrolls.origin;
};
/** Positions all over a scroller, and all near its ends. */
const positions = (travel) => [
  ...Array.from({ length: 2000 }, (_, index) => Math.round(index * travel / 1999)),
  ...Array.from({ length: 1000 }, (_, index) => index * 600), ...Array.from({ length: 1000 }, (_, index) => travel - index * 600),
].sort((left, right) => left - right);

test('a content that changes leads to another origin; a capped scroller stays where it is, but near an end', () => {
  const space = new ScrollSpace({ contentExtent: 1e9, viewportExtent: 800 });
  space.scrollTo(5e8);
  const { position } = space;
  assert.equal(space.resize({ contentExtent: 1e9 + 300, viewportExtent: 800, origin: 5e8 + 300 }), false);
  assert.deepEqual([space.origin, space.position, space.offset], [5e8 + 300, position, 5e8 + 300 - position]);
  space.scrolled(position + 10);
  assert.equal(space.origin, 5e8 + 310);
  assert.equal(space.resize({ contentExtent: 6e8, viewportExtent: 800, origin: 6e8 - 900 }), true);
  assert.deepEqual([space.origin, space.position], [6e8 - 900, space.extent - 900]);
  assert.equal(space.resize({ contentExtent: 5000, viewportExtent: 800, origin: 300.5 }), true);
  assert.deepEqual([space.origin, space.position, space.extent], [300.5, 300.5, 5000]);
  assert.equal(space.resize({ contentExtent: 5100, viewportExtent: 800, origin: 400.5 }), true);
  assert.equal(space.position, 400.5);
});

test('content that fits and is held stays where it is while the origin moves, until it rests or comes near an end', () => {
  const held = { viewportExtent: 800, isHeld: true };
  const space = new ScrollSpace({ contentExtent: 50_000, viewportExtent: 800 });
  space.scrollTo(20_000);
  assert.equal(space.resize({ ...held, contentExtent: 53_000, origin: 23_000 }), false);
  assert.deepEqual([space.origin, space.position, space.offset], [23_000, 20_000, 3000]);
  assert.equal(space.scrolled(19_990), false);
  assert.equal(space.origin, 22_990);
  assert.equal(space.resize({ ...held, contentExtent: 52_000 }), false);
  assert.equal(space.settle(), true);
  assert.deepEqual([space.origin, space.position, space.offset], [22_990, 22_990, 0]);
  assert.equal(space.resize({ ...held, contentExtent: 70_000, origin: 40_990 }), false);
  assert.equal(space.scrolled(500), false);
  assert.equal(space.origin, 18_500);
  assert.equal(space.scrolled(300), true);
  assert.deepEqual([space.origin, space.position], [18_300, 18_300]);
});

test('content that fits is scrolled as it is', () => {
  for (const contentExtent of [0, 100, 844, 845.5, 8e6]) {
    const fits = space(contentExtent);
    assert.equal(fits.isCapped, false);
    assert.equal(fits.extent, contentExtent);
    for (const position of [0, 0.25, 100, 1e6, 7.9e6]) {
      const most = Math.max(0, contentExtent - viewportExtent);
      assert.equal(scroll(fits, position), Math.min(most, position));
      assert.equal(fits.offset, 0);
      assert.equal(fits.settle(), false);
    }
  }
});

test('longer content has the longest scroller that browsers make', () => {
  for (const contentExtent of extents) {
    assert.equal(space(contentExtent).extent, 8e6);
    assert.equal(space(contentExtent).isCapped, true);
    assert.equal(space(contentExtent, { maximumExtent: 1e6 }).extent, 1e6);
  }
});

test('the longest scroller stays below what browsers count with, at any device pixel ratio', () => {
  for (const ratio of [0.25, 0.5, 1, 1.25, 1.5, 2, 2.625, 3, 3.5, 6, 15]) {
    const extent = ScrollSpace.maximumExtent(ratio);
    assert.ok(extent * ratio * 64 < 2 ** 31, String(ratio));
    assert.ok(extent * 60 < 2 ** 30, String(ratio));
    assert.equal(Math.fround(extent - 0.5), extent - 0.5, String(ratio));
  }
  for (const ratio of [0, -1, NaN, Infinity]) assert.throws(() => ScrollSpace.maximumExtent(ratio), RangeError);
});

test('positions and origins are mapped to each other, in order, from end to end', () => {
  for (const contentExtent of extents) {
    const map = space(contentExtent);
    const travel = map.extent - viewportExtent;
    assert.equal(map.originAt(0), 0);
    assert.equal(map.originAt(travel), contentExtent - viewportExtent);
    assert.equal(map.positionAt(0), 0);
    assert.equal(map.positionAt(contentExtent - viewportExtent), travel);
    let last = -1;
    for (const position of positions(travel)) {
      const origin = map.originAt(position);
      assert.equal(map.positionAt(origin), position, `${contentExtent} ${position}`);
      assert.ok(origin >= last, `${contentExtent} ${position}`);
      last = origin;
    }
    last = -1;
    for (const place of positions(contentExtent - viewportExtent)) {
      const position = map.positionAt(place);
      assert.ok(position >= last && position <= travel, `${contentExtent} ${place}`);
      last = position;
      // A whole position is at most half a point from where it should be.
      const between = (contentExtent - viewportExtent) / travel * 1.2;
      assert.ok(Math.abs(map.originAt(position) - place) <= between, `${contentExtent} ${place}`);
    }
  }
});

test('small scrolls move the content point for point, to the last bit', () => {
  for (const contentExtent of extents) {
    const random = new SeededRandom(contentExtent % 1000 + 7);
    const scrolls = space(contentExtent);
    for (const start of [0, 0.3, 0.77, 1]) {
      scrolls.scrollTo(start * (contentExtent - viewportExtent));
      for (let turn = 0; turn < 2000; turn += 1) {
        const { origin, position } = scrolls;
        const distance = random.whole(-1000, 1000);
        const target = position + distance;
        scrolls.scrolled(target);
        const expected = Math.max(0, Math.min(contentExtent - viewportExtent, origin + distance));
        assert.equal(scrolls.origin, expected, `${contentExtent} from ${origin} by ${distance}`);
        assert.equal(scrolls.position + scrolls.offset, scrolls.origin);
      }
    }
  }
});

test('fractions of a point add up exactly, too', () => {
  const scrolls = space(5e10);
  const origin = scrolls.scrollTo(2e10) && scrolls.origin;
  let { position } = scrolls;
  for (let turn = 1; turn <= 10_000; turn += 1) {
    position += 0.25;
    assert.equal(scroll(scrolls, position), origin + turn * 0.25);
  }
});

test('no rounding adds up: the offset stays the same while scrolls are small', () => {
  // The offset is below a power of two and the origin above it, and there doubles are half as fine.
  const scrolls = space(5e10);
  scrolls.scrollTo(2 ** 30 + 0.3);
  const { offset, position } = scrolls;
  for (let turn = 1; turn <= 10_000; turn += 1) scrolls.scrolled(position + turn / 10);
  assert.equal(scrolls.offset, offset);
  assert.equal(scrolls.origin, position + 1000 + offset);
});

test('a scroll to an end is the end, whatever the browser made of the position before', () => {
  const scrolls = space(5e10);
  for (const [place, position, end] of [[300.4, 0, 0], [5e10 - viewportExtent - 300.4, scrolls.extent - viewportExtent, 5e10 - viewportExtent]]) {
    scrolls.placed(Math.round(scrolls.scrollTo(place)));
    assert.equal(scroll(scrolls, position), end);
  }
});

test('positions ascend with origins where a zone begins, in viewports that are no whole number of points', () => {
  for (const height of [843.1, 843.7]) {
    const map = new ScrollSpace({ contentExtent: 5e10, viewportExtent: height });
    const zone = Math.floor((map.extent - height) / 32);
    for (const edge of [zone, 5e10 - height - zone]) {
      let last = 0;
      for (let step = -5000; step <= 5000; step += 10) {
        const position = map.positionAt(edge + step / 10);
        assert.ok(position >= last, `${height} ${edge} ${step}`);
        last = position;
      }
    }
  }
});

test('a drag leads where the map says, and both ends are reached', () => {
  for (const contentExtent of extents) {
    const drags = space(contentExtent);
    const travel = drags.extent - viewportExtent;
    for (const position of [travel / 2, travel, travel / 3, 0, travel * 0.9, 1e5]) {
      const target = Math.round(position);
      assert.equal(scroll(drags, target), drags.originAt(target));
      assert.equal(drags.position, target);
    }
    drags.scrolled(travel);
    assert.equal(drags.origin, contentExtent - viewportExtent);
    drags.scrolled(0);
    assert.equal(drags.origin, 0);
  }
});

test('a key for a page is a scroll, one pixel of the scrollbar is a drag, in viewports up to 2500 points', () => {
  for (const height of [100, 400, 844, 1200, 2160, 2500]) {
    const scroller = new ScrollSpace({ contentExtent: 5e10, viewportExtent: height });
    scroller.scrollTo(2e10);
    const { position } = scroller;
    assert.equal(scroll(scroller, position + height), 2e10 + height, `${height}`);
    const pixel = (scroller.extent - height) / height;
    const target = Math.round(scroller.position + pixel);
    assert.equal(scroll(scroller, target), scroller.originAt(target), `${height}`);
  }
});

test('however far small scrolls lead, they meet the end of the content and of the scroller together', () => {
  for (const contentExtent of [1.6e7, 3e7, 6e7]) {
    for (const direction of [1, -1]) {
      const scrolls = space(contentExtent, { maximumExtent: 1e6 });
      const last = contentExtent - viewportExtent;
      const travel = scrolls.extent - viewportExtent;
      scrolls.scrollTo(direction > 0 ? 0 : last);
      let moved = 0;
      // Without a rest, and as a browser does it: from the scroller's position, and only as far as it can scroll.
      while (moved < last) {
        const { position } = scrolls;
        const target = Math.max(0, Math.min(travel, position + direction * 500));
        assert.notEqual(target, position, `stuck at ${scrolls.origin}`);
        moved += 500;
        scrolls.scrolled(target);
        assert.equal(scrolls.origin, direction > 0 ? Math.min(last, moved) : Math.max(0, last - moved));
      }
      assert.equal(scrolls.position, direction > 0 ? travel : 0);
    }
  }
});

test('a rest puts the scroller back on the map, and leaves the content where it is', () => {
  const scrolls = space(5e10);
  scrolls.scrollTo(2e10);
  assert.equal(scrolls.settle(), false);
  const start = scrolls.position;
  for (let turn = 1; turn <= 100; turn += 1) scrolls.scrolled(start + turn * 1000);
  assert.equal(scrolls.origin, 2e10 + 100_000);
  assert.equal(scrolls.position, start + 100_000);
  assert.equal(scrolls.settle(), true);
  assert.equal(scrolls.origin, 2e10 + 100_000);
  assert.equal(scrolls.position, scrolls.positionAt(scrolls.origin));
  assert.ok(Math.abs(scrolls.position - start) < 50);
  // The browser tells of the position that was set: nothing moves.
  scrolls.scrolled(scrolls.position);
  assert.equal(scrolls.origin, 2e10 + 100_000);
});

test('a browser that rounds the position does not move the content', () => {
  const scrolls = space(5e10);
  scrolls.scrollTo(2e10 + 0.3);
  const rounded = scrolls.position - 0.2;
  scrolls.placed(rounded);
  assert.equal(scrolls.origin, 2e10 + 0.3);
  scrolls.scrolled(rounded);
  assert.equal(scrolls.origin, 2e10 + 0.3);
});

test('an overscroll, as some browsers report it, is the end', () => {
  const scrolls = space(5e10);
  assert.equal(scroll(scrolls, -80), 0);
  scrolls.scrollTo(5e10);
  assert.equal(scroll(scrolls, 8e6), 5e10 - viewportExtent);
});

test('a resize keeps the origin where it can', () => {
  const scrolls = space(5e10);
  scrolls.scrollTo(2e10);
  scrolls.resize({ contentExtent: 4e10, viewportExtent: 390 });
  assert.equal(scrolls.origin, 2e10);
  assert.equal(scrolls.position, scrolls.positionAt(2e10));
  scrolls.resize({ contentExtent: 1000, viewportExtent: 390 });
  assert.deepEqual([scrolls.origin, scrolls.position, scrolls.extent, scrolls.isCapped], [610, 610, 1000, false]);
  scrolls.resize({ contentExtent: 100, viewportExtent: 390 });
  assert.deepEqual([scrolls.origin, scrolls.position], [0, 0]);
});

test('all of 10^9 rows of 50 points can be brought into view by a drag and small scrolls', () => {
  const random = new SeededRandom(3);
  const scrolls = space(5e10);
  for (let turn = 0; turn < 200; turn += 1) {
    const target = random.whole(0, 999_999_983) * 50;
    scrolls.scrolled(scrolls.positionAt(target));
    assert.ok(Math.abs(scrolls.origin - target) < 5000);
    const way = target - scrolls.origin;
    for (let step = 0; step < 10; step += 1) {
      scrolls.scrolled(scrolls.position + way / 10);
    }
    assert.ok(Math.abs(scrolls.origin - target) < 1e-4, `${scrolls.origin} for ${target}`);
  }
});

test('extents out of range are refused', () => {
  for (const wrong of [
    { contentExtent: -1 }, { contentExtent: 2 ** 53 + 2 }, { contentExtent: NaN }, { viewportExtent: -1 }, { viewportExtent: NaN },
    { viewportExtent: 40_001 }, { maximumExtent: 9999 }, { maximumExtent: 1e9 + 1 },
  ]) assert.throws(() => new ScrollSpace({ contentExtent: 5e10, viewportExtent, ...wrong }), RangeError, JSON.stringify(wrong));
});

test('a list that is shorter than what is visible can be scrolled out of sight by the page', () => {
  const scroller = {
    view: { devicePixelRatio: 1 }, isDisplayed: true, isHeld: false, position: 500, room: [0, 0], refresh() {}, put: assert.fail,
  };
  const room = new ScrollRoom(scroller, () => ({ top: 0, left: 0, bottom: 0, right: 0 }));
  room.extent = 700;
  room.begin();
  assert.deepEqual([room.origin, room.isAway], [500, true]);
  room.fit(300, 500);
  const axis = new Axis('vertical', 'ltr', { width: 390, height: 300 });
  for (const [position, greatest, isAway] of [[500, 300, true], [100, 100, false], [0, 0, false]]) {
    scroller.position = position;
    room.follow(true);
    assert.deepEqual([room.limits(axis), room.origin, room.nearOrigin, room.isAway], [[0, greatest], position, greatest, isAway]);
  }
});
