import { useState, useSyncExternalStore } from 'react';
import { checkOptions } from '../steps/options.js';
import { LayoutStore } from './LayoutStore.js';
import { useClientEffect } from './useFeed.js';
import type { SnapshotBody } from '../../types/index.js';
import type { UsedLayout, UseLayoutOptions } from '../../types/react.js';

const optionNames = ['service', 'width', 'height', 'margins', 'bounds', 'inset', 'overscan', 'pageLength', 'onChange', 'onError'];

/**
 * A layout and its visible elements, for components that draw it. If the snapshot, the width or the margins change, the new layout
 * replaces the old one. Wrap a snapshot that is made while rendering in `useMemo`; otherwise it is posted at each render.
 */
export function useLayout(snapshot: SnapshotBody | null, options: UseLayoutOptions): UsedLayout {
  checkOptions('useLayout', options, optionNames);
  const { width, height, margins, bounds, inset, overscan, pageLength } = options;
  const [store] = useState(() => new LayoutStore());
  const opening = [store, overscan, pageLength];
  const sides = [margins?.top, margins?.left, margins?.bottom, margins?.right];
  const edges = [bounds?.x, bounds?.y, bounds?.width, bounds?.height, inset?.top, inset?.left, inset?.bottom, inset?.right];

  useClientEffect(() => {
    store.options = options;
  });
  useClientEffect(() => store.open(), opening);
  useClientEffect(() => void store.show(snapshot), [...opening, snapshot, width, height, ...sides]);
  useClientEffect(() => store.look(), [...opening, ...edges]);

  return useSyncExternalStore(store.subscribe, store.shown, store.shown);
}
