/// Converts from the engines' space, in which content grows downwards from the left, to content coordinates: horizontal
/// layouts are transposed (docs/rules.md#scroll-direction), right-to-left ones are mirrored
/// (docs/rules.md#layout-direction).
struct Axis {
  let isHorizontal: Bool
  let isMirrored: Bool
  /// The content's extents in the engines' space, in points.
  let contentExtentAcross: Double
  let contentExtentAlong: Double

  private var mirroredAcross: Double? {
    isMirrored && !isHorizontal ? contentExtentAcross : nil
  }
  private var mirroredAlong: Double? {
    isMirrored && isHorizontal ? contentExtentAlong : nil
  }

  /// The window of a rectangle in content coordinates.
  func window(_ rect: Rect) -> Window {
    window(
      minX: rect.x, maxX: rect.x + rect.width, minY: rect.y, maxY: rect.y + rect.height)
  }

  /// The window that exactly those frames overlap that contain the point (docs/rules.md#containment): x ≤ p is
  /// equivalent to x < the next double above p.
  func window(_ point: Point) -> Window {
    var window = window(
      minX: point.x, maxX: point.x.nextUp, minY: point.y, maxY: point.y.nextUp)
    window.point = point
    return window
  }

  /// The window of a rectangle given by its edges in content coordinates.
  func window(minX: Double, maxX: Double, minY: Double, maxY: Double) -> Window {
    isHorizontal
      ? Window(
        across: AxisWindow(
          lower: minY, upper: maxY, mirroredExtent: nil, magnitude: contentExtentAcross),
        along: AxisWindow(
          lower: minX, upper: maxX, mirroredExtent: mirroredAlong, magnitude: contentExtentAlong))
      : Window(
        across: AxisWindow(
          lower: minX, upper: maxX, mirroredExtent: mirroredAcross, magnitude: contentExtentAcross),
        along: AxisWindow(
          lower: minY, upper: maxY, mirroredExtent: nil, magnitude: contentExtentAlong))
  }

  /// The window of a stretch along the scroll axis, given from the leading side, whatever is across.
  func window(along stretch: (start: Double, end: Double)) -> Window {
    let far = 4 * greatestCoordinate
    let (lower, upper) =
      mirroredAlong.map { ($0 - stretch.end, $0 - stretch.start) } ?? (stretch.start, stretch.end)
    return isHorizontal
      ? window(minX: lower, maxX: upper, minY: -far, maxY: far)
      : window(minX: -far, maxX: far, minY: lower, maxY: upper)
  }

  /// The start of a frame in content coordinates along the scroll axis, from the leading side, and its extent.
  func stretch(of frame: Rect) -> (start: Double, extent: Double) {
    guard isHorizontal else { return (frame.y, frame.height) }
    return (isMirrored ? contentExtentAlong - (frame.x + frame.width) : frame.x, frame.width)
  }

  /// Converts a frame of the engines' space to content coordinates.
  @inline(__always)
  func answered(_ frame: Rect) -> Rect {
    var answer =
      isHorizontal
      ? Rect(x: frame.y, y: frame.x, width: frame.height, height: frame.width) : frame
    if isMirrored { answer.x = answeredContentWidth - answer.x - answer.width }
    return answer
  }

  private var answeredContentWidth: Double {
    isHorizontal ? contentExtentAlong : contentExtentAcross
  }

  /// The content size in content coordinates.
  var contentSize: Size {
    isHorizontal
      ? Size(width: contentExtentAlong, height: contentExtentAcross)
      : Size(width: contentExtentAcross, height: contentExtentAlong)
  }

  /// Start and end of the visible bounds, less the insets, along the scroll axis of the engines' space: E and B of
  /// docs/rules.md#pinning. The leading edge of a mirrored axis is the right one.
  func visibleEdges(bounds: Rect, inset: EdgeInsets) -> (start: Double, end: Double) {
    guard isHorizontal else {
      return (bounds.y + inset.top, bounds.y + bounds.height - inset.bottom)
    }
    guard isMirrored else {
      return (bounds.x + inset.left, bounds.x + bounds.width - inset.right)
    }
    let leading = contentExtentAlong - (bounds.x + bounds.width)
    return (leading + inset.right, leading + bounds.width - inset.left)
  }
}
