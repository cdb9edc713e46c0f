/// The parts of a row or a column, placed in a frame. x is measured from the container's edge, y from the top of the
/// group.
struct PlacedParts {
  let sums: GroupSums
  private let frame: Rect
  /// The extent of the frame along the row or column, in points.
  let length: Double
  private let spacing: Double
  /// What the shares of parts are taken of, in points.
  private let rest: Double

  init(_ sums: GroupSums, in frame: Rect, _ room: ItemRoom) {
    self.sums = sums
    self.frame = frame
    length = sums.isRow ? frame.width : frame.height
    spacing = sums.spacing ?? (sums.isRow ? room.itemSpacing : room.lineSpacing)
    rest = greater(0, length - Double(sums.copyCount - 1) * spacing - sums.points)
  }

  /// The extent of each of the repeated parts of an entry, before it is cut off.
  func extent(_ entry: GroupEntry) -> Double {
    entry.isInPoints ? entry.length : rest * (entry.length * sums.scale) / sums.weight
  }

  /// The distance from the start of the row or column to one of the repeated parts of an entry, in points: no more than
  /// its length.
  @inline(__always)
  func position(_ entry: GroupEntry, _ copy: Int) -> Double {
    let (before, copies) = (Double(entry.copiesBefore) + Double(copy), Double(copy))
    var position = before * spacing + entry.pointsBefore
    if entry.isInPoints { position += copies * entry.length }
    if sums.weight > 0 {
      let own = entry.isInPoints ? 0 : copies * (entry.length * sums.scale)
      position += rest * (entry.weightBefore + own) / sums.weight
    }
    return lesser(length, position)
  }

  /// The start of the row or column.
  var start: Double { sums.isRow ? frame.x : frame.y }

  /// The frame of one of the repeated parts of an entry.
  func frame(_ entry: GroupEntry, _ copy: Int) -> Rect {
    let position = position(entry, copy)
    let extent = lesser(extent(entry), length - position)
    return sums.isRow
      ? Rect(x: frame.x + position, y: frame.y, width: extent, height: frame.height)
      : Rect(x: frame.x, y: frame.y + position, width: frame.width, height: extent)
  }
}
