/// The scroll axis, from the leading side.
extension NaiveLayout {
  /// The content's extent along it.
  var length: Double { horizontal ? contentWidth : contentHeight }

  func length(of bounds: NaiveRect) -> Double { horizontal ? bounds.width : bounds.height }

  func start(of bounds: NaiveRect) -> Double {
    if !horizontal { return bounds.y }
    return rightToLeft ? contentWidth - (bounds.x + bounds.width) : bounds.x
  }

  func startAndEnd(of inset: NaiveInsets) -> (start: Double, end: Double) {
    if !horizontal { return (inset.top, inset.bottom) }
    return rightToLeft ? (inset.right, inset.left) : (inset.left, inset.right)
  }

  /// Bounds of the same size that start elsewhere.
  func bounds(_ bounds: NaiveRect, startingAt start: Double) -> NaiveRect {
    var result = bounds
    if !horizontal {
      result.y = start
    } else {
      result.x = rightToLeft ? contentWidth - (start + bounds.width) : start
    }
    return result
  }
}
