import { checkOptions } from './options.js';
import type { Effect } from '../../types/index.js';
import type { NamedEffects } from '../../types/effects.js';

/** Named effects, for the metric `effect`. */
export const effects: NamedEffects = Object.freeze({
  carousel: named({ unit: 0, scale: 0.6, alpha: 0.6 }, ({ unit, scale, alpha }) => (
    { unit, stops: [{ at: -1, scale, alpha }, { at: 0, scale: 1, alpha: 1 }, { at: 1, scale, alpha }] })),

  coverFlow: named({ unit: 0, perspective: 500, tilt: 0.9, spacing: 0.25 }, ({ unit, perspective, tilt, spacing }) => {
    const side = (sign: 1 | -1) => ({ at: sign, x: sign * (tilt / 2 + spacing), z: -0.5, rotateY: -sign * 90 * tilt, zIndex: -100 });
    const end = tilt / 2 + 20 * spacing;
    return {
      unit, perspective,
      stops: [
        { at: -20, x: -end }, side(-1), { at: 0, x: 0, z: 0, rotateY: 0, follow: 1, zIndex: 0 }, side(1), { at: 20, x: end },
      ],
    };
  }, ['perspective']),

  stack: named({ unit: 0, count: 4, scale: 0.12, offset: 0.1 }, ({ unit, count, scale, offset }) => ({
    unit,
    stops: [
      { at: -1, x: -1.45, alpha: 0, rotate: -18 },
      { at: 0, x: 0, y: 0, alpha: 1, scale: 1, rotate: 0, follow: 1, zIndex: 0 },
      { at: count - 1, alpha: 1 },
      { at: count, y: -count * offset, alpha: 0, scale: 1 - count * scale, zIndex: -count },
    ],
  })),

  wheel: named({ unit: 0, height: 0, count: 14 }, ({ unit, height, count }) => {
    const most = Math.floor(count / 2);
    const turn = 360 / count * most;
    return {
      unit, origin: { y: 0.5 + unit * count / (2 * Math.PI) / height },
      stops: [{ at: -most, rotate: -turn, follow: 1, zIndex: -most }, { at: 0, zIndex: 0 }, { at: most, rotate: turn, follow: 1, zIndex: -most }],
    };
  }),

  cylinder: named({ unit: 0, count: 12, perspective: 500 }, ({ unit, count, perspective }) => {
    const most = count / 4;
    return {
      unit, perspective, origin: { z: -1 / (2 * Math.tan(Math.PI / count)) },
      stops: [
        { at: -most, rotateY: -90, zIndex: -most }, { at: 0, rotateY: 0, follow: 1, zIndex: 0 }, { at: most, rotateY: 90, zIndex: -most },
      ],
    };
  }, ['perspective']),

  cube: named({ unit: 0, perspective: 1000 }, ({ unit, perspective }) => ({
    unit, perspective, origin: { z: -0.5 },
    stops: [{ at: -1, rotateY: -90, zIndex: -1 }, { at: 0, rotateY: 0, follow: 1, zIndex: 0 }, { at: 1, rotateY: 90, zIndex: -1 }],
  }), ['perspective']),

  fade: named({ unit: 0 }, ({ unit }) => (
    { unit, stops: [{ at: -1, alpha: 0 }, { at: 0, alpha: 1, follow: 1 }, { at: 1, alpha: 0 }] })),

  cards: named({ unit: 0, scale: 0.7, spacing: 0.4, alpha: 0.5 }, ({ unit, scale, spacing, alpha }) => {
    const end = 1 + alpha;
    const far = { scale: scale - end / 10, follow: spacing * (scale - end / 10) };
    return {
      unit,
      stops: [
        { at: -end, alpha: 0, ...far }, { at: -alpha, alpha: 1 }, { at: 0, scale, follow: spacing * scale },
        { at: alpha, alpha: 1 }, { at: end, alpha: 0, ...far },
      ],
    };
  }, ['alpha']),
}) as NamedEffects;

/**
 * A function that makes an effect of some of these options. Those that are 0 here have to be given.
 *
 * @param above options that are above 0, although they have a default
 */
function named<Options extends Record<string, number>>(
  standard: Options, effect: (options: Options) => Effect, above: readonly string[] = [],
) {
  return (options: Partial<Options>) => {
    checkOptions('an effect', options, Object.keys(standard));
    const all = { ...standard, ...options };
    for (const [name, value] of Object.entries(all)) {
      const isAbove = standard[name] === 0 || above.includes(name);
      const [least, most] = name === 'count' ? [2, 10_000] : name === 'alpha' ? [0, 1] : [0, Infinity];
      const isRight = Number.isFinite(value) && value >= least && value <= most && !(isAbove && value === 0);
      if (!isRight) throw new RangeError(`${name} is ${value}: not a number ${isAbove ? 'above' : 'of at least'} ${least}${most < Infinity ? `, at most ${most}` : ''}`);
    }
    return effect(all);
  };
}
