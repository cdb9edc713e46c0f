/// A query's interval along one axis: takes coordinates of the engines' space, compares them in those of the answer.
///
/// Right-to-left answers are mirrored, and a mirrored double rounds anew. So every comparison is made on the number
/// that the answer will show, and "before" and "after" mean the order in which engines place elements.
public struct AxisWindow {
  /// The query's least coordinate, in the answer's space.
  let lower: Double
  /// The query's end, X + W of docs/rules.md#overlap, in the answer's space.
  let upper: Double
  /// The content's extent along this axis where answers are mirrored along it, else nil.
  let mirroredExtent: Double?
  /// The greatest number that positions along this axis are computed with, in points: what they may have been rounded
  /// by follows from it, however small they are themselves.
  var magnitude: Double

  /// The least coordinate that the answer shows for an element, in points.
  @inline(__always)
  func answered(_ position: Double, _ extent: Double) -> Double {
    guard let mirroredExtent else { return position }
    return mirroredExtent - position - extent
  }

  /// Whether an element of this position and extent overlaps the window (docs/rules.md#overlap).
  @inline(__always)
  func overlaps(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    // The first comparison often decides without the height, which may not have been loaded yet.
    return low < upper && (lower < low || lower < low + extent) && extent > 0
  }

  /// Whether such an element stands wholly before the window.
  ///
  /// Ascending positions of one extent turn this from true to false once, rounding included.
  @inline(__always)
  func isBefore(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    return mirroredExtent == nil ? !(lower < low + extent) : !(low < upper)
  }

  /// Whether such an element stands wholly behind the window.
  ///
  /// Ascending positions of one extent turn this from false to true once, rounding included.
  @inline(__always)
  func isBehind(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    return mirroredExtent == nil ? !(low < upper) : !(lower < low + extent)
  }

  /// Whether everything that ends at `edge` or before it stands before the window, rounding errors of sums included.
  @inline(__always)
  func isSurelyBefore(_ edge: Double) -> Bool {
    guard let mirroredExtent else { return edge + slack(edge) <= lower }
    return mirroredExtent - edge - slack(edge) >= upper
  }

  /// Whether everything that starts at `edge` or behind it stands behind the window, rounding errors of sums included.
  @inline(__always)
  func isSurelyBehind(_ edge: Double) -> Bool {
    guard let mirroredExtent else { return edge - slack(edge) >= upper }
    return mirroredExtent - edge + slack(edge) <= lower
  }

  /// More than the rounding errors of a few sums of such numbers, in points.
  @inline(__always)
  private func slack(_ edge: Double) -> Double { max(edge.magnitude, magnitude) * 0x1p-48 }

  /// The elements of 0..<count that overlap the window, where positions ascend and all have one extent.
  /// O(log count)
  func overlapping(count: Int, extent: Double, position: (Int) -> Double) -> Range<Int> {
    guard extent > 0, count > 0 else { return 0..<0 }
    // Most windows show all columns.
    if !isBefore(position(0), extent), !isBehind(position(count - 1), extent) {
      return 0..<count
    }
    let first = partitionPoint(0..<count) { !isBefore(position($0), extent) }
    let end = partitionPoint(nearStartOf: first..<count) { isBehind(position($0), extent) }
    return first..<end
  }

  /// The elements of 0..<count outside of which none overlaps the window, where edges ascend: `edge(i)` is where
  /// element i starts at the earliest and all before it have ended, `edge(count)` where all have. O(log count)
  func candidates(count: Int, edge: (Int) -> Double) -> Range<Int> {
    let first = partitionPoint(0..<count) { !isSurelyBefore(edge($0 + 1)) }
    let end = partitionPoint(nearStartOf: first..<count) { isSurelyBehind(edge($0)) }
    return first..<end
  }

  /// The window in coordinates that count from `origin`, a place in the engines' space.
  func seen(from origin: Double) -> LocalWindow {
    // Nothing stands farther away than this, and sums of it are finite.
    let far = 2 * greatestCoordinate
    let start = max(-far, min(far, mirroredExtent.map { $0 - upper } ?? lower))
    let end = max(-far, min(far, mirroredExtent.map { $0 - lower } ?? upper))
    return LocalWindow(
      before: start - slack(start) - origin, after: start + slack(start) - origin,
      until: end - slack(end) - origin, behind: end + slack(end) - origin)
  }
}

/// A window in coordinates that count from the top of a section's items: each bound leaves room for rounding errors, so
/// that stored tops can be compared with it directly.
struct LocalWindow {
  /// An item that ends here or before is before the window, in points.
  let before: Double
  /// An item of an extent above 0 that starts behind this and before `until` overlaps the window.
  let after: Double
  let until: Double
  /// An item that starts here or behind is behind the window.
  let behind: Double
}

/// A rectangle of the answer as the two windows that engines know.
public struct Window {
  /// Across the scroll axis.
  let across: AxisWindow
  /// Along the scroll axis.
  var along: AxisWindow

  /// The window for elements that are all placed by numbers up to `magnitude` along the scroll axis; mirrored ones are
  /// placed by the content's extent.
  func along(upTo magnitude: Double) -> Window {
    var window = self
    if window.along.mirroredExtent == nil { window.along.magnitude = magnitude }
    return window
  }

  /// Whether a frame in the engines' space overlaps the rectangle.
  @inline(__always)
  func overlaps(_ frame: Rect) -> Bool {
    across.overlaps(frame.x, frame.width) && along.overlaps(frame.y, frame.height)
  }
}
