extension Layout {
  /// Calls `body` for the special elements of the bounds (docs/rules.md#special-elements), until it returns false.
  ///
  /// `bounds` is the visible rectangle, and `inset` is what is subtracted from it for pinning, both in content
  /// coordinates. Throws `.visitor` if `body` returned false, and `.budgetExceeded` if the meter runs out of units. O(log
  /// sections + log pinning elements of a section + elements visited)
  public func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, meter: inout WorkMeter, _ body: (LayoutAttributes) -> Bool
  ) throws(WalkInterrupted) {
    try ElementSink.visit(axis, body) { (sink) throws(WalkInterrupted) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(bounds), meter: &meter, into: &sink)
    }
  }

  /// Appends the special elements to a list. If `rect` is given, those that overlap `rect` rather than the bounds.
  ///
  /// With the inset `atRest` all of them are at rest. Throws `.visitor` if the list has no room for all of them.
  public func appendSpecialElements(
    bounds: Rect, inset: EdgeInsets, in rect: Rect? = nil, meter: inout WorkMeter,
    to list: inout ElementList
  ) throws(WalkInterrupted) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try visitSpecialElements(
        bounds: bounds, inset: inset, in: axis.window(rect ?? bounds), meter: &meter, into: &sink)
    }
  }

  /// Passes every special element that overlaps the window, at the scroll position of the bounds, to a sink in order.
  func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, in window: Window, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    // All of these elements span the container.
    guard window.across.overlaps(0, containerWidth) else { return }
    let pinning = Pinning(layout: self, bounds: bounds, inset: inset)
    if snapshot.hasGlobalHeaderBackground {
      try meter.take()
      let frame = globalHeaderBackground(bounds: bounds, inset: inset)
      if window.overlaps(frame) { try sink.take(globalHeaderBackground(frame)) }
    }
    try visitStack(
      snapshot.globalHeaders, .globalHeader, section: -1, in: window, meter: &meter, into: &sink,
      rest: { globalHeaderFrame($0).y }, y: { pinning.globalHeaderY($0) })
    let numbers = snapshot.pinningSections
    for position in sections(numbers, in: window.along) {
      try meter.take()
      let placed = placed(Int(numbers[position]))
      let window = window.along(upTo: placed.maxY)
      try visitStack(
        placed.section.headers, .header, section: placed.number, in: window, meter: &meter,
        into: &sink,
        rest: { placed.headerFrame($0).y }, y: { pinning.headerY($0, in: placed) })
      try visitStack(
        placed.section.footers, .footer, section: placed.number, in: window, meter: &meter,
        into: &sink,
        rest: { placed.footerFrame($0).y }, y: { pinning.footerY($0, in: placed) })
    }
  }

  /// Visits the special elements of one stack that overlap the window, in order.
  private func visitStack(
    _ stack: SupplementaryStack, _ kind: Element.Kind, section: Int, in window: Window,
    meter: inout WorkMeter, into sink: inout ElementSink,
    rest: (SupplementaryStack.Entry) -> Double, y: (SupplementaryStack.Entry) -> Double
  ) throws(WalkInterrupted) {
    guard stack.specialCount > 0 else { return }
    let entries = stack.entries
    // Each pinning element starts where the one before it ends, or below, and so does each waiting one.
    func candidates(_ positions: SupplementaryStack.Positions) -> Range<Int> {
      window.along.candidates(count: positions.count) {
        if $0 < positions.count { return y(entries[positions[$0]]) }
        let last = entries[positions[$0 - 1]]
        return y(last) + last.element.extent
      }
    }
    let (pinning, waiting) = (stack.pinning, stack.waiting)
    let special = stack.special(
      pinning: candidates(pinning), waiting: waiting.isEmpty ? 0..<0 : candidates(waiting))
    for position in special {
      try meter.take()
      let entry = entries[position]
      let top = y(entry)
      let attributes = pinned(kind, section, entry, y: top, rest: rest(entry))
      let frame = Rect(x: 0, y: top, width: containerWidth, height: entry.element.extent)
      guard window.overlaps(frame) else { continue }
      try sink.take(attributes)
    }
  }

  /// The frame of the background of the global headers, in the engines' space: from the start of the bounds, or of the
  /// content at rest, to the greatest end of a global header (docs/rules.md#global-header-background). O(log global
  /// headers)
  @inline(never)
  func globalHeaderBackground(bounds: Rect, inset: EdgeInsets) -> Rect {
    let pinning = Pinning(layout: self, bounds: bounds, inset: inset)
    let stack = snapshot.globalHeaders
    func end(of positions: SupplementaryStack.Positions) -> Double {
      guard let last = positions.last else { return 0 }
      let entry = stack.entries[last]
      return pinning.globalHeaderY(entry) + entry.element.extent
    }
    let end = max(stack.restingEnd, end(of: stack.pinning), end(of: stack.waiting))
    let isAtRest = inset.top == -.infinity
    let start = isAtRest ? 0 : axis.visibleEdges(bounds: bounds, inset: .zero).start
    // Bounds and insets can be so large that the difference is infinite.
    let extent = min(max(0, end - start), .greatestFiniteMagnitude)
    return Rect(x: 0, y: start, width: containerWidth, height: extent)
  }

  /// The attributes of the background of the global headers.
  func globalHeaderBackground(_ frame: Rect) -> LayoutAttributes {
    attributes(.globalHeaderBackground, -1, 0, frame, zIndex: ZIndex.globalHeaderBackground)
  }

  /// The attributes of a special supplementary element at the position `y`.
  func pinned(
    _ kind: Element.Kind, _ section: Int, _ entry: SupplementaryStack.Entry, y: Double,
    rest: Double
  ) -> LayoutAttributes {
    var attributes = attributes(
      kind, section, entry.element.index,
      Rect(x: 0, y: y, width: containerWidth, height: entry.element.extent),
      zIndex: snapshot.zIndex(kind, entry))
    attributes.isPinned = (y - rest).magnitude > fitTolerance
    return attributes
  }
}
