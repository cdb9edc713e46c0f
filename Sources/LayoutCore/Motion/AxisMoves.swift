/// Positions along the scroll axis, measured from the leading side, of rectangles in content coordinates.
extension Axis {
  /// The start of a rectangle, in points.
  func start(of rect: Rect) -> Double {
    guard isHorizontal else { return rect.y }
    return isMirrored ? contentExtentAlong - (rect.x + rect.width) : rect.x
  }

  /// The length of a rectangle, in points.
  func length(of rect: Rect) -> Double { isHorizontal ? rect.width : rect.height }

  /// A copy of a rectangle with another length along the axis.
  func withLength(_ length: Double, _ rect: Rect) -> Rect {
    var rect = rect
    if isHorizontal { rect.width = length } else { rect.height = length }
    return rect
  }

  /// The insets at the start and at the end of the bounds, in points.
  func insetAlong(_ inset: EdgeInsets) -> (start: Double, end: Double) {
    guard isHorizontal else { return (inset.top, inset.bottom) }
    return isMirrored ? (inset.right, inset.left) : (inset.left, inset.right)
  }

  /// A copy of `rect` that starts at `start`. The result is always finite.
  func placed(_ rect: Rect, start: Double) -> Rect {
    var rect = rect
    // Bounds and insets can be so large that their sum is infinite.
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

  /// A copy of `rect` moved by `distance` points towards the end.
  func moved(_ rect: Rect, by distance: Double) -> Rect {
    var rect = rect
    if !isHorizontal {
      rect.y += distance
    } else {
      rect.x += isMirrored ? -distance : distance
    }
    return rect
  }

  /// The window from `start` to `end` along the scroll axis, unlimited across it, in the engines' space.
  func window(from start: Double, to end: Double) -> Window {
    let far = 2 * greatestCoordinate
    return Window(
      across: AxisWindow(
        lower: -far, upper: far, mirroredExtent: nil, magnitude: contentExtentAcross),
      along: AxisWindow(
        lower: start, upper: end, mirroredExtent: nil, magnitude: contentExtentAlong))
  }
}
