/// The cells that arrow keys reach from an item, one for each side (docs/rules.md#neighbors).
public struct Neighbors: Sendable {
  /// The sides of an item, in content coordinates.
  public enum Side: String, CaseIterable, Sendable {
    case up, down, left, right
  }

  fileprivate let up: LayoutAttributes?
  fileprivate let down: LayoutAttributes?
  fileprivate let left: LayoutAttributes?
  fileprivate let right: LayoutAttributes?

  /// The cell on a side; nil if there is none.
  public subscript(side: Side) -> LayoutAttributes? {
    switch side {
    case .up: up
    case .down: down
    case .left: left
    case .right: right
    }
  }
}

extension Layout {
  /// The neighbours of an item; nil if the item does not exist.
  ///
  /// Throws if the meter runs out of steps. O(log items · log of the distance + the lines with the nearest cells, and
  /// the cells of these lines)
  public func neighbors(
    of path: ItemPath, meter: inout StepMeter
  ) throws(WalkStop) -> Neighbors? {
    let element = Element(kind: .cell, section: path.section, index: path.item)
    guard let frame = attributes(of: element, bounds: nil, inset: .zero)?.frame else { return nil }
    let around = try cells(around: frame, &meter)
    func neighbor(_ side: Neighbors.Side) throws(WalkStop) -> LayoutAttributes? {
      try self.neighbor(of: frame, side, among: around, &meter)
    }
    return Neighbors(
      up: try neighbor(.up), down: try neighbor(.down), left: try neighbor(.left),
      right: try neighbor(.right))
  }

  /// The cells near a frame, which include most neighbours. If there are too many across the full breadth, only those
  /// within reach across; if these are too many, none.
  private func cells(
    around frame: Rect, _ meter: inout StepMeter
  ) throws(WalkStop) -> CellsAround {
    let (reach, margin) = (Layout.firstReach, 4 * fitTolerance)
    for reachAcross in [2 * greatestCoordinate, reach] {
      let (reachX, reachY) = axis.isHorizontal ? (reach, reachAcross) : (reachAcross, reach)
      let around = Rect(
        x: frame.x - reachX - margin, y: frame.y - reachY - margin,
        width: frame.width + 2 * (reachX + margin), height: frame.height + 2 * (reachY + margin))
      var list = ElementList(limit: Layout.cellsAtOnce, capacity: 16)
      do throws(WalkStop) {
        try appendCells(in: axis.window(around), meter: &meter, to: &list)
        return CellsAround(cells: list.elements, reachAlong: reach, reachAcross: reachAcross)
      } catch {
        if case .stepsUsedUp = error { throw error }
      }
    }
    return CellsAround(cells: [], reachAlong: 0, reachAcross: 0)
  }

  /// The neighbour on one side of a frame.
  private func neighbor(
    of frame: Rect, _ side: Neighbors.Side, among around: CellsAround, _ meter: inout StepMeter
  ) throws(WalkStop) -> LayoutAttributes? {
    let search = NeighborSearch(from: frame, side)
    let isAlong = search.isVertical != axis.isHorizontal
    let reach = isAlong ? around.reachAlong : around.reachAcross
    if let found = search.nearest(among: around.cells, upTo: reach) { return found }
    let greatest = search.greatestReach(self)
    if search.isOverlappable {
      let overlapping = try nearestCells(
        behind: reach, upTo: greatest, meter: &meter,
        in: { axis.window(search.rect(reach: $0, overlapping: true)) },
        distance: { search.overlaps($0) ? search.distance($0) : nil })
      if let found = search.nearest(overlapping) { return found }
    }
    guard isAlong else { return nil }
    return search.nearest(
      try nearestCells(
        behind: 0, upTo: greatest, meter: &meter,
        in: { axis.window(search.rect(reach: $0, overlapping: false)) }, distance: search.distance))
  }
}

/// All cells within a distance of a frame, along and across the scroll axis, in points.
private struct CellsAround {
  let cells: [LayoutAttributes]
  let reachAlong: Double
  let reachAcross: Double
}

/// The search for the nearest cell on one side of a frame.
private struct NeighborSearch {
  let frame: Rect
  let isVertical: Bool
  /// Whether the side is towards greater coordinates.
  let isForward: Bool

  init(from frame: Rect, _ side: Neighbors.Side) {
    self.frame = frame
    isVertical = side == .up || side == .down
    isForward = side == .down || side == .right
  }

  /// Start and end of a frame along the direction.
  private func along(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.y, frame.y + frame.height) : (frame.x, frame.x + frame.width)
  }

  /// Start and end of a frame across the direction.
  private func across(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.x, frame.x + frame.width) : (frame.y, frame.y + frame.height)
  }

  /// The distance to a frame's facing edge, in points; nil if the frame is not on this side.
  func distance(_ other: Rect) -> Double? {
    let distance =
      isForward ? along(other).start - along(frame).end : along(frame).start - along(other).end
    return distance >= -fitTolerance ? distance : nil
  }

  private func centreDistance(_ other: Rect) -> Double {
    let (one, other) = (across(frame), across(other))
    return ((one.start + one.end) / 2 - (other.start + other.end) / 2).magnitude
  }

  /// Whether a frame overlaps this one across the direction.
  func overlaps(_ other: Rect) -> Bool {
    let (one, other) = (across(frame), across(other))
    return min(one.end, other.end) - max(one.start, other.start) > fitTolerance
  }

  /// Whether the frame is broad enough for others to overlap it across the direction.
  var isOverlappable: Bool { across(frame).end - across(frame).start > fitTolerance }

  /// The rectangle on this side with a reach in points: as broad as the frame if `overlapping`, else unlimited.
  func rect(reach: Double, overlapping: Bool) -> Rect {
    let (start, end) = along(frame)
    let edge = isForward ? end - 2 * fitTolerance : start + 2 * fitTolerance
    let near = isForward ? edge : edge - reach
    let far = 2 * greatestCoordinate
    let (from, to) = overlapping ? across(frame) : (-far, far)
    return isVertical
      ? Rect(x: from, y: near, width: to - from, height: reach)
      : Rect(x: near, y: from, width: reach, height: to - from)
  }

  /// The distance to the content's edge on this side, in points.
  func greatestReach(_ layout: Layout) -> Double {
    let size = layout.contentSize
    let extent = isVertical ? size.height : size.width
    return (isForward ? extent - along(frame).end : along(frame).start) + 4 * fitTolerance
  }

  /// The nearest of the cells that overlap the frame across the direction and are at most `reach` points away; nil if
  /// there is none.
  func nearest(among cells: [LayoutAttributes], upTo reach: Double) -> LayoutAttributes? {
    var least = Double.infinity
    for cell in cells where overlaps(cell.frame) {
      least = min(least, distance(cell.frame) ?? least)
    }
    guard least <= reach else { return nil }
    func isNear(_ frame: Rect) -> Bool {
      overlaps(frame) && (distance(frame) ?? .infinity) - least < fitTolerance
    }
    var leastCentre = Double.infinity
    for cell in cells where isNear(cell.frame) {
      leastCentre = min(leastCentre, centreDistance(cell.frame))
    }
    return cells.first {
      isNear($0.frame) && centreDistance($0.frame) - leastCentre < fitTolerance
    }
  }

  /// Of equally near cells, in order, the first one whose centre is nearest across the direction, within the tolerance.
  func nearest(_ cells: [Layout.CellAtDistance]) -> LayoutAttributes? {
    guard cells.count > 1 else { return cells.first?.cell }
    let least = cells.reduce(Double.infinity) { min($0, centreDistance($1.cell.frame)) }
    return cells.first { centreDistance($0.cell.frame) - least < fitTolerance }?.cell
  }
}
