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
  /// Throws if the meter runs out of units. O(log items · log of the distance + the lines with the nearest cells, and
  /// the cells of these lines)
  public func neighbors(
    of path: ItemPath, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Neighbors? {
    let element = Element(kind: .cell, section: path.section, index: path.item)
    guard let frame = attributes(of: element, bounds: nil, inset: .zero)?.frame else { return nil }
    let around = try cells(around: frame, &meter)
    func neighbor(_ side: Neighbors.Side) throws(WalkInterrupted) -> LayoutAttributes? {
      try self.neighbor(of: frame, side, among: around, &meter)
    }
    return Neighbors(
      up: try neighbor(.up), down: try neighbor(.down), left: try neighbor(.left),
      right: try neighbor(.right))
  }

  /// The cells near a frame, which include most neighbours. If there are too many across the full breadth, only those
  /// within reach across; if these are too many, none.
  private func cells(
    around frame: Rect, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> CellsAround {
    let (reach, margin) = (Layout.firstReach, 4 * fitTolerance)
    for reachAcross in [2 * greatestCoordinate, reach] {
      let (reachX, reachY) = axis.isHorizontal ? (reach, reachAcross) : (reachAcross, reach)
      let around = Rect(
        x: frame.x - reachX - margin, y: frame.y - reachY - margin,
        width: frame.width + 2 * (reachX + margin), height: frame.height + 2 * (reachY + margin))
      var list = ElementList(limit: Layout.cellsAtOnce, capacity: 16)
      do throws(WalkInterrupted) {
        try appendCells(in: axis.window(around), meter: &meter, to: &list)
        return CellsAround(cells: list.elements, reachAlong: reach, reachAcross: reachAcross)
      } catch {
        if case .budgetExceeded = error { throw error }
      }
    }
    return CellsAround(cells: [], reachAlong: 0, reachAcross: 0)
  }

  /// The neighbour on one side of a frame.
  private func neighbor(
    of frame: Rect, _ side: Neighbors.Side, among around: CellsAround, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LayoutAttributes? {
    let search = NeighborSearch(from: frame, side, axis)
    let reach = search.isAlong ? around.reachAlong : around.reachAcross
    if let found = search.nearest(among: around.cells, upTo: reach) { return found }
    let greatest = search.greatestReach(self)
    if search.isOverlappable,
      let found = try nearestCell(search, behind: reach, upTo: greatest, meter: &meter)
    {
      return found
    }
    guard search.isAlong else { return nil }
    search.needsOverlap = false
    return try nearestCell(search, behind: 0, upTo: greatest, meter: &meter)
  }
}

/// All cells within a distance of a frame, along and across the scroll axis, in points.
private struct CellsAround {
  let cells: [LayoutAttributes]
  let reachAlong: Double
  let reachAcross: Double
}

/// The search for the nearest cell on one side of a frame.
private final class NeighborSearch: NearestSearch {
  let frame: Rect
  private let axis: Axis
  private let isVertical: Bool
  /// Whether the side is towards greater coordinates.
  private let isForward: Bool
  /// Whether only cells that overlap the frame across the direction count.
  var needsOverlap = true

  init(from frame: Rect, _ side: Neighbors.Side, _ axis: Axis) {
    self.frame = frame
    self.axis = axis
    isVertical = side == .up || side == .down
    isForward = side == .down || side == .right
  }

  /// Whether the direction is along the scroll axis.
  var isAlong: Bool { isVertical != axis.isHorizontal }

  /// Start and end of a frame along the direction.
  private func along(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.y, frame.y + frame.height) : (frame.x, frame.x + frame.width)
  }

  /// Start and end of a frame across the direction.
  private func across(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.x, frame.x + frame.width) : (frame.y, frame.y + frame.height)
  }

  /// The distance to a frame's facing edge, in points.
  private func facingDistance(_ other: Rect) -> Double {
    isForward ? along(other).start - along(frame).end : along(frame).start - along(other).end
  }

  func distance(_ other: Rect) -> Double? {
    let distance = facingDistance(other)
    return distance >= -fitTolerance && (!needsOverlap || overlaps(other)) ? distance : nil
  }

  /// From the centre of the frame to that of another one, across the direction.
  private func centreOffset(_ other: Rect) -> Double {
    let (one, other) = (across(frame), across(other))
    return (other.start + other.end) / 2 - (one.start + one.end) / 2
  }

  private func centreDistance(_ other: Rect) -> Double { centreOffset(other).magnitude }

  func secondDistance(_ other: Rect) -> Double? { centreDistance(other) }

  func conditions(
    _ least: LeastDistances
  ) -> (along: [(Rect) -> Bool], across: [(Rect) -> Bool]) {
    let ofDirection: [(Rect) -> Bool] = [
      { self.facingDistance($0) >= -fitTolerance },
      { self.facingDistance($0) - least.first >= fitTolerance },
    ]
    let (start, end) = across(frame)
    let ofOthers =
      LeastDistances.conditions(least.second, centreOffset) + [
        { end - self.across($0).start > fitTolerance },
        { self.across($0).end - start > fitTolerance },
      ]
    return isAlong ? (ofDirection, ofOthers) : (ofOthers, ofDirection)
  }

  /// Whether a frame overlaps this one across the direction.
  private func overlaps(_ other: Rect) -> Bool {
    let (one, other) = (across(frame), across(other))
    return min(one.end, other.end) - max(one.start, other.start) > fitTolerance
  }

  /// Whether the frame is broad enough for others to overlap it across the direction.
  var isOverlappable: Bool { across(frame).end - across(frame).start > fitTolerance }

  /// The window on this side: as broad as the frame if cells have to overlap it, else unlimited.
  func window(within reach: Double) -> Window {
    let (start, end) = along(frame)
    let edge = isForward ? end - 2 * fitTolerance : start + 2 * fitTolerance
    let near = isForward ? edge : edge - reach
    let far = 2 * greatestCoordinate
    let (from, to) = needsOverlap ? across(frame) : (-far, far)
    return axis.window(
      isVertical
        ? Rect(x: from, y: near, width: to - from, height: reach)
        : Rect(x: near, y: from, width: reach, height: to - from))
  }

  /// The distance to the last cell on this side, or to the content's edge, in points.
  func greatestReach(_ layout: Layout) -> Double {
    let size = layout.contentSize
    let extent = isVertical ? size.height : size.width
    // Cells may stand beside the content.
    let beside = isAlong ? 0 : layout.reachAcross - layout.containerWidth
    let (start, end) = along(frame)
    return beside + (isForward ? extent - end : start) + 4 * fitTolerance
  }

  /// The nearest of the cells that count and are at most `reach` points away; nil if there is none.
  func nearest(among cells: [LayoutAttributes], upTo reach: Double) -> LayoutAttributes? {
    var least = LeastDistances()
    for cell in cells { least.first = min(least.first, distance(cell.frame) ?? least.first) }
    guard least.first <= reach else { return nil }
    for cell in cells where least.hasFirst(distance(cell.frame)) {
      least.second = min(least.second, centreDistance(cell.frame))
    }
    return cells.first {
      least.hasFirst(distance($0.frame)) && least.hasSecond(centreDistance($0.frame))
    }
  }
}
