import { createElement, forwardRef, useEffect, useImperativeHandle } from 'react';
import { checkNames } from '../feed/items/checkNames.js';
import { optionNames, useFeed } from './useFeed.js';
import type { ForwardedRef, ReactElement, RefAttributes } from 'react';
import type { FeedProps } from '../../types/react.js';
import type { Feed as ClientFeed } from '../feed/Feed.js';

const names = new Set(optionNames);

/** A feed in a `div` that scrolls, or with `window` in the page; children are placed above the items. The ref is the client's `Feed`. */
export const Feed: <Item>(props: FeedProps<Item> & RefAttributes<ClientFeed>) => ReactElement | null = forwardRef(
  function Feed({ children, style, ...props }: any, forwarded: ForwardedRef<ClientFeed>) {
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
