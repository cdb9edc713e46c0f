/// The metrics of one section after inheritance and defaults (docs/rules.md#metrics).
///
/// Sizes and insets are those of the vertical layout: for a horizontal snapshot they are transposed
/// here, so engines only know "down".
struct NaiveMetrics {
  let engine: String
  let inset: NaiveInsets
  let lineSpacing: Double
  let interitemSpacing: Double
  let itemWidth: Double
  let itemHeight: Double
  let lineAlignment: String
  let itemAlignment: String
  let numberOfColumns: Int?
  let minimumColumnWidth: Double?
  let rowHeight: Double
  /// Whether `rowHeight` is `remainder`.
  let fillsRemainder: Bool
  let cellHeight: String
  let cellOrder: String
  let placement: String
  /// Nil for none.
  let tolerance: Double?
  let segmentHeight: Double
  let leadingSegments: [String]
  let segments: [String]
  let groups: [JSONValue]
  let leadingGroups: [JSONValue]
  let lastGroups: [JSONValue]
  let designWidth: Double?
  let targetRowHeight: Double
  let separatorColor: String?
  let separatorInsets: NaiveInsets
  let showsColumnSeparator: Bool
  let sectionSeparatorColor: String?
  let sectionSeparatorInsets: NaiveInsets
  let showsSectionSeparatorWhenLastSection: Bool
  let separatorThickness: Double
  let backgroundColor: String?
  let selectedBackgroundColor: String?
  /// Handed back as given, so never transposed.
  let padding: NaiveInsets?
  /// Nil for none.
  let background: NaiveDecoration?
  let shelf: NaiveDecoration?
  /// As it is given; nil for none.
  let effect: JSONValue?

  init(snapshot: JSONValue, section: JSONValue) {
    let horizontal = snapshot["scrollDirection"]?.string == "horizontal"
    // The innermost level first.
    let levels = [section["metrics"], snapshot["metrics"]].compactMap { $0 }
    func value(_ key: String) -> JSONValue? { levels.lazy.compactMap { $0[key] }.first }
    func insets(_ key: String) -> NaiveInsets {
      let given = value(key).map { NaiveInsets($0) } ?? NaiveInsets()
      return horizontal ? given.transposed : given
    }

    engine = section["engine"]?.string ?? snapshot["engine"]?.string ?? "flow"
    let spacing = NaiveEngine.named(engine).spacing
    inset = insets("sectionInset")
    lineSpacing = value("minimumLineSpacing")?.double ?? spacing
    interitemSpacing = value("minimumInteritemSpacing")?.double ?? spacing
    let itemSize = value("itemSize")
    itemWidth = itemSize?[horizontal ? "height" : "width"]?.double ?? 50
    itemHeight = itemSize?[horizontal ? "width" : "height"]?.double ?? 50
    lineAlignment = value("lineAlignment")?.string ?? "uikit"
    itemAlignment = value("itemAlignment")?.string ?? "center"

    // A section's choice replaces the inherited one, whichever of the two keys it uses.
    let columnLevel = levels.first {
      $0["numberOfColumns"] != nil || $0["minimumColumnWidth"] != nil
    }
    minimumColumnWidth = columnLevel?["minimumColumnWidth"]?.double
    if minimumColumnWidth == nil {
      numberOfColumns =
        columnLevel?["numberOfColumns"]?.int ?? NaiveEngine.named(engine).numberOfColumns
    } else {
      numberOfColumns = nil
    }

    rowHeight = value("rowHeight")?.double ?? 44
    fillsRemainder = value("rowHeight") == "remainder"
    cellHeight = value("cellHeight")?.string ?? "row"
    cellOrder = value("cellOrder")?.string ?? "leftToRight"
    placement = value("placement")?.string ?? "shortest"
    tolerance = value("tolerance")?.double
    segmentHeight = value("segmentHeight")?.double ?? 200
    leadingSegments =
      value("leadingSegments")?.array?.compactMap(\.string) ?? ["fullWidth"]
    segments =
      value("segments")?.array?.compactMap(\.string)
      ?? ["fiftyFifty", "twoThirdsOneThird", "oneThirdTwoThirds"]
    groups = value("groups")?.array ?? [["ratio": 1]]
    leadingGroups = value("leadingGroups")?.array ?? []
    lastGroups = value("lastGroups")?.array ?? []
    designWidth = value("designWidth")?.double
    targetRowHeight = value("targetRowHeight")?.double ?? 200
    separatorColor = value("separatorColor")?.string
    separatorInsets = insets("separatorInsets")
    showsColumnSeparator = value("showsColumnSeparator")?.bool ?? true
    sectionSeparatorColor = value("sectionSeparatorColor")?.string
    sectionSeparatorInsets = insets("sectionSeparatorInsets")
    showsSectionSeparatorWhenLastSection =
      value("showsSectionSeparatorWhenLastSection")?.bool ?? false
    separatorThickness = value("separatorThickness")?.double ?? 0.5
    backgroundColor = value("backgroundColor")?.string
    selectedBackgroundColor = value("selectedBackgroundColor")?.string
    padding = value("padding").map { NaiveInsets($0) }
    background = NaiveDecoration(value("background"), horizontal: horizontal)
    shelf =
      NaiveEngine.named(engine).metrics.contains("shelf")
      ? NaiveDecoration(value("shelf"), horizontal: horizontal) : nil
    let effect = value("effect")
    self.effect = effect?["stops"] == nil ? nil : effect
  }
}
