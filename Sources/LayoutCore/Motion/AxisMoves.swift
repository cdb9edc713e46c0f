/// Places along the scroll axis, from the leading side, of rectangles in content coordinates.
extension Axis {
  /// Where a rectangle starts, in points.
  func start(of rect: Rect) -> Double {
    guard isHorizontal else { return rect.y }
    return isMirrored ? contentExtentAlong - (rect.x + rect.width) : rect.x
  }

  /// How long a rectangle is, in points.
  func length(of rect: Rect) -> Double { isHorizontal ? rect.width : rect.height }

  /// A rectangle of another length along the axis.
  func withLength(_ length: Double, _ rect: Rect) -> Rect {
    var rect = rect
    if isHorizontal { rect.width = length } else { rect.height = length }
    return rect
  }

  /// What insets take off the start and the end of the bounds, in points.
  func insetAlong(_ inset: EdgeInsets) -> (start: Double, end: Double) {
    guard isHorizontal else { return (inset.top, inset.bottom) }
    return isMirrored ? (inset.right, inset.left) : (inset.left, inset.right)
  }

  /// The rectangle of that size and place across that starts at `start`, at a finite place.
  func placed(_ rect: Rect, start: Double) -> Rect {
    var rect = rect
    // Bounds and insets may be so large that their sums are not.
    func finite(_ place: Double) -> Double {
      min(max(place, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
    if !isHorizontal {
      rect.y = finite(start)
    } else {
      rect.x = finite(isMirrored ? contentExtentAlong - start - rect.width : start)
    }
    return rect
  }

  /// The rectangle so many points behind.
  func moved(_ rect: Rect, by distance: Double) -> Rect {
    var rect = rect
    if !isHorizontal {
      rect.y += distance
    } else {
      rect.x += isMirrored ? -distance : distance
    }
    return rect
  }

  /// The windows of everything from `start` to `end` along the scroll axis, in the engines' space.
  func window(from start: Double, to end: Double) -> Window {
    let far = 2 * greatestCoordinate
    return Window(
      across: AxisWindow(
        lower: -far, upper: far, mirroredExtent: nil, magnitude: contentExtentAcross),
      along: AxisWindow(
        lower: start, upper: end, mirroredExtent: nil, magnitude: contentExtentAlong))
  }
}
