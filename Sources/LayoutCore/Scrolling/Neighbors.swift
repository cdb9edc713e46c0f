/// Where an arrow key goes from an item, on each side (docs/rules.md#neighbors).
public struct Neighbors: Sendable {
  /// The sides of an item, in content coordinates.
  public enum Side: String, CaseIterable, Sendable {
    case up, down, left, right
  }

  private var cells: InlineArray<4, LayoutAttributes?> = InlineArray(repeating: nil)

  /// The cell on that side; nil where there is none.
  public subscript(side: Side) -> LayoutAttributes? {
    get { cells[Side.allCases.firstIndex(of: side)!] }
    set { cells[Side.allCases.firstIndex(of: side)!] = newValue }
  }
}

extension Layout {
  /// The cells beside an item; nil where there is no such item.
  ///
  /// Throws when the meter grants no more steps. O(log items · log of the distance + the lines, and the cells of them,
  /// that are nearer than the neighbors or as near)
  public func neighbors(
    of path: ItemPath, meter: inout StepMeter
  ) throws(WalkStop) -> Neighbors? {
    let element = Element(kind: .cell, section: path.section, index: path.item)
    guard let cell = attributes(of: element, bounds: nil, inset: .zero) else { return nil }
    var neighbors = Neighbors()
    for side in Neighbors.Side.allCases {
      let search = NeighborSearch(from: cell.frame, side)
      let isAlong = search.isVertical != axis.isHorizontal
      neighbors[side] = try search.nearest(in: self, overlapping: true, &meter)
      if neighbors[side] == nil, isAlong {
        neighbors[side] = try search.nearest(in: self, overlapping: false, &meter)
      }
    }
    return neighbors
  }
}

/// Looks for the nearest cell on one side of a frame, in rectangles that grow until they hold one.
private struct NeighborSearch {
  let frame: Rect
  let isVertical: Bool
  /// Towards greater coordinates.
  let isForward: Bool

  init(from frame: Rect, _ side: Neighbors.Side) {
    self.frame = frame
    isVertical = side == .up || side == .down
    isForward = side == .down || side == .right
  }

  /// Where a frame starts and ends along the direction.
  private func along(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.y, frame.y + frame.height) : (frame.x, frame.x + frame.width)
  }

  /// Where a frame starts and ends across the direction.
  private func across(_ frame: Rect) -> (start: Double, end: Double) {
    isVertical ? (frame.x, frame.x + frame.width) : (frame.y, frame.y + frame.height)
  }

  /// How far a frame's facing edge is from this one's, in points; below 0 by no more than the tolerance where it is on
  /// that side.
  private func distance(_ other: Rect) -> Double {
    isForward ? along(other).start - along(frame).end : along(frame).start - along(other).end
  }

  private func centreDistance(_ other: Rect) -> Double {
    let (one, other) = (across(frame), across(other))
    return ((one.start + one.end) / 2 - (other.start + other.end) / 2).magnitude
  }

  /// Whether a frame overlaps this one across the direction.
  private func overlaps(_ other: Rect) -> Bool {
    let (one, other) = (across(frame), across(other))
    return min(one.end, other.end) - max(one.start, other.start) > fitTolerance
  }

  /// The rectangle on that side that reaches so far, as broad as the frame or as the content.
  private func rect(reach: Double, overlapping: Bool) -> Rect {
    let (start, end) = along(frame)
    let edge = isForward ? end - 2 * fitTolerance : start + 2 * fitTolerance
    let near = isForward ? edge : edge - reach
    let far = 2 * greatestCoordinate
    let (from, to) = overlapping ? across(frame) : (-far, far)
    return isVertical
      ? Rect(x: from, y: near, width: to - from, height: reach)
      : Rect(x: near, y: from, width: reach, height: to - from)
  }

  /// How far the content reaches on that side, in points.
  private func greatestReach(_ layout: Layout) -> Double {
    let size = layout.contentSize
    let extent = isVertical ? size.height : size.width
    return (isForward ? extent - along(frame).end : along(frame).start) + 4 * fitTolerance
  }

  /// The nearest cell on that side: of those that overlap the frame across the direction, or of all. Of equally near
  /// ones it is the one whose centre is nearest across, and of these the first.
  func nearest(
    in layout: Layout, overlapping: Bool, _ meter: inout StepMeter
  ) throws(WalkStop) -> LayoutAttributes? {
    let greatest = greatestReach(layout)
    var reach = Layout.firstReach
    while true {
      let rect = rect(reach: reach, overlapping: overlapping)
      var found: [LayoutAttributes] = []
      var least = Double.infinity
      try layout.visitCells(in: layout.axis.window(rect), meter: &meter) { cell in
        let distance = distance(cell.frame)
        guard distance >= -fitTolerance, !overlapping || overlaps(cell.frame) else { return true }
        guard distance < least + fitTolerance else { return true }
        if distance < least {
          least = distance
          found.removeAll { self.distance($0.frame) >= least + fitTolerance }
        }
        found.append(cell)
        return true
      }
      // The rectangle begins before the frame's edge.
      if least + 4 * fitTolerance <= reach || reach >= greatest {
        let centres = found.map { centreDistance($0.frame) }
        guard let nearest = centres.min() else { return nil }
        return zip(found, centres).first { $0.1 < nearest + fitTolerance }?.0
      }
      reach *= 4
    }
  }
}
