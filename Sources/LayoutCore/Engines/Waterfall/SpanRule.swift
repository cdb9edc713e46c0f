/// How items with spans are placed (docs/rules.md#waterfall-spans). Columns are numbered from the side at which the first
/// one is filled.
struct SpanRule: Equatable {
  let columns: Columns
  let lineSpacing: Double
  let placement: Placement
  let tolerance: Double?
  /// The number of columns, from the first one on, that an item can stand over. Columns behind them are always empty.
  let columnCount: Int

  /// O(1); O(runs) if there are fewer items than columns
  init(
    _ items: SpannedItems, columns: Columns, lineSpacing: Double, placement: Placement,
    tolerance: Double?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    self.columns = columns
    self.lineSpacing = lineSpacing
    self.placement = placement
    self.tolerance = tolerance
    guard items.count < columns.count else {
      columnCount = columns.count
      return
    }
    // Without columns that items say, an item stands at most directly behind all columns that are not empty.
    var (sum, farthest) = (0, 0)
    try items.visitRuns(&meter) { count, given, place in
      let span = columns.span(given)
      sum += count * span
      if let column = SpanRule.column(of: place, span: span, columns.count, placement) {
        farthest = max(farthest, column + span)
      }
    }
    columnCount = min(columns.count, sum + farthest)
  }

  /// The column that an item says, numbered as columns are here; nil if it says none, or one in which it has no room.
  @inline(__always)
  private static func column(
    of place: Double, span: Int, _ count: Int, _ placement: Placement
  ) -> Int? {
    guard place > 0, place <= Double(count - span + 1) else { return nil }
    let column = Int(place) - 1
    return placement == .rightToLeft ? count - span - column : column
  }

  /// The column that an item says.
  @inline(__always)
  func column(of place: Double, span: Int) -> Int? {
    SpanRule.column(of: place, span: span, columns.count, placement)
  }

  /// Converts the number of the first column of an item to that of its leftmost one.
  @inline(__always)
  func leftmost(_ column: Int, span: Int) -> Int {
    placement == .rightToLeft ? columns.count - span - column : column
  }

  /// By how many points an item may stand lower than it could; nil if columns are taken in turn.
  var reach: Double? {
    placement == .shortest ? greater(tolerance ?? 0, fitTolerance) : nil
  }

  /// The columns in which an item may overlap a window, with some neighbours.
  func columns(in window: AxisWindow) -> Range<Int> {
    // An item over several columns stands over the spacings between them, too.
    let crossed = window.overlapping(
      count: columns.count, extent: columns.pitch, position: columns.x)
    let near = max(0, crossed.lowerBound - 1)..<min(columns.count, crossed.upperBound + 1)
    return (placement == .rightToLeft ? columns.mirrored(near) : near)
      .clamped(to: 0..<columnCount)
  }
}
