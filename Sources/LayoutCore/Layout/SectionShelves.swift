/// The shelves of one section: one behind each of its lines, rows or segments (docs/rules.md#backgrounds-and-shelves).
struct SectionShelves {
  let style: Shelf
  private let rows: any ItemRows
  private let room: ItemRoom
  /// The top of the items, in content coordinates.
  private let origin: Double
  /// Start and end of the section along the scroll axis, in content coordinates.
  let minY: Double
  let maxY: Double

  /// The shelves of a section that is laid out; nil if it has none.
  init?(_ placed: PlacedSection) {
    guard let style = placed.section.metrics.extras?.shelf,
      let rows = placed.layout.arrangement.rows
    else { return nil }
    self.style = style
    self.rows = rows
    room = placed.section.room(in: placed.containerWidth)
    origin = placed.itemsOrigin
    (minY, maxY) = (placed.minY, placed.maxY)
  }

  var count: Int { rows.rowCount }

  /// The number of the shelf behind an item; `count` behind the last one.
  func number(ofItem item: Int, of itemCount: Int) -> Int {
    item < itemCount ? rows.row(ofItem: item) : count
  }

  /// The frame of an existing shelf, in the engines' space.
  func frame(_ number: Int) -> Rect { frame(rows.row(number)) }

  private func frame(_ row: (top: Double, extent: Double)) -> Rect {
    let part = stretch(row)
    let end = part.top + part.extent
    let start = max(minY, min(part.top, maxY))
    let isCut = start != part.top || end > maxY
    return Rect(
      x: room.left + style.insets.left, y: start,
      width: max(0, room.width - style.insets.left - style.insets.right),
      height: isCut ? max(0, min(end, maxY) - start) : part.extent)
  }

  /// Start and extent of a shelf along the scroll axis before it is cut off at the section.
  private func stretch(_ row: (top: Double, extent: Double)) -> (top: Double, extent: Double) {
    style.part.stretch(ofRow: (origin + row.top, row.extent))
  }

  /// The first shelf that ends behind `y` before it is cut off; `count` if there is none. O(log² lines)
  func first(endingBehind y: Double) -> Int {
    partitionPoint(0..<count) {
      let part = stretch(rows.row($0))
      return part.top + part.extent > y
    }
  }

  /// The first shelf that starts at `y` or behind it before it is cut off; `count` if there is none. O(log² lines)
  func first(startingAt y: Double) -> Int {
    partitionPoint(0..<count) { stretch(rows.row($0)).top >= y }
  }

  /// Calls `body` for the shelves from `first` on that overlap the window, in order. O(log lines + the lines that the
  /// window crosses)
  func visit(
    in window: Window, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Rect) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let (part, any) = (style.part, frame((0, 0)))
    guard !part.isAlwaysFlat, window.across.overlaps(any.x, any.width) else { return }
    try rows.visitRows(in: window.along, origin: origin, part: part, from: first, meter: &meter) {
      (number, top, extent, meter) throws(WalkInterrupted) in
      let frame = frame((top, extent))
      guard number >= first, window.along.overlaps(frame.y, frame.height) else { return }
      try body(number, frame)
    }
  }
}
