import { checkOptions } from '../steps/options.js';
import type { FeedService } from '../../types/index.js';
import type { FeedListOptions, FirstScreen, UseFeedOptions } from '../../types/react.js';

/** What determines where the elements of a feed are. */
export type ScreenOptions<Item = any> = FeedListOptions<Item> & Pick<UseFeedOptions<Item>, 'fills' | 'inset' | 'margins'>;
export interface Screen { service: FeedService; width: number; height: number }

/**
 * Computes the first screen of a feed on a server. Pass it as `first` to the component on the server, and to the same component in the
 * page, which hydrates it. The browser stacks rows one below the other, even if their sizes are estimates; in other layouts, estimated
 * sizes are shown until the page runs.
 *
 * @param options of the feed: its list, and what determines where the elements are
 */
export async function firstScreen<Item>(options: ScreenOptions<Item>, screen: Screen): Promise<FirstScreen> {
  checkOptions('firstScreen', screen, ['service', 'width', 'height']);
  // Loaded on first use: pages do not need it.
  const { screenOf } = await import('./screenOf.js');
  return await screenOf(options, screen);
}
