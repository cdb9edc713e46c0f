extension Layout {
  /// Calls `body` with the special elements of the bounds (docs/rules.md#special-elements), until it returns false.
  ///
  /// `bounds` is the visible rectangle in content coordinates, `inset` what is taken off it for pinning; both as the
  /// answer's axes say. Throws when `body` returned false or the meter grants no more steps.
  /// O(log sections + log pinning elements of a section + elements visited)
  public func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, meter: inout StepMeter, _ body: (LayoutAttributes) -> Bool
  ) throws(WalkStop) {
    try ElementSink.visit(axis, body) { (sink) throws(WalkStop) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(bounds), meter: &meter, into: &sink)
    }
  }

  /// Appends the same elements to a list, or, with a rectangle, those that overlap this one in place of the bounds.
  ///
  /// With an inset of `atRest` they all stand at rest. Throws `.visitor` when there is an element more than the list
  /// has room for.
  public func appendSpecialElements(
    bounds: Rect, inset: EdgeInsets, in rect: Rect? = nil, meter: inout StepMeter,
    to list: inout ElementList
  ) throws(WalkStop) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkStop) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(rect ?? bounds), meter: &meter, into: &sink)
    }
  }

  /// Puts every pinning element that overlaps the window at that scroll position into a sink, in order.
  func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, in window: Window, meter: inout StepMeter,
    into sink: inout ElementSink
  ) throws(WalkStop) {
    // They all span the container.
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

  /// The pinning elements of one stack that overlap the window; each stands where the one before it ends, or below.
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

  /// The attributes of a pinning element that stands at `y`.
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
