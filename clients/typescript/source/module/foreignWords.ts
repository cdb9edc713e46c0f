/** Names of other systems, as the service reads them: the lines of ForeignWords.swift, which a test of that compares. */
const text = `
snapshot | source | datasource datasources sources rootdatasource
node | told by the members: "children" and "selected" make a segmented node, "children" alone a composed one | type kind class
part | data | type kind elementkind reuseidentifier celltype viewtype
any | engine | layout layouttype type kind
any | pin | sticky stickyheader stickyheaders pinned shouldpin pinstovisiblebounds pintovisiblebounds sectionheaderspintovisiblebounds sectionfooterspintovisiblebounds
any | hidden | ishidden
any | id | identifier sectionid
any | metrics | defaultmetrics
any | headers | sectionheaders supplementaryitems supplementaryviews boundarysupplementaryitems
any | placeholder | hasplaceholder nocontentplaceholder loadingplaceholder errorplaceholder
any | minimumLineSpacing | rowgap linespacing mainaxisspacing intergroupspacing
any | minimumInteritemSpacing | columngap itemspacing interitemspacing crossaxisspacing
any | numberOfColumns | columns cols columncount numcolumns spancount crossaxiscount itemsperrow lanes
any | minimumColumnWidth | columnwidth
any | cellOrder | celllayoutorder
any | scrollDirection | orientation axis horizontal
any | layoutDirection | rtl
any | sectionInset | margin inset insets contentinset contentinsets
any | items | children cells rows data numberofitems itemcount totalcount
any | itemSize | itemwidth
any | estimated | estimateditemsize estimatedheight estimatedrowheight estimatedsize estimatesize isestimated
any | lineAlignment | justifycontent
any | itemAlignment | alignitems
any | separatorColor | divider separator
any | children | sources datasource datasources childdatasources
any | selected | selectedindex selectedsegment selectedsegmentindex selecteddatasource selecteddatasourceindex
any | state | loadingstate loadstate
any | movable | canmove ismovable
any | editable | canedit iseditable
any | "minimumLineSpacing" and "minimumInteritemSpacing" of the metrics | gap gutter spacing
any | "width" and "height" of each item, with the engine "waterfall" | aspectratio ratio
any | the engine "waterfall" | masonry staggered
any | "scrollDirection", or "layoutDirection" for right to left | direction
any | "rowHeight", or "itemSize", of the metrics | itemheight
any | "width" and "height" | size
any | "section" and "item" | indexpath
step | insert | add added append insertions insertitem insertitems insertrows additems appenditems
step | delete | remove removes removed removeitems deletions deleteitem deleteitems deleterows
step | reload | update updates replace changed reloaditem reloaditems reloadrows reconfigureitems
step | move | moveitem moveitems moverow reorder
step | resize | measure size sizes
step | insertSections | addsections appendsections
step | deleteSections | removesections
step | reloadSections | replacesections
step | setSections | updatesections
step | set | globalheaders
step | the name of a list, such as "insert", "delete" or "move" | op type kind action
value | leading | left start flexstart top
value | trailing | right end flexend bottom
value | center | centre middle
value | justify | spacebetween justified
value | horizontal | x row
value | vertical | y column
value | ltr | lefttoright
value | rtl | righttoleft
value | leftToRight | ltr
value | rightToLeft | rtl
value | initial | idle
value | loading | loadingcontent
value | refreshing | refreshingcontent
value | loaded | contentloaded ready
value | noContent | empty
value | error | failed
value | flow | flex flexbox
value | column | list table grid
value | waterfall | masonry staggered pinterest
value | fixed | absolute frames freeform
value | justified | photos gallery rows
value | groups | compositional template
`;

/** For each kind of object, what a word means. */
const meanings: Map<string, Map<string, string>> = new Map();
for (const line of text.trim().split('\n')) {
  const [kind, meaning, words] = line.split(' | ');
  const all = meanings.get(kind) ?? new Map();
  for (const word of words.split(' ')) all.set(word, meaning);
  meanings.set(kind, all);
}

/** The kinds whose words an object with a form knows. */
const kinds: Record<string, string[]> = {
  change: [], step: ['step'], snapshot: ['snapshot', 'any'], section: ['section', 'any'], nodeSection: ['section', 'any'], node: ['node', 'any'],
  metrics: ['any'],
};

/** @param word as it is looked up, however it is spelled */
export function folded(word: string) {
  return word.toLowerCase().replace(/[-_]/g, '');
}

/**
 * The key to use in place of a word in an object, or a text with double quotes that says so.
 *
 * @param form of the object
 */
export function meaningOf(word: string, form: string) {
  return (kinds[form] ?? ['part', 'any']).map((kind) => meanings.get(kind)?.get(folded(word))).find((meaning) => meaning);
}

/** The one of some values that is meant by another word. */
export function valueOf(word: string, words: readonly string[]) {
  const meant = meanings.get('value')?.get(folded(word));
  return words.find((one) => folded(one) === folded(word)) ?? words.find((one) => one === meant);
}
