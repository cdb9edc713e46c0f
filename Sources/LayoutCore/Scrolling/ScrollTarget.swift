/// The position of an element in the visible part after the bounds have moved to it.
public enum ScrollPosition: String, CaseIterable, Sendable {
  case start, center, end
  /// Moves as little as needed to show the whole element.
  case nearest
}

/// A place to move the bounds to (docs/rules.md#scroll-target).
public enum ScrollTarget: Sendable {
  /// An element of the layout, at rest.
  case element(Element, ScrollPosition)
  /// The cell whose centre is nearest to the centre of the visible part at the proposed origin.
  case nearestItem(proposed: Point)
  /// A page, chosen by the proposed origin and the velocity. The length of a page is in points.
  case page(length: Double, proposed: Point, velocity: Point)
}

/// The bounds for a scroll target.
public struct TargetBounds: Sendable {
  public let bounds: Rect
  /// Whether an element of an estimated size starts before the end of the visible part, so that measuring may move the
  /// target.
  public let isEstimated: Bool
}

extension Layout {
  /// The bounds for a target, with the same size and position across; nil if the element does not exist.
  ///
  /// Throws if the meter runs out of units. O(log sections + log items), for the nearest item also the cells that are
  /// as near, and with estimates the runs of a line.
  ///
  /// - Parameters:
  ///   - bounds: The current viewport, in content coordinates.
  ///   - inset: The part of the viewport that bars cover.
  public func bounds(
    at target: ScrollTarget, from bounds: Rect, inset: EdgeInsets, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> TargetBounds? {
    let limits = ScrollLimits(self, bounds, inset)
    let start: Double
    switch target {
    case .element(let element, let position):
      guard let frame = attributes(ofNamed: element, bounds: nil, inset: inset)?.frame else {
        return nil
      }
      start = limits.start(showing: along(frame), at: position, from: axis.start(of: bounds))
    case .nearestItem(let proposed):
      let proposed = self.start(of: proposed, like: bounds)
      let centre = proposed + limits.visibleCentre
      start =
        try centreOfNearestCell(to: centre, meter: &meter).map { $0 - limits.visibleCentre }
        ?? proposed
    case .page(let length, let proposed, let velocity):
      let place = (self.start(of: proposed, like: bounds) + limits.inset.start) / length
      let speed = speedAlong(velocity)
      let page =
        speed > 0
        ? place.rounded(.up) : speed < 0 ? place.rounded(.down) : (place + 0.5).rounded(.down)
      let last = max(0, (axis.contentExtentAlong / length).rounded(.up) - 1)
      start = length * min(max(page, 0), last) - limits.inset.start
    }
    let clamped = limits.clamped(start)
    return TargetBounds(
      bounds: axis.placed(bounds, start: clamped),
      isEstimated: try hasEstimate(
        before: clamped + limits.length - limits.inset.end, meter: &meter))
  }

  /// Start and end of a frame in content coordinates along the scroll axis, in points.
  func along(_ frame: Rect) -> (start: Double, end: Double) {
    let start = axis.start(of: frame)
    return (start, start + axis.length(of: frame))
  }

  /// The start along the scroll axis of bounds with this origin and the size of `bounds`, in points.
  private func start(of origin: Point, like bounds: Rect) -> Double {
    axis.start(of: Rect(x: origin.x, y: origin.y, width: bounds.width, height: bounds.height))
  }

  /// The velocity along the scroll axis, in points per second, positive towards the end.
  func speedAlong(_ velocity: Point) -> Double {
    guard axis.isHorizontal else { return velocity.y }
    return axis.isMirrored ? -velocity.x : velocity.x
  }

  /// The centre, along the scroll axis, of the first cell with an area whose centre is nearest to a place.
  private func centreOfNearestCell(
    to place: Double, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double? {
    // A place outside the content is equally farther from all cells than the content's edge.
    let place = min(max(place, 0), axis.contentExtentAlong)
    let search = CentreSearch(layout: self, place: place)
    return try nearestCell(
      search, behind: 0, upTo: axis.contentExtentAlong + fitTolerance, meter: &meter
    ).map { search.centre($0.frame) }
  }
}

/// The search for the cell whose centre along the scroll axis is nearest to a place.
private final class CentreSearch: NearestSearch {
  let layout: Layout
  /// In points from the leading side.
  let place: Double

  init(layout: Layout, place: Double) { (self.layout, self.place) = (layout, place) }

  func centre(_ frame: Rect) -> Double {
    let (start, end) = layout.along(frame)
    return start + (end - start) / 2
  }

  func window(within distance: Double) -> Window {
    layout.axis.window(from: place - distance, to: place + distance)
  }

  func distance(_ frame: Rect) -> Double? { (centre(frame) - place).magnitude }
  func secondDistance(_ frame: Rect) -> Double? { nil }

  func conditions(
    _ least: LeastDistances
  ) -> (along: [(Rect) -> Bool], across: [(Rect) -> Bool]) {
    (LeastDistances.conditions(least.first) { self.centre($0) - self.place }, [])
  }
}

/// The least and the greatest start of the bounds along the scroll axis: lo and hi of docs/rules.md#scroll-anchor.
struct ScrollLimits {
  /// The length of the bounds, in points.
  let length: Double
  let inset: (start: Double, end: Double)
  let least: Double
  let greatest: Double

  init(_ layout: Layout, _ bounds: Rect, _ inset: EdgeInsets) {
    length = layout.axis.length(of: bounds)
    self.inset = layout.axis.insetAlong(inset)
    least = -self.inset.start
    greatest = max(layout.axis.contentExtentAlong - length + self.inset.end, least)
  }

  func clamped(_ start: Double) -> Double { min(max(start, least), greatest) }

  /// Distance from the start of the bounds to the centre of the visible part, in points.
  var visibleCentre: Double { inset.start + (length - inset.start - inset.end) / 2 }

  /// The start of bounds that show a frame at a position. `old` is their present start.
  func start(
    showing frame: (start: Double, end: Double), at position: ScrollPosition, from old: Double
  ) -> Double {
    let (atStart, atEnd) = (frame.start - inset.start, frame.end - length + inset.end)
    switch position {
    case .start: return atStart
    case .center: return frame.start + (frame.end - frame.start) / 2 - visibleCentre
    case .end: return atEnd
    case .nearest:
      let startsBefore = atStart < old - fitTolerance
      if !startsBefore, atEnd <= old + fitTolerance { return old }
      return startsBefore || atStart < atEnd - fitTolerance ? atStart : atEnd
    }
  }
}

extension Layout {
  /// Whether an element of an estimated size starts before a place along the scroll axis.
  ///
  /// Throws if the meter runs out of units. O(log sections + log items + runs of a line)
  func hasEstimate(before place: Double, meter: inout WorkMeter) throws(WalkInterrupted) -> Bool {
    guard snapshot.hasEstimates else { return false }
    if snapshot.globalHeaders.hasEstimates { return true }
    guard let number = snapshot.firstEstimatedSection else { return false }
    let placed = placed(number)
    let room = place - fitTolerance - placed.minY
    guard room > 0 else { return false }
    if let top = placed.section.headers.estimateTop, top < room { return true }
    if let top = placed.section.footers.estimateTop, placed.layout.footersTop + top < room {
      return true
    }
    return try placed.hasEstimatedItem(before: place, meter: &meter)
  }
}

extension PlacedSection {
  /// Whether an item of an estimated size starts before a place. Only the first such item and the others of its line,
  /// which may start elsewhere, can be it. O(log items + runs of a line); O(columns · log items + runs) if items are
  /// assigned to columns in turn, because such columns may have very different lengths; O(runs) in any order
  fileprivate func hasEstimatedItem(
    before place: Double, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    guard let first = section.firstEstimatedItem else { return false }
    let bound = place - fitTolerance
    if order.sequenceCount > 1 || order.isAnywhere || order.tolerance > fitTolerance {
      return try hasEstimatedItem(from: first, before: bound, &meter)
    }
    var items = first..<line(ofItem: first).upperBound
    while let item = try firstCell(of: items, fromEnd: false, &meter, where: { $0.y < bound }) {
      if section.items.isEstimated(item) { return true }
      items = min(section.items.run(ofItem: item).upperBound, items.upperBound)..<items.upperBound
    }
    return false
  }

  /// The same for items assigned to columns in turn, whose starts ascend within each column, for items that may stand far
  /// above earlier ones, and for items in any order.
  private func hasEstimatedItem(
    from first: Int, before bound: Double, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    let (stride, count) = (order.sequenceCount, section.items.count)
    var end = first
    if order.isAnywhere { end = count }
    for column in (first..<count).prefix(order.isAnywhere ? 0 : stride) {
      let place = try place(
        startingAt: bound + 2 * order.tolerance, from: column, upTo: count, &meter)
      end = max(end, column + (place - 1) * stride + 1)
    }
    var item = first
    while item < end {
      let run = section.items.run(ofItem: item)
      if section.items.isEstimated(item) {
        let tested = order.isAnywhere || order.tolerance == 0 ? stride : run.count
        for next in (item..<min(run.upperBound, end)).prefix(tested) {
          try meter.take()
          if frameAlong(next).start < bound { return true }
        }
      }
      try meter.take()
      item = run.upperBound
    }
    return false
  }
}
