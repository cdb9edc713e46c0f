/// The place of a viewport and how fast it moves.
public struct ScrollMotion: Sendable {
  public var bounds: Rect
  /// In points per second; nil where it is not known.
  public var velocity: Point?

  public init(bounds: Rect, velocity: Point? = nil) {
    self.bounds = bounds
    self.velocity = velocity
  }
}

/// How far ahead of a moving viewport cells are named, and up to which speed (docs/rules.md#scroll-window).
public struct PrefetchRule: Sendable {
  /// In lengths of the viewport.
  public var ahead: Double
  /// In lengths of the viewport per second; above it no cell is named.
  public var greatestSpeed: Double

  public init(ahead: Double = 1, greatestSpeed: Double = 3) {
    self.ahead = ahead
    self.greatestSpeed = greatestSpeed
  }
}

/// What a viewport shows, what it showed, and what comes next (docs/rules.md#scroll-window).
public struct ScrollWindow: Sendable {
  /// The elements that are in the bounds and were not in those before, in order.
  public let entering: [LayoutAttributes]
  /// The elements that were in the bounds before and are not in these, in order.
  public let leaving: [Element]
  /// The cells that come next, the nearest first.
  public let prefetch: [Element]
  /// The cells that came next before and do not any more.
  public let cancelled: [Element]

  /// How many elements bounds, and how many cells a stretch ahead of them, may have.
  public static let elementsMax = 10_000
}

extension Layout {
  /// What enters, leaves and comes next when the viewport has moved.
  ///
  /// Throws `.visitor` when bounds or a stretch ahead of them have more than `limit` elements, and when the meter grants
  /// no more steps. O(n log n) for n elements of bounds and stretches, besides what finding them costs. What the bounds
  /// before have in common with these is looked at once.
  ///
  /// - Parameters:
  ///   - previous: Where the viewport was; nil at first, when all elements enter.
  ///   - inset: What bars cover, both times.
  public func window(
    _ now: ScrollMotion, previous: ScrollMotion?, inset: EdgeInsets, prefetch rule: PrefetchRule,
    limit: Int = ScrollWindow.elementsMax, meter: inout StepMeter
  ) throws(WalkStop) -> ScrollWindow {
    let bounds = now.bounds
    let limit = min(limit, .max / 4)
    let (resting, pinning) = try inSight(bounds, inset, limit, &meter)
    let ahead = stretch(aheadOf: now, directionAlong(now, previous: previous), rule)
    var next: [LayoutAttributes] = []
    if let ahead {
      var list = ElementList(limit: limit + resting.count, capacity: 64)
      try appendCells(in: axis.window(ahead.rect), meter: &meter, to: &list)
      next = list.elements.beside(bounds)
      guard next.count <= limit else { throw .visitor }
    }
    let prefetch = ahead.map { order(next, ahead: $0, of: bounds) } ?? []
    guard let previous else {
      return ScrollWindow(
        entering: inOrder(resting, pinning), leaving: [], prefetch: prefetch, cancelled: [])
    }
    // What was in sight is in sight still, or in what the bounds before have beside these.
    let before = previous.bounds
    var entering = resting.beside(before)
    let stayed = resting.count - entering.count
    var left = ElementList(limit: limit + stayed)
    for window in axis.windows(of: before, beside: bounds, nil) {
      try appendElements(in: window, meter: &meter, to: &left)
    }
    let gone = left.elements.beside(bounds, within: before)
    guard stayed + gone.count <= limit else { throw .visitor }
    let wasPinning = try pinningInSight(before, inset, limit - stayed - gone.count, &meter)
    entering = inOrder(entering, pinning.filter { !has(wasPinning, $0.element) })
    let leaving = inOrder(gone, wasPinning.filter { !has(pinning, $0.element) })
    return ScrollWindow(
      entering: entering, leaving: leaving.map { $0.element }, prefetch: prefetch,
      cancelled: try cancelled(
        previous, rule, bounds, ahead, seen: (resting, next), limit, &meter))
  }

  /// The elements in bounds that do not pin, and those that do, each in order.
  private func inSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> (resting: [LayoutAttributes], pinning: [LayoutAttributes]) {
    var list = ElementList(limit: limit, capacity: 64)
    try appendElements(in: bounds, meter: &meter, to: &list)
    let resting = list.elements
    return (resting, try pinningInSight(bounds, inset, limit - resting.count, &meter))
  }

  private func pinningInSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> [LayoutAttributes] {
    guard snapshot.hasPinning else { return [] }
    var list = ElementList(limit: limit)
    try appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &list)
    return list.elements
  }

  /// Whether an element is in a list, which is in order. O(log elements)
  private func has(_ list: [LayoutAttributes], _ element: Element) -> Bool {
    let place = partitionPoint(0..<list.count) { !list[$0].element.isBefore(element) }
    return place < list.count && list[place].element == element
  }

  /// Elements of stretches and pinning ones as one list.
  private func inOrder(
    _ elements: [LayoutAttributes], _ pinning: [LayoutAttributes]
  ) -> [LayoutAttributes] {
    let all = pinning.isEmpty ? elements : elements + pinning
    let isInOrder = zip(all, all.dropFirst()).allSatisfy { $0.element.isBefore($1.element) }
    return isInOrder
      ? all : all.inOrder { $0.element.rank }.inOrder { $0.element.section.rank }
  }

  /// Towards the end above 0, towards the start below, 0 where the viewport does not move.
  private func directionAlong(_ now: ScrollMotion, previous: ScrollMotion?) -> Double {
    if let velocity = now.velocity, speedAlong(velocity) != 0 { return speedAlong(velocity) }
    guard let previous else { return 0 }
    return axis.start(of: now.bounds) - axis.start(of: previous.bounds)
  }

  /// The stretch that comes next, and whether it is towards the end; nil where nothing is to be fetched ahead.
  private func stretch(
    aheadOf motion: ScrollMotion, _ direction: Double, _ rule: PrefetchRule
  ) -> StretchAhead? {
    let length = axis.length(of: motion.bounds)
    let speed = motion.velocity.map { speedAlong($0).magnitude } ?? 0
    guard direction != 0, rule.ahead > 0, speed <= rule.greatestSpeed * length else { return nil }
    let (start, end) = along(motion.bounds)
    let rect = axis.placed(
      axis.withLength(rule.ahead * length, motion.bounds),
      start: direction > 0 ? end : start - rule.ahead * length)
    return StretchAhead(rect: rect, isForward: direction > 0)
  }

  /// Cells that come next by their distance from the bounds, then in order, or backwards in reversed order.
  private func order(
    _ cells: [LayoutAttributes], ahead: StretchAhead, of bounds: Rect
  ) -> [Element] {
    let (start, end) = along(bounds)
    let isForward = ahead.isForward
    let ordered = isForward ? cells : cells.reversed()
    return ordered.inOrder {
      let edges = along($0.frame)
      return Rank(isForward ? edges.start - end : start - edges.end)
    }.map { $0.element }
  }

  /// The cells that came next before, and neither do now nor are in sight.
  ///
  /// - Parameter seen: What is in sight without those that pin, and the cells that come next.
  private func cancelled(
    _ previous: ScrollMotion, _ rule: PrefetchRule, _ bounds: Rect, _ ahead: StretchAhead?,
    seen: (resting: [LayoutAttributes], next: [LayoutAttributes]), _ limit: Int,
    _ meter: inout StepMeter
  ) throws(WalkStop) -> [Element] {
    guard let velocity = previous.velocity,
      let stretch = stretch(aheadOf: previous, speedAlong(velocity), rule)
    else { return [] }
    let before = previous.bounds
    func cameNext(_ elements: [LayoutAttributes]) -> [LayoutAttributes] {
      elements.beside(before, within: stretch.rect)
    }
    let kept =
      cameNext(seen.resting).count { $0.element.kind == .cell } + cameNext(seen.next).count
    var list = ElementList(limit: limit + seen.resting.count + seen.next.count)
    for window in axis.windows(of: stretch.rect, beside: bounds, ahead?.rect) {
      try appendCells(in: window, meter: &meter, to: &list)
    }
    var cells = cameNext(list.elements).beside(bounds)
    if let ahead { cells = cells.beside(ahead.rect) }
    guard kept + cells.count <= limit else { throw .visitor }
    return order(inOrder(cells, []), ahead: stretch, of: before)
  }
}

extension [LayoutAttributes] {
  /// Those that overlap a rectangle, where one is given, and not another one.
  @inline(never)
  fileprivate func beside(_ other: Rect, within rect: Rect? = nil) -> [LayoutAttributes] {
    filter { !other.overlaps($0.frame) && rect?.overlaps($0.frame) ?? true }
  }
}

/// The stretch beyond bounds that they are about to move to.
private struct StretchAhead {
  let rect: Rect
  /// Whether it is beyond their end along the scroll axis.
  let isForward: Bool
}

extension Axis {
  /// Windows of a rectangle, in which everything is that overlaps it and neither of two others: the parts before and
  /// behind these along the scroll axis where all are as broad and the two touch, or the whole of it.
  fileprivate func windows(of rect: Rect, beside one: Rect, _ other: Rect?) -> [Window] {
    guard areEquallyBroad(rect, one), areEquallyBroad(rect, other ?? rect) else {
      return [window(rect)]
    }
    let (first, last) = edges(rect)
    var (low, high) = edges(one)
    if let other = other.map({ edges($0) }), other.low <= high, low <= other.high {
      (low, high) = (min(low, other.low), max(high, other.high))
    }
    var windows: [Window] = []
    // An extent may be less than the spacing of doubles.
    if first < low { windows.append(window(rect, from: first, to: min(last, low.nextUp))) }
    if high < last { windows.append(window(rect, from: max(first, high.nextDown), to: last)) }
    return windows
  }

  /// Where a rectangle of the answer starts and ends along the scroll axis, in the answer's coordinates.
  private func edges(_ rect: Rect) -> (low: Double, high: Double) {
    isHorizontal ? (rect.x, rect.x + rect.width) : (rect.y, rect.y + rect.height)
  }

  /// Whether two rectangles start at the same place across and are as broad.
  private func areEquallyBroad(_ one: Rect, _ other: Rect) -> Bool {
    isHorizontal
      ? one.y == other.y && one.height == other.height
      : one.x == other.x && one.width == other.width
  }

  private func window(_ rect: Rect, from low: Double, to high: Double) -> Window {
    isHorizontal
      ? window(minX: low, maxX: high, minY: rect.y, maxY: rect.y + rect.height)
      : window(minX: rect.x, maxX: rect.x + rect.width, minY: low, maxY: high)
  }
}
