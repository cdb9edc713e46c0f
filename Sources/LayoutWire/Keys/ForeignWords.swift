internal import LayoutCore

/// Names that other systems use for members and values of a snapshot, and of steps.
enum ForeignWords {
  /// The meaning of a word here.
  enum Meaning {
    /// A key, of this or another object.
    case key(String)
    /// Something else, in words.
    case words(String)
  }

  /// The meaning of a folded word as a key of an object.
  static func meaning(of folded: String, in object: KeyedObject) -> Meaning? {
    let kinds: [String] =
      switch object {
      case .change, .document: []
      case .step: ["step"]
      case .snapshot: ["snapshot", "any"]
      case .section: ["section", "any"]
      case .node: ["node", "any"]
      case .part, .entry: ["part", "any"]
      case .metrics: ["any"]
      }
    let meant = kinds.lazy.compactMap { meanings[$0]?[folded] }.first
    return meant.map { $0.contains("\"") ? .words($0) : .key($0) }
  }

  /// The form in which a word is looked up: `sticky-header`, `stickyHeader` and `StickyHeader` are the same.
  static func folded(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The one of some words that is meant by another.
  static func value(of word: String, among words: [String]) -> String? {
    let folded = folded(word)
    if let same = words.first(where: { self.folded($0) == folded }) { return same }
    return meanings["value"]?[folded].flatMap { words.contains($0) ? $0 : nil }
  }

  /// For each kind of object, what the folded words mean.
  static let meanings: [String: [String: String]] = {
    var meanings: [String: [String: String]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " | ").map(String.init)
      for word in parts[2].split(separator: " ") {
        meanings[parts[0], default: [:]][String(word)] = parts[1]
      }
    }
    return meanings
  }()

  /// Lines with the kind of object that a key is of, `any`, or `value`; the key or the value to use instead, or a text
  /// that names some; and the folded words with that meaning. The page has the same lines, in foreignWords.js.
  static let text = ([keysAndValues] + engines).joined(separator: "\n")

  private static let engines = EngineRules.all.filter { !$0.foreignNames.isEmpty }.map { rules in
    "value | \(rules.engine.rawValue) | \(rules.foreignNames.joined(separator: " "))"
  }

  private static let keysAndValues = #"""
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
    """#
}
