// @ts-check
import { createElement, forwardRef, useEffect, useImperativeHandle } from 'react';
import { checkNames } from '../feed/items/checkNames.js';
import { optionNames, useFeed } from './useFeed.js';

const names = new Set(/** @type {readonly string[]} */ (optionNames));

/** A feed in its own scroller, or in a page that scrolls as a whole. */
export const Feed = forwardRef(
  /**
   * @param {any} props
   * @param {import('react').ForwardedRef<import('../../index.js').Feed>} forwarded
   */
  function Feed({ children, style, ...props }, forwarded) {
    const split = (/** @type {boolean} */ isOption) => Object.fromEntries(Object.entries(props).filter(([name]) => names.has(name) === isOption));
    const options = /** @type {any} */ (split(true));
    const { ref, content, feed } = useFeed(options);
    useImperativeHandle(forwarded, () => /** @type {any} */ (feed), [feed]);
    const others = Object.keys(split(false));
    useEffect(() => checkNames('prop', others, optionNames, options.onError ?? console.error), [others.join()]);
    const scrolls = options.scrollDirection === 'horizontal' ? { overflowX: 'scroll', overflowY: 'hidden' } : { overflowY: 'scroll' };
    const own = options.window ? { style } : { ref, style: { ...scrolls, ...style } };
    return createElement('div', { ...split(false), ...own }, children, content);
  });
