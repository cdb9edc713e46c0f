/// Makes random valid metrics, whatever engine will read them.
struct MetricsGenerator: Sendable {
  let containerWidth: Double
  let horizontal: Bool

  static let segmentStyles: [JSONValue] = [
    "fullWidth", "fiftyFifty", "twoThirdsOneThird", "oneThirdTwoThirds",
  ]

  static func color(using random: inout SplitMix64) -> JSONValue {
    random.one(of: [nil, "#ccc", "red", "rgba(0, 0, 0, 0.5)", "grün"])
  }

  /// Some of the four edges, each with one of the given values.
  static func insets(_ values: [Double], using random: inout SplitMix64) -> JSONValue {
    var insets: JSONValue = [:]
    for edge in ["top", "left", "bottom", "right"] where random.chance(0.7) {
      insets[edge] = .number(random.one(of: values))
    }
    return insets
  }

  /// Metrics, each key with the given probability.
  mutating func metrics(probability: Double, using random: inout SplitMix64) -> JSONValue {
    var metrics: JSONValue = [:]
    for key in Self.keys where random.chance(probability) {
      metrics[key] = value(of: key, using: &random)
    }
    if random.chance(2 * probability) {
      let key = random.one(of: ["numberOfColumns", "minimumColumnWidth"])
      metrics[key] = value(of: key, using: &random)
    }
    var decorations = random.apart
    for key in ["background", "shelf", "targetRowHeight", "tolerance"]
    where decorations.chance(probability) {
      metrics[key] = value(of: key, using: &decorations)
    }
    for key in GroupsGenerator.keys where decorations.chance(min(1, 3 * probability)) {
      metrics[key] = value(of: key, using: &decorations)
    }
    return metrics
  }

  /// Every metric but the two that exclude each other, and those of later rules.
  static let keys = [
    "sectionInset", "minimumLineSpacing", "minimumInteritemSpacing", "itemSize", "lineAlignment",
    "itemAlignment", "rowHeight", "cellHeight", "cellOrder", "placement", "segmentHeight",
    "leadingSegments", "segments", "separatorColor", "separatorInsets", "showsColumnSeparator",
    "sectionSeparatorColor", "sectionSeparatorInsets", "showsSectionSeparatorWhenLastSection",
    "separatorThickness", "backgroundColor", "selectedBackgroundColor", "padding", "designWidth",
  ]

  /// A valid value of one metric.
  func value(of key: String, using random: inout SplitMix64) -> JSONValue {
    switch key {
    case "sectionInset":
      let wide = random.chance(0.1) ? [containerWidth * 0.6, containerWidth * 2] : []
      return Self.insets([0, 5, 8, 15.25, containerWidth / 10] + wide, using: &random)
    case "minimumLineSpacing", "minimumInteritemSpacing":
      return random.one(of: [0, 0, 0, 1, 5, 8, 12.75, 40, 0.0004, 0.1])
    case "itemSize":
      var size: JSONValue = [:]
      if random.chance(0.8) { size["width"] = random.one(of: [0, 10, 33.3, 80, 400]) }
      if random.chance(0.8) { size["height"] = random.one(of: [0, 10, 33.3, 80, 400]) }
      return size
    case "lineAlignment":
      return random.one(of: ["uikit", "leading", "center", "trailing", "justify"])
    case "itemAlignment": return random.one(of: ["leading", "center", "trailing"])
    case "numberOfColumns": return random.one(of: [1, 2, 3, 3, 4, 5, 7, 40])
    case "minimumColumnWidth": return minimumColumnWidth(using: &random)
    case "rowHeight": return random.one(of: [0, 1, 44, 70.5, 300, "remainder", "remainder"])
    case "cellHeight": return random.one(of: ["row", "natural", "running"])
    case "cellOrder": return random.one(of: ["leftToRight", "rightToLeft"])
    case "placement": return random.one(of: ["shortest", "leftToRight", "rightToLeft"])
    case "tolerance": return random.one(of: [0, 0.0005, 0.5, 5, 40, 1000, 1e9])
    case "segmentHeight": return random.one(of: [0.5, 7, 33.3, 100, 200, 640])
    case "designWidth": return random.one(of: [0.5, 100, 333.3, 400, 1000])
    case "targetRowHeight":
      return .number(random.one(of: [0.5, 20, 33.3, 90, 200, containerWidth]))
    case "groups": return GroupsGenerator.groups(1...3, using: &random)
    case "leadingGroups", "lastGroups": return GroupsGenerator.groups(0...2, using: &random)
    case "leadingSegments", "segments":
      let count = random.int((key == "segments" ? 1 : 0)...4)
      return .array((0..<count).map { _ in random.one(of: Self.segmentStyles) })
    case "separatorInsets", "sectionSeparatorInsets":
      return Self.insets([0, 15, 16.5, containerWidth * 0.7], using: &random)
    case "showsColumnSeparator", "showsSectionSeparatorWhenLastSection":
      return .bool(random.chance(0.6))
    case "separatorThickness": return random.one(of: [0.5, 0.001, 1, 3, 60, 1000])
    case "background", "shelf": return decoration(key, using: &random)
    case "padding": return Self.insets([0, 4, 8.5], using: &random)
    case "separatorColor", "sectionSeparatorColor", "backgroundColor", "selectedBackgroundColor":
      return Self.color(using: &random)
    default: preconditionFailure("no metric \(key)")
    }
  }

  /// A background or shelves; null for none.
  private func decoration(_ key: String, using random: inout SplitMix64) -> JSONValue {
    if random.chance(0.1) { return nil }
    var result: JSONValue = [:]
    if random.chance(0.6) { result["color"] = Self.color(using: &random) }
    let outwards = key == "shelf" ? [-4, -12, -20, -33.3, -containerWidth, -10_000] : []
    if random.chance(0.7) {
      result["insets"] = Self.insets(
        [0, 4, 8.5, 12, containerWidth * 0.6] + outwards, using: &random)
    }
    if key == "background", random.chance(0.5) {
      result["behind"] = random.one(of: ["section", "items"])
    }
    if key == "shelf", random.chance(0.5) {
      result["height"] = random.one(of: [0, 1, 12, 33.3, 500])
    }
    return result
  }

  /// At least a point and a 500th of the container, so that columns stay few.
  private func minimumColumnWidth(using random: inout SplitMix64) -> JSONValue {
    let nearlyExact = containerWidth / Double(random.int(1...6)) + Nearby.offset(using: &random)
    let width = random.one(of: [nearlyExact, 100, 150, 300, containerWidth * 2])
    return .number(max(width, 1, containerWidth / 500))
  }
}

/// Distances about the tolerance of every "does it still fit".
enum Nearby {
  static func offset(using random: inout SplitMix64) -> Double {
    random.one(of: [0, 0, 0.0005, -0.0005, 0.001, -0.001, 0.002, -0.002, 1e-9, -1e-9])
  }
}
