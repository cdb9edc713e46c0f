internal import LayoutCore

/// The advice for an unknown key: where it belongs, its name here, or the key that was meant.
///
/// A key that resembles none gets no advice: a wrong guess costs more than none.
enum KeyAdvice {
  /// The most keys that are listed.
  private static let listedMax = 7
  /// Longer ones are like no key.
  private static let byteCountMax = 64

  /// The advice as the end of a sentence about an unknown key; empty if there is none. O(keys · bytes²)
  static func text<Key: SnapshotKey>(of name: String, among known: KnownKeys<Key>) -> String {
    if name.utf8.count <= byteCountMax {
      if let home = home(of: name, besides: Key.self) { return ", it belongs \(home)" }
      if let meant = ForeignWords.keys[ForeignWords.folded(name)] { return ", here it is \(meant)" }
      if let nearest = known.nearest(to: name) {
        return ", the nearest known key is \"\(nearest.name)\""
      }
    }
    guard known.keys.count <= listedMax else { return "" }
    return ", the keys are " + known.keys.map { "\"\($0.name)\"" }.joined(separator: ", ")
  }

  /// The kind of object that a misplaced key belongs to.
  private static func home<Key: SnapshotKey>(of name: String, besides: Key.Type) -> String? {
    if MetricsKey(rawValue: name) != nil { return "into \"metrics\"" }
    if SectionKey(rawValue: name) != nil {
      return Key.self == RootKey.self ? "to a section" : "to the section"
    }
    if RootKey(rawValue: name) != nil { return "to the snapshot" }
    if ItemsKey.allCases.contains(where: { $0.name == name }) {
      return Key.self == MetricsKey.self && SizeKey(rawValue: name) != nil
        ? "into \"itemSize\", or to the items" : "to the items"
    }
    if EdgeKey(rawValue: name) != nil { return "into \"sectionInset\", or other insets" }
    return SupplementaryKey(rawValue: name) != nil ? "to a header or footer" : nil
  }
}

/// Names of other systems for members and values of a snapshot.
enum ForeignWords {
  /// A word as it is looked up: `sticky-header`, `stickyHeader` and `StickyHeader` are one.
  static func folded(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  private static let pin = "\"pin\" of a header or footer"
  private static let engine = "\"engine\""
  private static let columns = "\"numberOfColumns\" of the metrics"
  private static let spacing =
    "\"minimumLineSpacing\" and \"minimumInteritemSpacing\" of the metrics"
  private static let between = "\"minimumInteritemSpacing\" of the metrics"
  private static let inset = "\"sectionInset\" of the metrics"
  private static let ratio = "\"width\" and \"height\" of each item, with the engine \"waterfall\""
  private static let direction = "\"scrollDirection\", or \"layoutDirection\" for right to left"

  /// The keys that replace them, by folded words.
  static let keys: [String: String] = [
    "sticky": pin, "stickyheader": pin, "pinned": pin, "pintovisiblebounds": pin,
    "sectionheaderspintovisiblebounds": pin, "sectionfooterspintovisiblebounds": pin,
    "gap": spacing, "gutter": spacing, "spacing": spacing,
    "rowgap": "\"minimumLineSpacing\" of the metrics",
    "linespacing": "\"minimumLineSpacing\" of the metrics",
    "columngap": between, "itemspacing": between, "interitemspacing": between,
    "columns": columns, "cols": columns, "columncount": columns, "spancount": columns,
    "columnwidth": "\"minimumColumnWidth\" of the metrics",
    "aspectratio": ratio, "ratio": ratio,
    "masonry": "the engine \"waterfall\"", "staggered": "the engine \"waterfall\"",
    "layout": engine, "layouttype": engine, "type": engine,
    "direction": direction, "orientation": "\"scrollDirection\"", "axis": "\"scrollDirection\"",
    "rtl": "\"layoutDirection\"",
    "margin": inset, "inset": inset, "insets": inset, "contentinset": inset,
    "children": "\"items\"", "cells": "\"items\"", "rows": "\"items\"", "data": "\"items\"",
    "itemheight": "\"rowHeight\", or \"itemSize\", of the metrics",
    "itemwidth": "\"itemSize\" of the metrics", "estimateditemsize": "\"itemSize\" of the metrics",
    "size": "\"width\" and \"height\"",
    "justifycontent": "\"lineAlignment\" of the metrics",
    "alignitems": "\"itemAlignment\" of the metrics",
    "background": "\"backgroundColor\"", "divider": "\"separatorColor\" of the metrics",
    "separator": "\"separatorColor\" of the metrics",
  ]

  /// The replacements of values, by folded words.
  static let values: [String: String] = {
    var values = otherValues
    for rules in EngineRules.all {
      for name in rules.foreignNames { values[name] = rules.engine.rawValue }
    }
    return values
  }()

  /// The values that are no engines.
  private static let otherValues: [String: String] = [
    "left": "leading", "start": "leading", "flexstart": "leading", "top": "leading",
    "right": "trailing", "end": "trailing", "flexend": "trailing", "bottom": "trailing",
    "centre": "center", "middle": "center", "spacebetween": "justify", "justified": "justify",
    "x": "horizontal", "row": "horizontal", "y": "vertical", "column": "vertical",
    "lefttoright": "ltr", "righttoleft": "rtl",
  ]
}
