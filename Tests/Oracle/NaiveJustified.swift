extension NaiveEngine {
  static let justified = NaiveEngine(
    name: "justified", metrics: spacings + ["targetRowHeight", "lineAlignment", "shelf"],
    spacing: 10, readsAcross: true, readsAlong: true, needsAcross: true, needsAlong: true,
    layOut: { $0.layOutJustified($1, $2, $3) }, readsRatios: true,
    variants: ["leading", "center", "trailing", "justify"].map {
      ["lineAlignment": $0, "targetRowHeight": 40]
    } + [[:]])
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#justified.
  mutating func layOutJustified(_ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    let photographs = NaiveJustified(items: items, metrics: metrics, available: room.available)
    let rows = photographs.rows
    let v = metrics.lineSpacing
    let tops =
      photographs.areEqual
      ? rows.indices.map { Double($0) * (rows[0].height + v) }
      : NaiveContentTree(items, metrics).sums.tops(
        lines: rows.map(\.items), extents: rows.map(\.height), spacing: v)
    for (row, top) in zip(rows, tops) {
      var x = room.left + row.start
      for (place, item) in row.items.enumerated() {
        let width = photographs.ratios[item] * row.height
        if photographs.areEqual {
          x = room.left + row.start + Double(place) * (width + metrics.interitemSpacing)
        }
        cells.append(
          Cell(frame: NaiveRect(x: x, y: room.top + top, width: width, height: row.height)))
        x += width + metrics.interitemSpacing
      }
      lines.append(room.line(room.top + top, row.height))
      bottom = room.top + top + row.height
    }
  }
}

/// The rows of a justified section.
public struct NaiveJustified {
  public struct Row {
    public let items: Range<Int>
    public let height: Double
    /// Distance from the left edge of the items to the row's first one.
    public let start: Double
  }

  public let ratios: [Double]
  public let areEqual: Bool
  public private(set) var rows: [Row] = []
  private let available: Double
  private let gap: Double
  private let target: Double
  private let alignment: String

  public init(sizes: [(width: Double, height: Double)], metrics: JSONValue, available: Double) {
    self.init(
      items: sizes.map { NaiveItem(width: $0.width, height: $0.height) },
      metrics: NaiveMetrics(
        snapshot: ["engine": "justified", "metrics": metrics], section: [:]),
      available: available)
  }

  init(items: [NaiveItem], metrics: NaiveMetrics, available: Double) {
    ratios = items.map {
      $0.width! == 0 || $0.height! == 0 ? 1 : min($0.width! / $0.height!, .greatestFiniteMagnitude)
    }
    areEqual = allEqual(items.map(\.width)) && allEqual(items.map(\.height))
    self.available = available
    gap = metrics.interitemSpacing
    target = metrics.targetRowHeight
    alignment = metrics.lineAlignment
    var first = 0
    while first < items.count {
      let row = row(from: first)
      rows.append(row)
      first = row.items.upperBound
    }
  }

  /// S(k) of the items from `first` on.
  private func sum(_ k: Int, from first: Int) -> Double {
    areEqual ? Double(k) * ratios[first] : ratios[first..<first + k].reduce(0, +)
  }

  /// h(k) of the items from `first` on.
  private func h(_ k: Int, from first: Int) -> Double {
    (available - Double(k - 1) * gap) / sum(k, from: first)
  }

  /// K of the items from `first` on; nil if there is none.
  private func greatK(from first: Int) -> Int? {
    let left = ratios.count - first
    guard areEqual else {
      // The sums go on from item to item, so that long rows cost no more than their items.
      var sum = 0.0
      for k in 1...left {
        sum += ratios[first + k - 1]
        if (available - Double(k - 1) * gap) / sum <= target { return k }
      }
      return nil
    }
    let k = max(1, ((available + gap) / (ratios[0] * target + gap)).rounded(.up))
    return k <= Double(left) ? Int(k) : nil
  }

  private func row(from first: Int) -> Row {
    guard let k = greatK(from: first) else {
      let left = ratios.count - first
      let height = h(left, from: first)
      let fills = height <= (alignment == "justify" ? 2 : 1.25) * target
      return row(from: first, left, height: fills ? height : target, isFull: fills)
    }
    let isWhole = k == 1 || h(k - 1, from: first) * h(k, from: first) >= target * target
    let count = isWhole ? k : k - 1
    let height = h(count, from: first)
    return row(
      from: first, count, height: min(height, 2 * target), isFull: height <= 2 * target)
  }

  private func row(from first: Int, _ count: Int, height: Double, isFull: Bool) -> Row {
    let used = sum(count, from: first) * height + Double(count - 1) * gap
    var start = 0.0
    if !isFull, alignment == "center" { start = (available - used) / 2 }
    if !isFull, alignment == "trailing" { start = available - used }
    return Row(items: first..<first + count, height: height, start: start)
  }
}
