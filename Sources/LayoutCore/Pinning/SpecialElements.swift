extension Layout {
  /// Calls `body` for the special elements of the bounds (docs/rules.md#special-elements), until it returns false.
  ///
  /// `bounds` is the visible rectangle, and `inset` is what is subtracted from it for pinning, both in content
  /// coordinates. Throws `.visitor` if `body` returned false, and `.stepsUsedUp` if the meter runs out of steps. O(log
  /// sections + log pinning elements of a section + elements visited)
  public func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, meter: inout StepMeter, _ body: (LayoutAttributes) -> Bool
  ) throws(WalkStop) {
    try ElementSink.visit(axis, body) { (sink) throws(WalkStop) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(bounds), meter: &meter, into: &sink)
    }
  }

  /// Appends the special elements to a list. If `rect` is given, those that overlap `rect` rather than the bounds.
  ///
  /// With the inset `atRest` all of them are at rest. Throws `.visitor` if the list has no room for all of them.
  public func appendSpecialElements(
    bounds: Rect, inset: EdgeInsets, in rect: Rect? = nil, meter: inout StepMeter,
    to list: inout ElementList
  ) throws(WalkStop) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkStop) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(rect ?? bounds), meter: &meter, into: &sink)
    }
  }

  /// Passes every pinning element that overlaps the window, at the scroll position of the bounds, to a sink in order.
  func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, in window: Window, meter: inout StepMeter,
    into sink: inout ElementSink
  ) throws(WalkStop) {
    // All of these elements span the container.
    guard window.across.overlaps(0, containerWidth) else { return }
    let pinning = Pinning(layout: self, bounds: bounds, inset: inset)
    let globals = snapshot.globalHeaders
    try visitPinning(
      globals, .globalHeader, section: -1, in: window, meter: &meter, into: &sink,
      rest: { globalHeaderFrame($0).y }, y: { pinning.globalHeaderY($0) })
    let numbers = snapshot.pinningSections
    for position in sections(numbers, in: window.along) {
      try meter.take()
      let placed = placed(Int(numbers[position]))
      let window = window.along(upTo: placed.maxY)
      try visitPinning(
        placed.section.headers, .header, section: placed.number, in: window, meter: &meter,
        into: &sink,
        rest: { placed.headerFrame($0).y }, y: { pinning.headerY($0, in: placed) })
      try visitPinning(
        placed.section.footers, .footer, section: placed.number, in: window, meter: &meter,
        into: &sink,
        rest: { placed.footerFrame($0).y }, y: { pinning.footerY($0, in: placed) })
    }
  }

  /// Visits the pinning elements of one stack that overlap the window. Each starts where the one before it ends, or
  /// below.
  private func visitPinning(
    _ stack: SupplementaryStack, _ kind: Element.Kind, section: Int, in window: Window,
    meter: inout StepMeter, into sink: inout ElementSink,
    rest: (SupplementaryStack.Entry) -> Double, y: (SupplementaryStack.Entry) -> Double
  ) throws(WalkStop) {
    let (entries, pinning) = (stack.entries, stack.pinning)
    guard !pinning.isEmpty else { return }
    let candidates = window.along.candidates(count: pinning.count) {
      if $0 < pinning.count { return y(entries[pinning[$0]]) }
      let last = entries[pinning[$0 - 1]]
      return y(last) + last.element.extent
    }
    for position in candidates {
      try meter.take()
      let entry = entries[pinning[position]]
      let attributes = pinned(kind, section, entry, y: y(entry), rest: rest(entry))
      let frame = Rect(
        x: 0, y: y(entry), width: containerWidth, height: entry.element.extent)
      guard window.overlaps(frame) else { continue }
      try sink.take(attributes)
    }
  }

  /// The attributes of a pinning element at the position `y`.
  func pinned(
    _ kind: Element.Kind, _ section: Int, _ entry: SupplementaryStack.Entry, y: Double,
    rest: Double
  ) -> LayoutAttributes {
    var attributes = attributes(
      kind, section, entry.element.index,
      Rect(x: 0, y: y, width: containerWidth, height: entry.element.extent),
      zIndex: ZIndex.of(kind, entry))
    attributes.isPinned = (y - rest).magnitude > fitTolerance
    return attributes
  }
}
