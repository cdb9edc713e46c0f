/// Equal pictures in rows of equal length, and a last row below of another height, each computed by arithmetic.
final class JustifiedGrid: ItemArrangement {
  /// The rows but the last one.
  private let upper: UniformGrid
  /// The last row, which is not full.
  private let last: UniformGrid

  init(_ upper: UniformGrid, _ last: UniformGrid) {
    self.upper = upper
    self.last = last
  }

  /// Distance from the top of the items to the top of the last row, in points.
  private var lastTop: Double { upper.rowTop(upper.rowCount) }

  var extent: Double { lastTop + last.extent }
  var hasArea: Bool { upper.hasArea || last.hasArea }
  var reach: Double { max(upper.reach, last.reach) }
  var byteCount: Int {
    HeapBytes.object((UniformGrid, UniformGrid).self) + upper.byteCount + last.byteCount
  }

  func frame(ofItem index: Int, origin: Double) -> CellFrame {
    index < upper.itemCount
      ? upper.frame(ofItem: index, origin: origin)
      : last.frame(ofItem: index - upper.itemCount, origin: origin + lastTop)
  }

  func line(ofItem item: Int) -> Range<Int> {
    item < upper.itemCount
      ? upper.line(ofItem: item) : upper.itemCount..<upper.itemCount + last.itemCount
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    if first < upper.itemCount {
      try upper.visitItems(in: window, origin: origin, from: first, meter: &meter, into: &sink)
    }
    try last.visitItems(
      in: window, origin: origin + lastTop, from: max(0, first - upper.itemCount),
      behind: upper.itemCount, meter: &meter, into: &sink)
  }
}

extension JustifiedGrid: ItemRows {
  var rows: (any ItemRows)? { self }
  var rowCount: Int { upper.rowCount + 1 }

  func row(_ number: Int) -> (top: Double, extent: Double) {
    number < upper.rowCount ? upper.row(number) : (lastTop, last.extent)
  }

  func row(ofItem item: Int) -> Int {
    item < upper.itemCount ? upper.row(ofItem: item) : upper.rowCount
  }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    if first < upper.rowCount {
      try upper.visitRows(
        in: window, origin: origin, part: part, from: first, meter: &meter, body)
    }
    guard first <= upper.rowCount else { return }
    try last.visitRows(
      in: window, origin: origin + lastTop, part: part, from: 0, meter: &meter
    ) { (_, _, extent, meter) throws(WalkInterrupted) in
      try body(upper.rowCount, lastTop, extent, &meter)
    }
  }
}
