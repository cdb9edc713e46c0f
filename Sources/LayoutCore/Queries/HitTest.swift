extension Layout {
  /// The topmost element at a point: of those that contain it the one with the highest zIndex, and of equal ones the
  /// last in order. With `bounds`, the special elements at that scroll position take part (docs/rules.md#hit);
  /// without, all that pin take part at rest where `findsResting` says so.
  ///
  /// The point is in content coordinates. Throws when the meter grants no more steps. O(log sections + log items + the
  /// items of the lines and rows that the point is in)
  public func element(
    at point: Point, bounds: Rect?, inset: EdgeInsets, findsResting: Bool = false,
    meter: inout StepMeter
  ) throws(WalkStop) -> LayoutAttributes? {
    var topmost: LayoutAttributes?
    func consider(_ attributes: LayoutAttributes) -> Bool {
      if attributes.zIndex >= topmost?.zIndex ?? .min { topmost = attributes }
      return true
    }
    let window = axis.window(point)
    try ElementSink.visit(axis, consider) { (sink) throws(WalkStop) in
      try visitElements(in: window, from: .first, meter: &meter, into: &sink)
    }
    if findsResting, bounds == nil {
      let place = Rect(x: point.x, y: point.y, width: 0, height: 0)
      try ElementSink.visit(axis, consider) { (sink) throws(WalkStop) in
        try visitSpecialElements(
          bounds: place, inset: .atRest, in: window, meter: &meter, into: &sink)
      }
    }
    guard let bounds else { return topmost }
    func considerInSight(_ attributes: LayoutAttributes) -> Bool {
      bounds.overlaps(attributes.frame) ? consider(attributes) : true
    }
    try ElementSink.visit(axis, considerInSight) { (sink) throws(WalkStop) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: window, meter: &meter, into: &sink)
    }
    return topmost
  }
}

extension Rect {
  /// Whether an element with this frame is in the rectangle (docs/rules.md#overlap).
  func overlaps(_ frame: Rect) -> Bool {
    frame.width > 0 && frame.height > 0 && frame.x < x + width && x < frame.x + frame.width
      && frame.y < y + height && y < frame.y + frame.height
  }
}
