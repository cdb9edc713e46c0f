import { createElement, forwardRef, useEffect, useImperativeHandle } from 'react';
import type { ForwardedRef } from 'react';
import { checkNames } from '../feed/items/checkNames.js';
import { optionNames, useFeed } from './useFeed.js';

const names = new Set(optionNames);

/** A feed in its own scroller, or in a page that scrolls as a whole. */
export const Feed = forwardRef(
  function Feed({ children, style, ...props }: any, forwarded: ForwardedRef<import('../../types/index.js').Feed>) {
    const split = (isOption: boolean) => Object.fromEntries(Object.entries(props).filter(([name]) => names.has(name) === isOption));
    const options = split(true) as any;
    const { ref, content, feed } = useFeed(options);
    useImperativeHandle(forwarded, () => feed, [feed]);
    const others = Object.keys(split(false));
    useEffect(() => checkNames('prop', others, optionNames, options.onError ?? console.error), [others.join()]);
    const scrolls = options.scrollDirection === 'horizontal' ? { overflowX: 'scroll', overflowY: 'hidden' } : { overflowY: 'scroll' };
    const own = options.window ? { style } : { ref, style: { ...scrolls, ...style } };
    return createElement('div', { ...split(false), ...own }, children, content);
  });
