import type { Size } from './elements.js';

/** Frames for items of the engine `fixed`. */

/** The frame of an item, as a snapshot takes it. */
export interface ItemFrame { x: number; y: number; width: number; height: number }

/** The room of a circle, in points. */
export interface CircleOptions {
  /** The size of every item. */
  itemSize: Size;
  width: number;
  height: number;
  /**
   * The distance from the centre of the room to the centres of the items. Default: the greatest one with which items stay in the room
   * however they are turned.
   */
  radius?: number;
}
