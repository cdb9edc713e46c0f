extension NaiveEngine {
  static let columnKeys = ["numberOfColumns", "minimumColumnWidth"]

  /// Every metric with its default, but those that have none (docs/rules.md#metrics).
  var defaults: JSONValue {
    let spacing = JSONValue.number(spacing)
    let zeros: JSONValue = ["top": 0, "left": 0, "bottom": 0, "right": 0]
    return [
      "sectionInset": zeros, "minimumLineSpacing": spacing, "minimumInteritemSpacing": spacing,
      "itemSize": ["width": 50, "height": 50], "lineAlignment": "uikit",
      "itemAlignment": "center", "numberOfColumns": .number(Double(numberOfColumns)),
      "rowHeight": 44, "cellHeight": "row", "cellOrder": "leftToRight",
      "placement": "shortest", "segmentHeight": 200,
      "targetRowHeight": 200,
      "leadingSegments": ["fullWidth"],
      "segments": ["fiftyFifty", "twoThirdsOneThird", "oneThirdTwoThirds"],
      "separatorColor": nil, "separatorInsets": zeros, "showsColumnSeparator": true,
      "sectionSeparatorColor": nil, "sectionSeparatorInsets": zeros,
      "showsSectionSeparatorWhenLastSection": false, "separatorThickness": 0.5,
      "backgroundColor": nil, "selectedBackgroundColor": nil, "background": nil, "shelf": nil,
      "groups": [["ratio": 1]], "leadingGroups": [], "lastGroups": [],
    ]
  }

  /// The metrics that an answer may depend on besides the items, with defaults; the innermost level comes first.
  func resolved(_ levels: [JSONValue], horizontal: Bool) -> JSONValue {
    func value(_ key: String) -> JSONValue? { levels.lazy.compactMap { $0[key] }.first }
    let ofEngines = NaiveEngine.all.flatMap(\.metrics)
    var result: JSONValue = [:]
    for member in defaults.members! {
      let key = member.key
      if ofEngines.contains(key) && !metrics.contains(key) { continue }
      if ["itemSize", "rowHeight"].contains(key) || Self.columnKeys.contains(key) { continue }
      var value = value(key) ?? member.value
      if key.hasSuffix("Inset") || key.hasSuffix("Insets") { value = NaiveInsets.written(value) }
      if key.hasSuffix("Insets") {
        // No answer depends on the edges along the scroll axis.
        for edge in horizontal ? ["left", "right"] : ["top", "bottom"] { value[edge] = 0 }
      }
      if GroupsGenerator.keys.contains(key) { value = GroupsGenerator.written(value) }
      if ["background", "shelf"].contains(key) { value = NaiveDecoration.written(value, as: key) }
      result[key] = value
    }
    if readsRatios, result["lineAlignment"] == "leading" { result["lineAlignment"] = "uikit" }
    result["padding"] = value("padding").map(NaiveInsets.written)
    if metrics.contains("rowHeight"), value("rowHeight") == "remainder" {
      result["rowHeight"] = "remainder"
    }
    if metrics.contains("designWidth") { result["designWidth"] = value("designWidth") }
    if metrics.contains("tolerance"), result["placement"] == "shortest" {
      result["tolerance"] = value("tolerance")
    }
    if metrics.contains("numberOfColumns") {
      let level = levels.first { level in Self.columnKeys.contains { level[$0] != nil } }
      let key = Self.columnKeys.first { level?[$0] != nil } ?? "numberOfColumns"
      result[key] = level?[key] ?? defaults[key]
    }

    // What belongs to separators without a colour is forgotten.
    var forgotten: [String] = []
    let hasSeparators = (result["separatorColor"] ?? .null) != .null
    let hasSectionSeparators = result["sectionSeparatorColor"] != .null
    if !hasSeparators { forgotten += ["separatorInsets", "showsColumnSeparator"] }
    if !hasSectionSeparators {
      forgotten += ["sectionSeparatorInsets", "showsSectionSeparatorWhenLastSection"]
    }
    if !hasSeparators && !hasSectionSeparators { forgotten.append("separatorThickness") }
    for key in forgotten where result[key] != nil { result[key] = defaults[key] }
    return result
  }
}
