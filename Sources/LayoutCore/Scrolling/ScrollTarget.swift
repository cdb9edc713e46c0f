/// Where an element stands in what is visible once the bounds have moved to it.
public enum ScrollPosition: String, CaseIterable, Sendable {
  case start, center, end
  /// The least movement that shows all of it.
  case nearest
}

/// Where bounds are to move (docs/rules.md#scroll-target).
public enum ScrollTarget: Sendable {
  /// To an element of the layout, at rest.
  case element(Element, ScrollPosition)
  /// To the cell whose centre is nearest to that of what would be visible at the proposed place.
  case nearestItem(proposed: Point)
  /// To a page of that length in points, by the proposed place and the velocity.
  case page(length: Double, proposed: Point, velocity: Point)
}

/// Bounds at a target.
public struct TargetBounds: Sendable {
  public let bounds: Rect
  /// Whether an estimate lies before the end of what is visible there, so that measuring may move the target.
  public let isEstimated: Bool
}

extension Layout {
  /// The bounds at a target, of the same size and place across; nil where the element is not there.
  ///
  /// Throws when the meter grants no more steps. O(log sections + log items), for the nearest item the cells that are as
  /// near, and among estimates the runs of a line.
  ///
  /// - Parameters:
  ///   - bounds: Where the viewport is now, in content coordinates.
  ///   - inset: What bars cover of it.
  public func bounds(
    at target: ScrollTarget, from bounds: Rect, inset: EdgeInsets, meter: inout StepMeter
  ) throws(WalkStop) -> TargetBounds? {
    let limits = ScrollLimits(self, bounds, inset)
    let start: Double
    switch target {
    case .element(let element, let position):
      guard let frame = attributes(of: element, bounds: nil, inset: inset)?.frame else {
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

  /// Where a frame of the answer starts and ends along the scroll axis, in points.
  func along(_ frame: Rect) -> (start: Double, end: Double) {
    let start = axis.start(of: frame)
    return (start, start + axis.length(of: frame))
  }

  /// Where bounds of the same size with this origin start along the scroll axis, in points.
  private func start(of origin: Point, like bounds: Rect) -> Double {
    axis.start(of: Rect(x: origin.x, y: origin.y, width: bounds.width, height: bounds.height))
  }

  /// A velocity along the scroll axis, towards the end, in points per second.
  func speedAlong(_ velocity: Point) -> Double {
    guard axis.isHorizontal else { return velocity.y }
    return axis.isMirrored ? -velocity.x : velocity.x
  }

  /// The centre, along the scroll axis, of the cell with an area whose centre is nearest to a place: of equally near
  /// ones the first.
  private func centreOfNearestCell(
    to place: Double, meter: inout StepMeter
  ) throws(WalkStop) -> Double? {
    func centre(_ frame: Rect) -> Double {
      let (start, end) = along(frame)
      return start + (end - start) / 2
    }
    // From outside of the content all cells are as much nearer to its edge.
    let place = min(max(place, 0), axis.contentExtentAlong)
    return try nearestCells(
      behind: 0, upTo: axis.contentExtentAlong + fitTolerance, meter: &meter,
      in: { axis.window(from: place - $0, to: place + $0) },
      distance: { (centre($0) - place).magnitude }
    ).first.map { centre($0.cell.frame) }
  }
}

/// Between which places the bounds may start along the scroll axis: lo and hi of docs/rules.md#scroll-anchor.
struct ScrollLimits {
  /// How long the bounds are, in points.
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

  /// From the start of the bounds to the centre of what is visible, in points.
  var visibleCentre: Double { inset.start + (length - inset.start - inset.end) / 2 }

  /// Where bounds start that show a frame at a position.
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
  /// Throws when the meter grants no more steps. O(log sections + log items + runs of a line)
  func hasEstimate(before place: Double, meter: inout StepMeter) throws(WalkStop) -> Bool {
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
  /// Whether an item of an estimated size starts before a place: the first one, or another one of its line, in which
  /// items may start at different places. O(log items + runs of a line); O(columns · log items + runs) where columns are
  /// filled in turn, which may be of very different lengths
  fileprivate func hasEstimatedItem(
    before place: Double, meter: inout StepMeter
  ) throws(WalkStop) -> Bool {
    guard let first = section.firstEstimatedItem else { return false }
    let bound = place - fitTolerance
    if sequenceCount > 1 { return try hasEstimatedItem(from: first, before: bound, &meter) }
    var items = first..<line(ofItem: first).upperBound
    while let item = try firstCell(of: items, fromEnd: false, &meter, where: { $0.y < bound }) {
      if section.items.isEstimated(item) { return true }
      items = min(section.items.run(ofItem: item).upperBound, items.upperBound)..<items.upperBound
    }
    return false
  }

  /// The same where columns are filled in turn: in each, items start one behind the other.
  private func hasEstimatedItem(
    from first: Int, before bound: Double, _ meter: inout StepMeter
  ) throws(WalkStop) -> Bool {
    let (stride, count) = (sequenceCount, section.items.count)
    var end = first
    for column in (first..<count).prefix(stride) {
      try meter.take()
      let places = 0..<(count - column - 1) / stride + 1
      let place = partitionPoint(places) { frameAlong(column + $0 * stride).start >= bound }
      end = max(end, column + (place - 1) * stride + 1)
    }
    var item = first
    while item < end {
      let run = section.items.run(ofItem: item)
      if section.items.isEstimated(item) {
        for next in (item..<min(run.upperBound, end)).prefix(stride) {
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
