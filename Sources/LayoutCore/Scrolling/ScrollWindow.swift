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
  /// no more steps. O(n log n) for n elements of bounds and stretches, besides what finding them costs
  ///
  /// - Parameters:
  ///   - previous: Where the viewport was; nil at first, when all elements enter.
  ///   - inset: What bars cover, both times.
  public func window(
    _ now: ScrollMotion, previous: ScrollMotion?, inset: EdgeInsets, prefetch rule: PrefetchRule,
    limit: Int = ScrollWindow.elementsMax, meter: inout StepMeter
  ) throws(WalkStop) -> ScrollWindow {
    let new = try inSight(now.bounds, inset, limit, &meter)
    let old = try previous.map { (previous) throws(WalkStop) in
      try inSight(previous.bounds, inset, limit, &meter)
    }
    let next = try prefetch(now, directionAlong(now, previous: previous), rule, limit, &meter)
    var cancelled: [Element] = []
    if let previous, let velocity = previous.velocity {
      let kept = (next + new.map { $0.element }).sorted { $0.isBefore($1) }
      cancelled = try prefetch(previous, speedAlong(velocity), rule, limit, &meter)
        .filter { !kept.hasInOrder($0) }
    }
    let (seen, wasSeen) = (new.map { $0.element }, (old ?? []).map { $0.element })
    return ScrollWindow(
      entering: new.filter { !wasSeen.hasInOrder($0.element) },
      leaving: wasSeen.filter { !seen.hasInOrder($0) }, prefetch: next, cancelled: cancelled)
  }

  /// The elements in bounds, special ones included, in order.
  private func inSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> [LayoutAttributes] {
    try elementsInSight(bounds, inset, limit, &meter)
      .sorted { $0.element.isBefore($1.element) }
  }

  /// Towards the end above 0, towards the start below, 0 where the viewport does not move.
  private func directionAlong(_ now: ScrollMotion, previous: ScrollMotion?) -> Double {
    if let velocity = now.velocity, speedAlong(velocity) != 0 { return speedAlong(velocity) }
    guard let previous else { return 0 }
    return axis.start(of: now.bounds) - axis.start(of: previous.bounds)
  }

  /// The cells in the stretch that comes next, and not in the bounds: by their distance, then in order, or backwards in
  /// reversed order.
  private func prefetch(
    _ motion: ScrollMotion, _ direction: Double, _ rule: PrefetchRule, _ limit: Int,
    _ meter: inout StepMeter
  ) throws(WalkStop) -> [Element] {
    let length = axis.length(of: motion.bounds)
    let speed = motion.velocity.map { speedAlong($0).magnitude } ?? 0
    guard direction != 0, rule.ahead > 0, speed <= rule.greatestSpeed * length else { return [] }
    let (start, end) = along(motion.bounds)
    var stretch = axis.withLength(rule.ahead * length, motion.bounds)
    stretch = axis.placed(stretch, start: direction > 0 ? end : start - rule.ahead * length)
    var found: [(distance: Double, element: Element)] = []
    try visitCells(in: axis.window(stretch), meter: &meter) { cell in
      let edges = along(cell.frame)
      guard !motion.bounds.overlaps(cell.frame) else { return true }
      found.append((direction > 0 ? edges.start - end : start - edges.end, cell.element))
      return found.count <= limit
    }
    return found.sorted {
      if $0.distance != $1.distance { return $0.distance < $1.distance }
      return direction > 0
        ? $0.element.isBefore($1.element) : $1.element.isBefore($0.element)
    }.map { $0.element }
  }
}

extension [Element] {
  /// Whether an element is among these, which are in order. O(log elements)
  fileprivate func hasInOrder(_ element: Element) -> Bool {
    let place = partitionPoint(0..<count) { !self[$0].isBefore(element) }
    return place < count && self[place] == element
  }
}
