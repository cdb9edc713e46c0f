/// A query's interval along one axis. It accepts positions in the engines' space and compares them in content
/// coordinates.
///
/// Right-to-left layouts are mirrored, and mirroring a double rounds it again. So every comparison uses the number that
/// the answer contains. "Before" and "behind" (after) refer to the order in which engines place elements.
public struct AxisWindow {
  /// The query's least coordinate, in content coordinates.
  let lower: Double
  /// The query's end, X + W of docs/rules.md#overlap, in content coordinates.
  let upper: Double
  /// The content's extent along this axis if the layout is mirrored along it, else nil.
  let mirroredExtent: Double?
  /// The greatest number used in computing positions along this axis, in points. It bounds the rounding error of every
  /// position, even of small ones.
  var magnitude: Double

  /// The window with more on both sides, in points.
  func widened(by distance: Double) -> AxisWindow {
    AxisWindow(
      lower: lower - distance, upper: upper + distance, mirroredExtent: mirroredExtent,
      magnitude: magnitude)
  }

  /// Whether a frame with this least coordinate and extent in content coordinates overlaps the window.
  func overlapsAnswered(_ low: Double, _ extent: Double) -> Bool {
    low < upper && lower < low + extent && extent > 0
  }

  /// The least coordinate of an element in content coordinates, in points.
  @inline(__always)
  func answered(_ position: Double, _ extent: Double) -> Double {
    guard let mirroredExtent else { return position }
    return mirroredExtent - position - extent
  }

  /// Whether an element with this position and extent overlaps the window (docs/rules.md#overlap).
  @inline(__always)
  func overlaps(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    // The first comparison often decides without the extent, which may not be loaded yet.
    return low < upper && (lower < low || lower < low + extent) && extent > 0
  }

  /// Whether an element with this position and extent is wholly before the window.
  ///
  /// For ascending positions and one extent, the result changes from true to false only once, rounding included.
  @inline(__always)
  func isBefore(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    return mirroredExtent == nil ? !(lower < low + extent) : !(low < upper)
  }

  /// Whether an element with this position and extent is completely after the window.
  ///
  /// For ascending positions and one extent, the result changes from false to true only once, rounding included.
  @inline(__always)
  func isBehind(_ position: Double, _ extent: Double) -> Bool {
    let low = answered(position, extent)
    return mirroredExtent == nil ? !(low < upper) : !(lower < low + extent)
  }

  /// Whether everything that ends at or before `edge` is before the window, even with the rounding errors of sums.
  @inline(__always)
  func isSurelyBefore(_ edge: Double) -> Bool {
    guard let mirroredExtent else { return edge + slack(edge) <= lower }
    return mirroredExtent - edge - slack(edge) >= upper
  }

  /// Whether everything that starts at or after `edge` is after the window, even with the rounding errors of sums.
  @inline(__always)
  func isSurelyBehind(_ edge: Double) -> Bool {
    guard let mirroredExtent else { return edge - slack(edge) >= upper }
    return mirroredExtent - edge + slack(edge) <= lower
  }

  /// More than the rounding errors of a few sums of numbers up to `magnitude`, in points.
  @inline(__always)
  private func slack(_ edge: Double) -> Double { max(edge.magnitude, magnitude) * 0x1p-48 }

  /// The elements of 0..<count that overlap the window, if their positions ascend and all have one extent. O(log count)
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

  /// The elements of 0..<count that may overlap the window. `edge` must ascend: `edge(i)` is at or before the start of
  /// element i and at or after the ends of all earlier ones, and `edge(count)` is at or after all ends. O(log count)
  func candidates(count: Int, edge: (Int) -> Double) -> Range<Int> {
    let first = partitionPoint(0..<count) { !isSurelyBefore(edge($0 + 1)) }
    let end = partitionPoint(nearStartOf: first..<count) { isSurelyBehind(edge($0)) }
    return first..<end
  }

  /// The window in coordinates measured from `origin`, a place in the engines' space.
  func seen(from origin: Double) -> LocalWindow {
    // No element is farther away than this, and sums of it are finite.
    let far = 2 * greatestCoordinate
    let start = max(-far, min(far, mirroredExtent.map { $0 - upper } ?? lower))
    let end = max(-far, min(far, mirroredExtent.map { $0 - lower } ?? upper))
    return LocalWindow(
      before: start - slack(start) - origin, after: start + slack(start) - origin,
      until: end - slack(end) - origin, behind: end + slack(end) - origin)
  }
}

/// A window in coordinates measured from the top of a section's items. Each bound includes a margin for rounding
/// errors, so stored tops can be compared with it directly.
struct LocalWindow {
  /// An item that ends at or before this is before the window, in points.
  let before: Double
  /// An item with an extent above 0 that starts after this and before `until` overlaps the window.
  let after: Double
  let until: Double
  /// An item that starts at or after this is after the window.
  let behind: Double
}

/// A rectangle in content coordinates, as one window for each axis of the engines' space.
public struct Window {
  /// Across the scroll axis.
  let across: AxisWindow
  /// Along the scroll axis.
  var along: AxisWindow
  /// The point that the window consists of; nil for a rectangle.
  var point: Point?

  /// The window with more on all sides, in points.
  func widened(by distance: Double) -> Window {
    Window(across: across.widened(by: distance), along: along.widened(by: distance))
  }

  /// A narrower window for elements whose positions are computed from numbers up to `magnitude` along the scroll axis.
  /// Positions in mirrored layouts are computed from the content's extent.
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
