import { nearest } from '../../steps/options.js';

/** Names that other libraries have for what a feed's are, in small letters without hyphens, by those. */
const synonyms: Record<string, string> = {
  items: 'data datasource rows itemcount totalcount rowcount count',
  sections: 'groups groupcounts',
  render: 'renderitem itemcontent rowrenderer cellrenderer',
  keyOf: 'keyextractor computeitemkey getitemkey itemkey rowkey',
  size: 'itemsize itemheight rowheight fixeditemheight getitemlayout getitemsize',
  estimate: 'estimatesize estimatedsize estimatedheight estimateditemsize estimatedrowheight defaultitemheight',
  headers: 'header stickyheaders stickyheaderindices groupcontent listheadercomponent',
  footers: 'footer listfootercomponent',
  metrics: 'gap spacing rowgap columngap columns numcolumns lanes',
  scrollDirection: 'horizontal direction orientation',
  overscan: 'overscancount increaseviewportby',
  reach: 'endreachedthreshold onendreachedthreshold',
  stickToEnd: 'followoutput inverted aligntobottom',
  window: 'usewindowscroll windowscroll',
  remember: 'restorestatefrom',
  movable: 'sortable reorderable',
  onMove: 'onreorder',
  onEndReached: 'endreached loadmore onloadmore',
  onStartReached: 'startreached',
  style: 'height width',
};

/**
 * Says of names that a feed does not have which one was probably meant; nothing of those that resemble none, which are the page's own.
 *
 * @param kind of the names: a prop, an attribute, a property
 * @param names of the feed
 * @param properties of the element, in place of attributes
 */
export function foreignNames(kind: string, given: readonly string[], names: readonly string[], properties: readonly string[] = []) {
  return given.flatMap((name) => {
    const isAlike = (other: string) => folded(other) === folded(name);
    const meant = Object.keys(synonyms).find((own) => synonyms[own].split(' ').some(isAlike));
    const alike = names.find(isAlike);
    const property = properties.find(isAlike);
    const advice = alike ? `; the nearest one is ${alike}` : property ? `; it is the property ${property}`
      : meant && [...names, ...properties, 'style'].includes(meant) ? `; here it is ${meant}` : nearest(name, names, 1 / 3);
    return advice ? [new TypeError(`${kind === 'prop' ? 'Feed' : 'layoutd-feed'} has no ${kind} ${name}${advice}`)] : [];
  });
}

function folded(name: string) {
  return name.toLowerCase().replaceAll('-', '');
}
