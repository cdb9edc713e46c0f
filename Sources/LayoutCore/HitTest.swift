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
    visitSpecialElements(bounds: bounds, inset: inset) { attributes in
      attributes.frame.contains(point) ? consider(attributes) : true
    }
    return topmost
  }
}

extension Rect {
  /// Whether a point is in the rectangle, its far edges left out (contract section 5).
  fileprivate func contains(_ point: Point) -> Bool {
    x <= point.x && point.x < x + width && y <= point.y && point.y < y + height
  }
}
