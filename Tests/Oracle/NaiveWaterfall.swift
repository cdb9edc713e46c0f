extension NaiveEngine {
  static let waterfall = NaiveEngine(
    name: "waterfall", metrics: spacings + ["numberOfColumns", "minimumColumnWidth", "placement"],
    spacing: 10, numberOfColumns: 2, readsAcross: true, readsAlong: true, needsAlong: true,
    geometry: ["probeSpan"], scalesToWidth: true,
    layOut: { $0.layOutWaterfall($1, $2, $3) },
    variants: [1, 2, 3].flatMap { (number: JSONValue) -> [JSONValue] in
      ["shortest", "leftToRight", "rightToLeft"].map {
        ["numberOfColumns": number, "placement": $0]
      }
    })
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#waterfall.
  mutating func layOutWaterfall(
    _ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom
  ) {
    let columns = room.columns(metrics)
    let sizesAreEqual =
      allEqual(items.map(\.width)) && allEqual(items.map(\.height))
      && allEqual(items.map(\.geometry))
    var waterfall = NaiveWaterfall(
      columns: columns.count, width: columns.width, lineSpacing: metrics.lineSpacing,
      placement: sizesAreEqual && metrics.placement == "shortest"
        ? "leftToRight" : metrics.placement)
    for (number, item) in items.enumerated() {
      let (column, sum, height) = waterfall.place(width: item.width, height: item.height!)
      let turn = Double(number / columns.count)
      let y = sizesAreEqual ? turn * (height + metrics.lineSpacing) : sum
      let frame = NaiveRect(
        x: room.left + Double(column) * (columns.width + metrics.interitemSpacing),
        y: room.top + y, width: columns.width, height: height)
      cells.append(Cell(frame: frame, column: column))
      bottom = max(bottom, frame.y + frame.height)
    }
  }
}

/// The columns of a waterfall, which get one item after the other.
public struct NaiveWaterfall {
  let width: Double
  let lineSpacing: Double
  let placement: String
  /// How long each column is.
  private var lengths: [Double]
  private var count = 0

  public init(columns: Int, width: Double, lineSpacing: Double, placement: String) {
    (self.width, self.lineSpacing, self.placement) = (width, lineSpacing, placement)
    lengths = Array(repeating: 0, count: columns)
  }

  /// Adds an item as large as given: where it starts, and how high it becomes.
  public mutating func place(
    width given: Double?, height: Double
  ) -> (column: Int, y: Double, height: Double) {
    let height = given.map { $0 == 0 ? 0 : height * width / $0 } ?? height
    let inTurn = count % lengths.count
    count += 1
    let column =
      switch placement {
      case "leftToRight": inTurn
      case "rightToLeft": lengths.count - 1 - inTurn
      default: Self.shortest(lengths)
      }
    defer { lengths[column] += height + lineSpacing }
    return (column, lengths[column], height)
  }

  /// The first of the columns that are as short as the shortest one.
  public static func shortest(_ lengths: [Double]) -> Int {
    let least = lengths.min()!
    return lengths.firstIndex { $0 <= least + 0.001 }!
  }
}
