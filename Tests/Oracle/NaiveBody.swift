import Foundation

/// The items of one section with their separators, laid out downwards (docs/rules.md#stacking).
struct NaiveBody {
  struct Cell {
    var frame: NaiveRect
    var column: Int?
  }

  struct Separator {
    var index: Int
    var frame: NaiveRect
  }

  var cells: [Cell] = []
  var rowSeparators: [Separator] = []
  var columnSeparators: [Separator] = []
  /// The lines, rows or segments, as wide as the items may be; none for a waterfall.
  var lines: [NaiveRect] = []
  /// Where the items end.
  var bottom: Double

  /// Lays out items whose upper edge is at `top`; without items they end where they start.
  init(items: [NaiveItem], metrics: NaiveMetrics, containerWidth: Double, top: Double) {
    bottom = top
    if items.isEmpty { return }
    let room = NaiveRoom(
      containerWidth: containerWidth, left: metrics.inset.left, top: top,
      available: max(0, containerWidth - metrics.inset.left - metrics.inset.right))
    NaiveEngine.named(metrics.engine).layOut(&self, items, metrics, room)
  }
}

/// Where the items of a section stand.
struct NaiveRoom {
  let containerWidth: Double
  let left: Double
  let top: Double
  /// The width between the insets: A of docs/rules.md#available-width.
  let available: Double

  /// A line of the items.
  func line(_ y: Double, _ height: Double) -> NaiveRect {
    NaiveRect(x: left, y: y, width: available, height: height)
  }

  /// The number and the width of the columns, for an engine that has them.
  func columns(_ metrics: NaiveMetrics) -> (count: Int, width: Double) {
    let spacing = metrics.interitemSpacing
    let count =
      metrics.numberOfColumns
      ?? max(1, Int(floor((available + spacing + 0.001) / (metrics.minimumColumnWidth! + spacing))))
    return (count, max(0, (available - Double(count - 1) * spacing) / Double(count)))
  }
}

/// Whether all values are equal; true for none and for one.
func allEqual<Value: Equatable>(_ values: [Value]) -> Bool {
  values.allSatisfy { $0 == values[0] }
}
