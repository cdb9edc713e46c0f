/// Pinning elements for one scroll position: the only attributes that are computed when the origin moves
/// (docs/rules.md#pinning). Nothing of this is stored.
struct Pinning {
  /// Where the visible bounds less the inset start: E of docs/rules.md#pinning.
  private let start: Double
  /// Where they end: B of docs/rules.md#pinning.
  private let end: Double
  /// How many of the pinning global headers are not at rest.
  private let movedGlobalHeaders: Int
  /// Where section headers may start: below the global headers that have moved.
  private let low: Double
  private let globalHeaders: SupplementaryStack

  /// O(log global headers)
  init(layout: Layout, bounds: Rect, inset: EdgeInsets) {
    let edges = layout.axis.visibleEdges(bounds: bounds, inset: inset)
    let stack = layout.snapshot.globalHeaders
    (start, end) = edges
    globalHeaders = stack
    // From one pinning header to the next, rest grows by at least the extents that push it: those that move come first.
    movedGlobalHeaders = partitionPoint(0..<stack.pinning.count) {
      let entry = stack.entries[stack.pinning[$0]]
      return entry.top >= edges.start + entry.pinningExtentBefore
    }
    low =
      movedGlobalHeaders == 0
      ? edges.start
      : edges.start + stack.entries[stack.pinning[movedGlobalHeaders - 1]].pinnedBottom
  }

  /// Where a pinning global header stands, in the engines' space (docs/rules.md#pinning-global-headers).
  func globalHeaderY(_ entry: SupplementaryStack.Entry) -> Double {
    entry.pinningCountBefore < movedGlobalHeaders
      ? start + entry.pinningExtentBefore : entry.top
  }

  /// Where a pinning header of a section stands, in the engines' space (docs/rules.md#pinning-headers).
  func headerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.headers.pinningExtent - entry.pinningExtentBefore
    return max(
      placed.headerFrame(entry).y,
      min(low + entry.pinningExtentBefore, placed.maxY - remaining))
  }

  /// Where a pinning footer of a section stands, in the engines' space (docs/rules.md#pinning-footers).
  func footerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.footers.pinningExtent - entry.pinningExtentBefore
    return min(
      placed.footerFrame(entry).y,
      max(
        end - remaining,
        placed.minY + placed.section.headers.extent + entry.pinningExtentBefore))
  }
}

extension EdgeInsets {
  /// Insets with which nothing pins: the edges of the bounds are then beyond all elements.
  public static let atRest = EdgeInsets(
    top: -.infinity, left: -.infinity, bottom: -.infinity, right: -.infinity)
}

extension SupplementaryStack.Entry {
  /// The extents of the pinning elements up to and with this one, in points.
  fileprivate var pinnedBottom: Double { pinningExtentBefore + element.extent }
}

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
