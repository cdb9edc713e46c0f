extension NaiveEngine {
  static let waterfall = NaiveEngine(
    name: "waterfall", metrics: ["numberOfColumns", "minimumColumnWidth", "placement"],
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
    var lengths = Array(repeating: 0.0, count: columns.count)
    for (number, item) in items.enumerated() {
      let height = Self.waterfallHeight(item, columnWidth: columns.width)
      let inTurn = number % columns.count
      let column =
        switch metrics.placement {
        case "leftToRight": inTurn
        case "rightToLeft": columns.count - 1 - inTurn
        default: sizesAreEqual ? inTurn : Self.shortest(lengths)
        }
      if sizesAreEqual {
        lengths[column] = Double(number / columns.count) * (height + metrics.lineSpacing)
      }
      let frame = NaiveRect(
        x: room.left + Double(column) * (columns.width + metrics.interitemSpacing),
        y: room.top + lengths[column], width: columns.width, height: height)
      cells.append(Cell(frame: frame, column: column))
      bottom = max(bottom, frame.y + frame.height)
      lengths[column] = lengths[column] + (height + metrics.lineSpacing)
    }
  }

  private static func waterfallHeight(_ item: NaiveItem, columnWidth: Double) -> Double {
    guard let height = item.height else {
      preconditionFailure("a waterfall item has a height")
    }
    guard let width = item.width else { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }

  private static func shortest(_ lengths: [Double]) -> Int {
    let least = lengths.min()!
    return lengths.firstIndex { $0 <= least + 0.001 }!
  }
}
