import { fault, refusal } from '../../service/parameterFaults.js';
import { keptCells, positions, questionFaults } from '../../viewport/scrolling/questions.js';
import { anchor, anchored, named } from './moduleAnswers.js';
import { ModuleProblem } from './ModuleProblem.js';
import { NumberWriter } from './NumberWriter.js';
import type { EdgeInsets, Neighbors, Point, Rect, ReorderPreview, ScrollTarget, ScrollWindow } from '../../../types/index.js';
import type { ModuleLayout } from './LayoutModule.js';
import type { ModuleInstance } from './ModuleInstance.js';
import type { ParameterFault } from '../../service/parameterFaults.js';

export const noInset = { top: 0, left: 0, bottom: 0, right: 0 };
const noItem = { section: 0, item: 0 };
/** The kinds of targets, in the order of the module. */
const aims = ['item', 'header', 'snap', 'page', 'keep'];
const sides: (keyof Neighbors)[] = ['up', 'down', 'left', 'right'];
const sideNumbers = 6;
/** The number of numbers before the elements. */
const reorderNumbers = 13;
/** Whole numbers of the module have 32 bits. */
export const numberMax = 2 ** 31 - 1;

/** Where to scroll. */
export function target(instance: ModuleInstance, layout: ModuleLayout, request: any): ScrollTarget {
  check('target', request);
  const numbers = Question.at(request);
  const aim = aims.findIndex((name) => request[name] !== undefined);
  const { item, header, position = 'start', page, proposed, velocity, keep } = request;
  numbers.put(aim);
  if (aim < 2) numbers.path(item ?? { section: header.section, item: header.index }, positions.indexOf(position));
  else if (aim === 2) numbers.point(proposed);
  else if (aim === 3) {
    numbers.put(page);
    numbers.point(proposed);
    numbers.point(velocity ?? { x: 0, y: 0 });
  } else {
    const { previous, previousExtent, previousInset = request.inset ?? noInset } = request;
    const rule = keptCells.indexOf(keep);
    numbers.put(rule < 0 ? keptCells.length : rule);
    numbers.path(rule < 0 ? keep : noItem);
    numbers.rect(previous);
    numbers.edges(previousInset);
    numbers.put(previousExtent ?? (layout.snapshot.isHorizontal ? previous.height : previous.width));
  }
  if (numbers.isBeyond || numbers.ask(instance, 'layoutd_target', layout) === 0) {
    refuse([fault(aims[aim], 'out-of-range', `has no such ${header ? 'header' : 'item'}`)]);
  }
  const [x, y, width, height, estimated, ...still] = instance.output();
  return { bounds: { x: x + 0, y: y + 0, width, height }, estimated: estimated === 1, anchor: anchor(still) };
}

/** The elements that enter and leave, and the cells that come next. */
export function scrollWindow(instance: ModuleInstance, layout: ModuleLayout, request: any): ScrollWindow {
  check('window', request);
  const numbers = new Question();
  const { bounds, inset = noInset, velocity, previous, previousVelocity, ahead = 1, speed = 3 } = request;
  numbers.put(ahead, speed);
  numbers.edges(inset);
  numbers.motion(bounds, velocity);
  numbers.put(previous ? 1 : 0);
  if (previous) numbers.motion(previous, previousVelocity);
  roundNext(instance, request.scale);
  numbers.ask(instance, 'layoutd_window', layout);
  const { elements: entering, end } = instance.elements();
  const output = instance.output();
  let place = end;
  const [leaving, prefetch, cancelled] = [0, 1, 2].map(() => {
    place += 1;
    return Array.from({ length: output[place - 1] }, () => {
      place += 3;
      return named(output[place - 3], output[place - 2], output[place - 1], instance.vocabulary);
    });
  });
  const path = ({ section, item }: any) => ({ section, item });
  return { entering, leaving, prefetch: prefetch.map(path), cancelled: cancelled.map(path) };
}

/** The preview of a layout while an item is dragged. */
export function reorder(instance: ModuleInstance, layout: ModuleLayout, request: any): ReorderPreview {
  check('reorder', request);
  const numbers = Question.at(request);
  const { item, target = item, point } = request;
  numbers.path(item);
  const isItemBeyond = numbers.isBeyond;
  numbers.path(target);
  numbers.point(point);
  if (!numbers.isBeyond) roundNext(instance, request.scale);
  const lacking = numbers.isBeyond ? (isItemBeyond ? 1 : 2) : numbers.ask(instance, 'layoutd_reorder', layout);
  if (lacking > 0) refuse([fault(lacking === 1 ? 'item' : 'target', 'out-of-range', 'has no such item')]);
  const [section, place, ...others] = instance.output().subarray(0, reorderNumbers);
  const [gap, dragged] = [0, 4].map((first) => {
    const [x, y, width, height] = others.slice(first);
    return { x: x + 0, y: y + 0, width, height };
  });
  const [width, height, autoScroll] = others.slice(8);
  const { elements, end } = instance.elements(reorderNumbers);
  const { elements: special } = instance.elements(end);
  return { target: { section, item: place }, gap, dragged, elements, special, contentSize: { width, height }, autoScroll: autoScroll + 0 };
}

/** The next cell on each side of an item; null if the item does not exist. */
export function neighbors(
  instance: ModuleInstance, layout: ModuleLayout, { section, item, scale }: { section: number, item: number, scale?: number },
): Neighbors | null {
  const isThere = [section, item].every((number) => Number.isInteger(number) && number >= 0 && number <= numberMax);
  if (!isThere) return null;
  roundNext(instance, scale);
  if (instance.call('bad-parameter', 'layoutd_neighbors', layout.handle, section, item) === 0) return null;
  const numbers = instance.output();
  return Object.fromEntries(sides.map((side, number) => {
    const [section, item, x, y, width, height] = numbers.subarray(number * sideNumbers);
    return [side, section < 0 ? null : { section, item, frame: { x: x + 0, y: y + 0, width, height } }];
  })) as any;
}

/** Rounds the frames of the next answer to edges of pixels, if a scale is given (docs/rules.md#whole-pixels). */
export function roundNext(instance: ModuleInstance, scale: number | undefined) {
  if (scale !== undefined) instance.call('bad-parameter', 'layoutd_scale', scale);
}

/** A question as numbers for the module. */
class Question extends NumberWriter {
  /** Whether a number is larger than all item numbers of the module. */
  isBeyond = false;

  /** @param request whose bounds and inset it begins with */
  static at({ bounds, inset = noInset }: any) {
    const question = new Question();
    question.rect(bounds);
    question.edges(inset);
    return question;
  }

  put(...numbers: number[]) {
    for (const number of numbers) this.add(number);
  }

  rect({ x, y, width, height }: Rect) {
    this.put(x, y, width, height);
  }

  edges({ top, left, bottom, right }: EdgeInsets) {
    this.put(top, left, bottom, right);
  }

  point({ x, y }: Point) {
    this.put(x, y);
  }

  path({ section, item }: { section: number, item: number }, ...others: number[]) {
    this.isBeyond ||= section > numberMax || item > numberMax;
    this.put(section, item, ...others);
  }

  motion(bounds: Rect, velocity: Point | undefined) {
    this.rect(bounds);
    this.put(velocity ? 1 : 0);
    if (velocity) this.point(velocity);
  }

  ask(instance: ModuleInstance, name: string, layout: ModuleLayout) {
    const { handle } = layout;
    const [count] = instance.write(this);
    return instance.call('bad-parameter', name, handle, count);
  }
}

function check(question: string, request: any) {
  refuse(questionFaults(question, request));
}

export function refuse(faults: ParameterFault[]) {
  if (faults.length > 0) throw new ModuleProblem('bad-parameter', refusal(faults), faults);
}

export function list({ x, y, width, height }: { x: number, y: number, width: number, height: number }) {
  return [x, y, width, height];
}

export function edges({ top, left, bottom, right }: { top: number, left: number, bottom: number, right: number }) {
  return [top, left, bottom, right];
}

/**
 * The answer of the module's first file to a change. Only the rest computes the changed stretch; without it, the whole content counts as
 * changed.
 */
export function anchoredAlone(instance: ModuleInstance, before: ModuleLayout, after: ModuleLayout, place: number[] | null) {
  const all = ({ snapshot: { isHorizontal }, contentSize }: ModuleLayout) => (
    { start: 0, end: isHorizontal ? contentSize.width : contentSize.height });
  const change: any = { parent: before.snapshot.id, changed: { before: all(before), after: all(after) } };
  if (!place) return change;
  instance.call('bad-parameter', 'layoutd_anchor', after.snapshot.handle, before.handle, after.handle, ...place);
  return Object.assign(change, anchored(instance.output()));
}
