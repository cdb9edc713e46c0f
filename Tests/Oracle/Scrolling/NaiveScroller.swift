/// A layout's elements as a question about scrolling sees them: it is answered by a look at every one.
public struct NaiveScroller {
  public let layout: NaiveLayout
  /// The elements at rest, in order, in content coordinates.
  public let elementsAtRest: [NaiveElement]
  /// The pinning elements at a scroll position, likewise.
  private let pinning: (NaiveRect, NaiveInsets) -> [NaiveElement]

  /// Takes the layout's elements, or the same ones where another implementation has put them: comparisons of edges
  /// depend on the last bit.
  public init(
    _ layout: NaiveLayout, elements: [NaiveElement]? = nil,
    pinning: ((NaiveRect, NaiveInsets) -> [NaiveElement])? = nil
  ) {
    self.layout = layout
    self.pinning = pinning ?? { layout.specialElements(bounds: $0, inset: $1) }
    elementsAtRest = elements ?? layout.elements
  }

  var cells: [NaiveElement] {
    elementsAtRest.filter { $0.category == "cell" && $0.width > 0 && $0.height > 0 }
  }

  /// Where a rectangle starts and ends along the scroll axis, from the leading side.
  func along(_ rect: NaiveRect) -> (start: Double, end: Double) {
    let start = layout.start(of: rect)
    return (start, start + layout.length(of: rect))
  }

  /// The element of that kind, section and index; cells have no kind.
  func element(_ kind: String?, _ section: Int?, _ index: Int) -> NaiveElement? {
    elementsAtRest.first { $0.kind == kind && $0.section == section && $0.index == index }
  }

  // MARK: Neighbors

  /// The neighbour of a cell on a side: `up`, `down`, `left` or `right`.
  public func neighbor(of cell: NaiveElement, _ side: String) -> NaiveElement? {
    let isVertical = side == "up" || side == "down"
    let isForward = side == "down" || side == "right"
    func edges(_ frame: NaiveRect, _ vertical: Bool) -> (Double, Double) {
      vertical ? (frame.y, frame.y + frame.height) : (frame.x, frame.x + frame.width)
    }
    let (start, end) = edges(cell.frame, isVertical)
    let (low, high) = edges(cell.frame, !isVertical)
    let candidates = cells.map { other in
      let (otherStart, otherEnd) = edges(other.frame, isVertical)
      let (otherLow, otherHigh) = edges(other.frame, !isVertical)
      return (
        cell: other, distance: isForward ? otherStart - end : start - otherEnd,
        overlaps: min(high, otherHigh) - max(low, otherLow) > 0.001,
        across: abs((low + high) / 2 - (otherLow + otherHigh) / 2)
      )
    }.filter { $0.distance >= -0.001 }
    var eligible = candidates.filter(\.overlaps)
    if eligible.isEmpty, isVertical != layout.isHorizontal { eligible = candidates }
    let least = eligible.map(\.distance).min() ?? 0
    let near = eligible.filter { $0.distance - least < 0.001 }
    let leastAcross = near.map(\.across).min() ?? 0
    return near.first { $0.across - leastAcross < 0.001 }?.cell
  }

  // MARK: Targets

  /// Where bounds may start, lo and hi, and what is visible of them, s and e less their start.
  private func limits(
    _ bounds: NaiveRect, _ inset: NaiveInsets
  ) -> (low: Double, high: Double, first: Double, last: Double) {
    let (insetStart, insetEnd) = layout.startAndEnd(of: inset)
    let length = layout.length(of: bounds)
    let low = -insetStart
    return (low, max(layout.length - length + insetEnd, low), insetStart, length - insetEnd)
  }

  /// The bounds, moved within their limits.
  public func clamped(_ bounds: NaiveRect, _ inset: NaiveInsets) -> NaiveRect {
    self.bounds(bounds, inset, at: layout.start(of: bounds))
  }

  private func bounds(
    _ bounds: NaiveRect, _ inset: NaiveInsets, at start: Double
  ) -> NaiveRect {
    let limits = limits(bounds, inset)
    return layout.bounds(bounds, startingAt: min(max(start, limits.low), limits.high))
  }

  /// The bounds that show an element at `start`, `center`, `end` or `nearest`.
  public func target(
    _ element: NaiveElement, _ position: String, bounds: NaiveRect, inset: NaiveInsets
  ) -> NaiveRect {
    let (low, high) = along(element.frame)
    let limits = limits(bounds, inset)
    let old = layout.start(of: bounds)
    let (atStart, atEnd) = (low - limits.first, high - limits.last)
    let start: Double
    switch position {
    case "start": start = atStart
    case "end": start = atEnd
    case "center": start = (low + high) / 2 - (limits.first + limits.last) / 2
    default:
      let (visibleStart, visibleEnd) = (old + limits.first, old + limits.last)
      if low >= visibleStart - 0.001, high <= visibleEnd + 0.001 {
        start = old
      } else if low < visibleStart - 0.001 || high - low > visibleEnd - visibleStart + 0.001 {
        start = atStart
      } else {
        start = atEnd
      }
    }
    return self.bounds(bounds, inset, at: start)
  }

  /// The bounds at the cell that is nearest to the proposed place.
  public func snapped(to proposed: NaivePoint, bounds: NaiveRect, inset: NaiveInsets) -> NaiveRect {
    var proposal = bounds
    (proposal.x, proposal.y) = (proposed.x, proposed.y)
    let limits = limits(bounds, inset)
    let start = layout.start(of: proposal)
    let middle = (limits.first + limits.last) / 2
    let centres = cells.map { (along($0.frame).start + along($0.frame).end) / 2 }
    let least = centres.map { abs($0 - start - middle) }.min() ?? 0
    let centre = centres.first { abs($0 - start - middle) - least < 0.001 }
    return self.bounds(bounds, inset, at: centre.map { $0 - middle } ?? start)
  }

  /// The bounds at a page.
  public func paged(
    _ page: Double, _ proposed: NaivePoint, velocity: NaivePoint, bounds: NaiveRect,
    inset: NaiveInsets
  ) -> NaiveRect {
    var proposal = bounds
    (proposal.x, proposal.y) = (proposed.x, proposed.y)
    let first = limits(bounds, inset).first
    let place = (layout.start(of: proposal) + first) / page
    let speed = speed(velocity)
    var number = (place + 0.5).rounded(.down)
    if speed > 0 { number = place.rounded(.up) }
    if speed < 0 { number = place.rounded(.down) }
    let last = max(0, (layout.length / page).rounded(.up) - 1)
    return self.bounds(bounds, inset, at: page * min(max(number, 0), last) - first)
  }

  /// A velocity along the scroll axis, towards the end.
  private func speed(_ velocity: NaivePoint) -> Double {
    if !layout.isHorizontal { return velocity.y }
    return layout.rightToLeft ? -velocity.x : velocity.x
  }

  /// Whether an estimate begins before the end of what is visible. Global headers do anywhere.
  public func isEstimated(_ bounds: NaiveRect, inset: NaiveInsets) -> Bool {
    let end = layout.start(of: bounds) + limits(bounds, inset).last - 0.001
    return elementsAtRest.contains {
      $0.isEstimated && ($0.kind == "globalHeader" || along($0.frame).start < end)
    }
  }

  // MARK: Keeping a place

  /// The bounds in this layout that show what others showed of another layout of the same snapshot, and the anchor's
  /// section and item. The rule is `first`, `end`, or the numbers of a section and an item.
  public func kept(
    _ rule: String, of previous: NaiveScroller, _ previousBounds: NaiveRect,
    previousInset: NaiveInsets, bounds: NaiveRect, inset: NaiveInsets
  ) -> (bounds: NaiveRect, anchor: [Int]?) {
    let (old, new) = (previous.limits(previousBounds, previousInset), limits(bounds, inset))
    let oldStart = previous.layout.start(of: previousBounds)
    let (first, last) = (oldStart + old.first, oldStart + old.last)
    if rule == "first", oldStart <= old.low + 0.001 {
      return (self.bounds(bounds, inset, at: new.low), nil)
    }
    if rule == "end", oldStart >= old.high - 1 {
      return (self.bounds(bounds, inset, at: new.high), nil)
    }
    let all = previous.elementsAtRest.filter { $0.category == "cell" }
    let before = all.filter { previous.along($0.frame).end <= first + 0.001 }
    let behind = all.filter { previous.along($0.frame).start >= last - 0.001 }
    let visible = all.filter {
      $0.width > 0 && $0.height > 0 && previous.along($0.frame).end > first + 0.001
        && previous.along($0.frame).start < last - 0.001
    }
    let anchor: NaiveElement?
    switch rule {
    case "first": anchor = visible.first ?? before.last ?? behind.first
    case "end": anchor = visible.last ?? behind.first ?? before.last
    default:
      let numbers = rule.split(separator: ",").compactMap { Int($0) }
      anchor = previous.element(nil, numbers[0], numbers[1])
    }
    guard let anchor, let now = element(nil, anchor.section, anchor.index) else {
      return (self.bounds(bounds, inset, at: oldStart), nil)
    }
    let (then, here) = (previous.along(anchor.frame), along(now.frame))
    let (extent, newExtent) = (then.end - then.start, here.end - here.start)
    let start: Double
    if rule == "end" {
      var edge = here.end + (last - then.end)
      if then.end > last + 0.001 {
        edge = here.end - (then.end - last) / extent * newExtent
        if then.start >= last - 0.001 { edge = here.start - (then.start - last) }
      }
      start = edge - new.last
    } else {
      var edge = here.start - (then.start - first)
      if then.start < first - 0.001 {
        edge = here.start + (first - then.start) / extent * newExtent
        if then.end <= first + 0.001 { edge = here.end + (first - then.end) }
      }
      start = edge - new.first
    }
    return (self.bounds(bounds, inset, at: start), [anchor.section!, anchor.index])
  }

  // MARK: Windows

  /// The pinning elements in bounds, where they then are.
  func special(_ bounds: NaiveRect, _ inset: NaiveInsets) -> [NaiveElement] {
    pinning(bounds, inset).filter { bounds.contains(element: $0.frame) }
  }

  /// The elements in bounds, special ones included, in order.
  private func inSight(_ bounds: NaiveRect, _ inset: NaiveInsets) -> [NaiveElement] {
    let special = special(bounds, inset)
    return elementsAtRest.compactMap { element in
      if element.isSpecial { return special.first { $0.isSameElement(as: element) } }
      return bounds.contains(element: element.frame) ? element : nil
    }
  }

  /// The elements that enter and those that leave.
  public func movement(
    to bounds: NaiveRect, from previous: NaiveRect?, inset: NaiveInsets
  ) -> (entering: [NaiveElement], leaving: [NaiveElement]) {
    let (new, old) = (inSight(bounds, inset), previous.map { inSight($0, inset) } ?? [])
    func lacks(_ list: [NaiveElement], _ element: NaiveElement) -> Bool {
      !list.contains { $0.isSameElement(as: element) }
    }
    return (new.filter { lacks(old, $0) }, old.filter { lacks(new, $0) })
  }

  /// The cells that come next in a direction: above 0 towards the end.
  private func next(
    _ bounds: NaiveRect, _ direction: Double, _ speed: Double, ahead: Double, speedMax: Double
  ) -> [NaiveElement] {
    let length = layout.length(of: bounds)
    guard direction != 0, ahead > 0, abs(speed) <= speedMax * length else { return [] }
    let (start, end) = along(bounds)
    var stretch = bounds
    if layout.isHorizontal { stretch.width *= ahead } else { stretch.height *= ahead }
    stretch = layout.bounds(stretch, startingAt: direction > 0 ? end : start - ahead * length)
    func distance(_ cell: NaiveElement) -> Double {
      direction > 0 ? along(cell.frame).start - end : start - along(cell.frame).end
    }
    let found = cells.filter {
      stretch.contains(element: $0.frame) && !bounds.contains(element: $0.frame)
    }
    let ordered = direction > 0 ? found : found.reversed()
    return ordered.enumerated().sorted {
      (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
    }.map(\.element)
  }

  /// The cells to fetch ahead, and those that are not needed any more.
  public func prefetching(
    at bounds: NaiveRect, velocity: NaivePoint?, from previous: NaiveRect?,
    previousVelocity: NaivePoint?, ahead: Double, speedMax: Double
  ) -> (prefetch: [NaiveElement], cancelled: [NaiveElement]) {
    let speed = velocity.map { self.speed($0) } ?? 0
    var direction = speed
    if direction == 0, let previous {
      direction = layout.start(of: bounds) - layout.start(of: previous)
    }
    let now = next(bounds, direction, speed, ahead: ahead, speedMax: speedMax)
    guard let previous, let previousVelocity else { return (now, []) }
    let old = self.speed(previousVelocity)
    let cancelled = next(previous, old, old, ahead: ahead, speedMax: speedMax).filter { cell in
      !now.contains { $0.isSameElement(as: cell) } && !bounds.contains(element: cell.frame)
    }
    return (now, cancelled)
  }
}
