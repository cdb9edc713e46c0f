extension Layout {
  /// The topmost element at a point: of those that contain it the one with the highest zIndex, and of equal ones the
  /// last in order. With `bounds`, the special elements at that scroll position take part (contract section 6, "hit").
  ///
  /// The point is in content coordinates. O(log sections + log items + elements at the point)
  public func element(
    at point: Point, bounds: Rect?, inset: EdgeInsets
  ) -> LayoutAttributes? {
    var topmost: LayoutAttributes?
    func consider(_ attributes: LayoutAttributes) -> Bool {
      if attributes.zIndex >= topmost?.zIndex ?? .min { topmost = attributes }
      return true
    }
    _ = visitElements(in: axis.window(point), from: .first, consider)
    guard let bounds else { return topmost }
    _ = visitSpecialElements(bounds: bounds, inset: inset, in: axis.window(point)) { attributes in
      bounds.overlaps(attributes.frame) ? consider(attributes) : true
    }
    return topmost
  }
}

extension Rect {
  /// Whether an element with this frame is in the rectangle (contract section 5).
  fileprivate func overlaps(_ frame: Rect) -> Bool {
    frame.width > 0 && frame.height > 0 && frame.x < x + width && x < frame.x + frame.width
      && frame.y < y + height && y < frame.y + frame.height
  }
}
