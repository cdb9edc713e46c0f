extension Layout {
  /// The topmost element at a point: the one with the greatest zIndex, and of several such elements the last in order.
  /// With `bounds`, the special elements at that scroll position are included (docs/rules.md#hit). Without, all pinning
  /// elements are included, at rest, if `findsResting` is true.
  ///
  /// The point is in content coordinates. Throws if the meter runs out of units. O(log sections + log items + the items
  /// of the lines and rows that contain the point)
  public func element(
    at point: Point, bounds: Rect?, inset: EdgeInsets, findsResting: Bool = false,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LayoutAttributes? {
    var topmost: LayoutAttributes?
    func consider(_ attributes: LayoutAttributes) -> Bool {
      // Such a cell is where its effect shows it.
      if bounds != nil, hasEffect(attributes.element) { return true }
      return take(attributes)
    }
    func take(_ attributes: LayoutAttributes) -> Bool {
      if let other = topmost,
        attributes.zIndex < other.zIndex
          || attributes.zIndex == other.zIndex && attributes.element.isBefore(other.element)
      {
        return true
      }
      topmost = attributes
      return true
    }
    let window = axis.window(point)
    try ElementSink.visit(axis, takesTopmost: true, consider) { (sink) throws(WalkInterrupted) in
      try visitElements(in: window, from: .first, meter: &meter, into: &sink)
    }
    if findsResting, bounds == nil {
      let place = Rect(x: point.x, y: point.y, width: 0, height: 0)
      try ElementSink.visit(axis, consider) { (sink) throws(WalkInterrupted) in
        try visitSpecialElements(
          bounds: place, inset: .atRest, in: window, meter: &meter, into: &sink)
      }
    }
    guard let bounds else { return topmost }
    try visitShownCells(bounds: bounds, inset: inset, meter: &meter) { cell in
      cell.contains(point) ? take(cell.attributes) : true
    }
    func considerInSight(_ attributes: LayoutAttributes) -> Bool {
      bounds.overlaps(attributes.frame) ? consider(attributes) : true
    }
    try ElementSink.visit(axis, considerInSight) { (sink) throws(WalkInterrupted) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: window, meter: &meter, into: &sink)
    }
    return topmost
  }
}
