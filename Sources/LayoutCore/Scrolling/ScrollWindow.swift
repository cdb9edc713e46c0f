/// The position and the velocity of a viewport.
public struct ScrollMotion: Sendable {
  public var bounds: Rect
  /// In points per second; nil if it is unknown.
  public var velocity: Point?

  public init(bounds: Rect, velocity: Point? = nil) {
    self.bounds = bounds
    self.velocity = velocity
  }
}

/// How far ahead of a moving viewport cells are prefetched, and up to which speed (docs/rules.md#scroll-window).
public struct PrefetchRule: Sendable {
  /// In viewport lengths.
  public var ahead: Double
  /// In viewport lengths per second. No cell is prefetched at a higher speed.
  public var greatestSpeed: Double

  public init(ahead: Double = 1, greatestSpeed: Double = 3) {
    self.ahead = ahead
    self.greatestSpeed = greatestSpeed
  }
}

/// The changes of a viewport's contents after it moved (docs/rules.md#scroll-window).
public struct ScrollWindow: Sendable {
  /// The elements in the bounds that were not in the previous bounds, in order.
  public let entering: [LayoutAttributes]
  /// The elements of the previous bounds that are not in these bounds, in order.
  public let leaving: [Element]
  /// The cells to prefetch, the nearest first.
  public let prefetch: [Element]
  /// The cells prefetched before that are neither visible nor to be prefetched now.
  public let cancelled: [Element]

  /// The greatest number of elements in bounds, and of cells in a stretch ahead of them.
  public static let elementsMax = 10_000
}

extension Layout {
  /// The elements that enter and leave and the cells to prefetch after the viewport moved.
  ///
  /// Throws `.visitor` if bounds or the stretch ahead of them have more than `limit` elements, and `.budgetExceeded` if
  /// the meter runs out of units. O(n log n) for n elements of bounds and stretches, besides the cost of finding them.
  /// The area that both bounds share is searched only once.
  ///
  /// - Parameters:
  ///   - previous: The previous state of the viewport; nil at first, when all elements enter.
  ///   - inset: The part of the viewport that bars cover, both times.
  public func window(
    _ now: ScrollMotion, previous: ScrollMotion?, inset: EdgeInsets, prefetch rule: PrefetchRule,
    limit: Int = ScrollWindow.elementsMax, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> ScrollWindow {
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
    // An element seen before is still in the bounds or in the parts of the previous bounds outside of them.
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

  /// The elements in bounds that do not pin, and those that pin, each in order.
  private func inSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> (resting: [LayoutAttributes], pinning: [LayoutAttributes]) {
    var list = ElementList(limit: limit, capacity: 64)
    try appendElements(in: bounds, meter: &meter, to: &list)
    let resting = list.elements
    return (resting, try pinningInSight(bounds, inset, limit - resting.count, &meter))
  }

  private func pinningInSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [LayoutAttributes] {
    guard snapshot.hasSpecial else { return [] }
    var list = ElementList(limit: limit)
    try appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &list)
    return list.elements
  }

  /// Whether an ordered list contains an element. O(log elements)
  private func has(_ list: [LayoutAttributes], _ element: Element) -> Bool {
    let place = partitionPoint(0..<list.count) { !list[$0].element.isBefore(element) }
    return place < list.count && list[place].element == element
  }

  /// Merges elements that do not pin with pinning ones, in order.
  private func inOrder(
    _ elements: [LayoutAttributes], _ pinning: [LayoutAttributes]
  ) -> [LayoutAttributes] {
    let all = pinning.isEmpty ? elements : elements + pinning
    let isInOrder = zip(all, all.dropFirst()).allSatisfy { $0.element.isBefore($1.element) }
    return isInOrder
      ? all : all.inOrder { $0.element.rank }.inOrder { $0.element.section.rank }
  }

  /// Positive towards the end, negative towards the start, 0 if the viewport does not move.
  private func directionAlong(_ now: ScrollMotion, previous: ScrollMotion?) -> Double {
    if let velocity = now.velocity, speedAlong(velocity) != 0 { return speedAlong(velocity) }
    guard let previous else { return 0 }
    return axis.start(of: now.bounds) - axis.start(of: previous.bounds)
  }

  /// The stretch ahead of a moving viewport; nil if nothing is to be prefetched.
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

  /// Sorts cells to prefetch by their distance from the bounds, then in order, or in reverse order if they are before
  /// the bounds.
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

  /// The cells prefetched before that are neither visible nor to be prefetched now.
  ///
  /// - Parameter seen: The visible elements that do not pin, and the cells to prefetch now.
  private func cancelled(
    _ previous: ScrollMotion, _ rule: PrefetchRule, _ bounds: Rect, _ ahead: StretchAhead?,
    seen: (resting: [LayoutAttributes], next: [LayoutAttributes]), _ limit: Int,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [Element] {
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
  /// The elements that do not overlap `other`, and overlap `rect` if it is given.
  @inline(never)
  fileprivate func beside(_ other: Rect, within rect: Rect? = nil) -> [LayoutAttributes] {
    filter { !other.overlaps($0.frame) && rect?.overlaps($0.frame) ?? true }
  }
}

/// The stretch beyond the bounds into which they are moving.
private struct StretchAhead {
  let rect: Rect
  /// Whether it is beyond the end of the bounds along the scroll axis.
  let isForward: Bool
}

extension Axis {
  /// Windows that together contain everything that overlaps `rect` but neither of two other rectangles: the parts of
  /// `rect` before and after the two if all are equally broad and the two touch, else the whole of `rect`.
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

  /// Start and end of a rectangle along the scroll axis, in content coordinates.
  private func edges(_ rect: Rect) -> (low: Double, high: Double) {
    isHorizontal ? (rect.x, rect.x + rect.width) : (rect.y, rect.y + rect.height)
  }

  /// Whether two rectangles have the same position and breadth across the scroll axis.
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
