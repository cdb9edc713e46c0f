extension NaiveEngine {
  static let waterfall = NaiveEngine(
    name: "waterfall",
    metrics: spacings + ["numberOfColumns", "minimumColumnWidth", "placement", "tolerance"],
    spacing: 10, numberOfColumns: 2, readsAcross: true, readsAlong: true, needsAlong: true,
    geometry: ["span", "columnIndex", "probeSpan"], scalesToWidth: true,
    layOut: { $0.layOutWaterfall($1, $2, $3) },
    variants: [1, 2, 3].flatMap { (number: JSONValue) -> [JSONValue] in
      ["shortest", "leftToRight", "rightToLeft"].map {
        ["numberOfColumns": number, "placement": $0]
      }
    } + [["numberOfColumns": 3, "tolerance": 20]])
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#waterfall.
  mutating func layOutWaterfall(
    _ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom
  ) {
    let columns = room.columns(metrics)
    let areEqual =
      allEqual(items.map(\.width)) && allEqual(items.map(\.height))
      && allEqual(items.map(\.geometry))
      && items.allSatisfy { $0.member("columnIndex") == .null }
    var waterfall = NaiveWaterfall(
      columns: columns.count, width: columns.width, lineSpacing: metrics.lineSpacing,
      placement: metrics.placement, interitemSpacing: metrics.interitemSpacing,
      tolerance: metrics.tolerance)
    for (number, item) in items.enumerated() {
      let span = waterfall.span(item)
      var place = waterfall.place(
        width: item.width, height: item.height!, span: span,
        said: item.member("columnIndex").int)
      if areEqual {
        let perRow = columns.count / span
        let first = span * (number % perRow)
        place.column =
          metrics.placement == "rightToLeft" ? columns.count - span - first : first
        place.y = Double(number / perRow) * (place.height + metrics.lineSpacing)
      }
      let frame = NaiveRect(
        x: room.left + Double(place.column) * (columns.width + metrics.interitemSpacing),
        y: room.top + place.y, width: waterfall.width(span), height: place.height)
      cells.append(Cell(frame: frame, column: place.column))
      bottom = max(bottom, frame.y + frame.height)
    }
  }
}

/// The columns of a waterfall, which get one item after the other.
public struct NaiveWaterfall {
  let width: Double
  let lineSpacing: Double
  let placement: String
  let interitemSpacing: Double
  let tolerance: Double?
  /// How long each column is, from the side on which the first one is filled.
  private var lengths: [Double]
  /// The column behind the item before.
  private var cursor = 0

  public init(
    columns: Int, width: Double, lineSpacing: Double, placement: String,
    interitemSpacing: Double = 0, tolerance: Double? = nil
  ) {
    (self.width, self.lineSpacing, self.placement) = (width, lineSpacing, placement)
    (self.interitemSpacing, self.tolerance) = (interitemSpacing, tolerance)
    lengths = Array(repeating: 0, count: columns)
  }

  /// Over how many columns an item stands.
  func span(_ item: NaiveItem) -> Int {
    let given = item.member("span")
    return given == "all" ? lengths.count : min(given.int!, lengths.count)
  }

  /// How wide an item over so many columns is.
  public func width(_ span: Int) -> Double {
    Double(span) * width + Double(span - 1) * interitemSpacing
  }

  /// Adds an item as large as given: its leftmost column, where it starts, and how high it becomes.
  public mutating func place(
    width given: Double?, height: Double, span: Int = 1, said: Int? = nil
  ) -> (column: Int, y: Double, height: Double) {
    let width = width(span)
    let height = given.map { $0 == 0 ? 0 : height * width / $0 } ?? height
    let isMirrored = placement == "rightToLeft"
    let last = lengths.count - span
    let tops = (0...last).map { lengths[$0..<$0 + span].max()! }
    let first: Int
    if let said, said <= last {
      first = isMirrored ? last - said : said
    } else if placement == "shortest" {
      let most = tops.min()! + max(tolerance ?? 0, 0.001)
      let all = tops.indices.filter { tops[$0] <= most }
      first = (tolerance == nil ? nil : all.first { $0 >= cursor }) ?? all[0]
    } else {
      first = cursor <= last ? cursor : 0
    }
    for column in first..<first + span { lengths[column] = tops[first] + (height + lineSpacing) }
    cursor = first + span
    return (isMirrored ? last - first : first, tops[first], height)
  }

  /// The first of the columns that are as short as the shortest one.
  public static func shortest(_ lengths: [Double]) -> Int {
    let least = lengths.min()!
    return lengths.firstIndex { $0 <= least + 0.001 }!
  }
}
