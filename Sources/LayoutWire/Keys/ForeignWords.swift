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
    switch object {
    case .step: stepKeys[folded].map { .key($0) }
    case .change, .document: nil
    case .snapshot, .section, .node, .metrics, .part, .entry: keys[folded] ?? nil
    }
  }

  /// The form in which a word is looked up: `sticky-header`, `stickyHeader` and `StickyHeader` are the same.
  static func folded(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  private static let spacing = Meaning.words(
    "\"minimumLineSpacing\" and \"minimumInteritemSpacing\" of the metrics")
  private static let ratio = Meaning.words(
    "\"width\" and \"height\" of each item, with the engine \"waterfall\"")
  private static let direction = Meaning.words(
    "\"scrollDirection\", or \"layoutDirection\" for right to left")
  private static let masonry = Meaning.words("the engine \"waterfall\"")
  private static let rowHeight = Meaning.words("\"rowHeight\", or \"itemSize\", of the metrics")

  /// The keys to use instead, in a snapshot and its parts, by folded words.
  static let keys: [String: Meaning] = {
    var keys: [String: Meaning] = [
      "gap": spacing, "gutter": spacing, "spacing": spacing, "aspectratio": ratio, "ratio": ratio,
      "masonry": masonry, "staggered": masonry, "direction": direction, "itemheight": rowHeight,
      "size": .words("\"width\" and \"height\""),
    ]
    for (key, words) in synonyms { for word in words { keys[word] = .key(key) } }
    return keys
  }()

  /// For each key of a snapshot and its parts, the folded words with the same meaning.
  private static let synonyms: [String: [String]] = [
    "pin": [
      "sticky", "stickyheader", "pinned", "pintovisiblebounds",
      "sectionheaderspintovisiblebounds", "sectionfooterspintovisiblebounds",
    ],
    "minimumLineSpacing": ["rowgap", "linespacing"],
    "minimumInteritemSpacing": ["columngap", "itemspacing", "interitemspacing"],
    "numberOfColumns": ["columns", "cols", "columncount", "spancount"],
    "minimumColumnWidth": ["columnwidth"],
    "engine": ["layout", "layouttype", "type"],
    "scrollDirection": ["orientation", "axis"],
    "layoutDirection": ["rtl"],
    "sectionInset": ["margin", "inset", "insets", "contentinset"],
    "items": ["children", "cells", "rows", "data"],
    "itemSize": ["itemwidth"],
    "estimated": [
      "estimateditemsize", "estimatedheight", "estimatedrowheight", "estimatedsize",
      "isestimated",
    ],
    "lineAlignment": ["justifycontent"],
    "itemAlignment": ["alignitems"],
    "backgroundColor": ["background"],
    "separatorColor": ["divider", "separator"],
  ]

  /// The keys to use instead, in a step, by folded words.
  static let stepKeys: [String: String] = [
    "remove": "delete", "removes": "delete", "removed": "delete", "deletions": "delete",
    "add": "insert", "added": "insert", "append": "insert", "insertions": "insert",
    "update": "reload", "updates": "reload", "replace": "reload", "changed": "reload",
    "measure": "resize", "size": "resize", "sizes": "resize",
    "removesections": "deleteSections", "addsections": "insertSections",
    "replacesections": "reloadSections", "updatesections": "setSections",
    "globalheaders": "set",
  ]

  /// The values to use instead, by folded words.
  static let values: [String: String] = {
    var values = otherValues
    for rules in EngineRules.all {
      for name in rules.foreignNames { values[name] = rules.engine.rawValue }
    }
    return values
  }()

  /// Those that are not engines.
  private static let otherValues: [String: String] = [
    "left": "leading", "start": "leading", "flexstart": "leading", "top": "leading",
    "right": "trailing", "end": "trailing", "flexend": "trailing", "bottom": "trailing",
    "centre": "center", "middle": "center", "spacebetween": "justify", "justified": "justify",
    "x": "horizontal", "row": "horizontal", "y": "vertical", "column": "vertical",
    "lefttoright": "ltr", "righttoleft": "rtl",
  ]
}
