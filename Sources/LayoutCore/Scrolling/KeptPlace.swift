/// Which cell keeps its place when the same content is laid out at another width or shown in other bounds
/// (docs/rules.md#kept-place).
public enum KeepRule: Hashable, Sendable {
  case first, end
  /// An item that exists.
  case item(ItemPath)
}

extension Layout {
  /// Where bounds are to be that show what others showed of the same content in a layout at another width: after a
  /// rotation, or when a keyboard covers a part of them.
  ///
  /// Throws when the meter grants no more steps. O(log sections + log items), and among estimates the runs of a line
  ///
  /// - Parameters:
  ///   - previous: The layout before, of the same snapshot.
  ///   - previousBounds: Where the viewport was in it, and `previousInset` what bars covered.
  ///   - bounds: Their size and their place across count.
  public func bounds(
    keeping rule: KeepRule, of previous: Layout, _ previousBounds: Rect,
    previousInset: EdgeInsets, in bounds: Rect, inset: EdgeInsets, meter: inout StepMeter
  ) throws(WalkStop) -> (target: TargetBounds, anchor: AnchoredBounds.Anchor?) {
    let (old, new) = (
      ScrollLimits(previous, previousBounds, previousInset), ScrollLimits(self, bounds, inset)
    )
    let oldStart = previous.axis.start(of: previousBounds)
    let (visibleStart, visibleEnd) = (
      oldStart + old.inset.start, oldStart + old.length - old.inset.end
    )
    let same = OriginRuns(OriginRun(count: snapshot.sections.count, from: 0))
    var search = AnchorSearch(
      LayoutChange(
        before: previous, after: self, mapping: IndexMapping(sections: same, items: [:])),
      start: visibleStart, end: visibleEnd)
    var start = oldStart
    var found: AnchorSearch.Found?
    switch rule {
    case .first where oldStart <= old.least + fitTolerance: start = new.least
    case .first: found = try search.first(&meter)
    case .end where oldStart >= old.greatest - 1: start = new.greatest
    case .end: found = try search.last(&meter)
    case .item(let path): found = search.survivor(path).map { search.anchor(path, after: $0) }
    }
    if let found {
      let (before, after) = (previous.frameAlong(found.after), frameAlong(found.after))
      if case .end = rule {
        let place = KeptEdge(
          before: (-before.end, -before.start), after: (-after.end, -after.start)
        )
        .place(of: -visibleEnd)
        start = -place - new.length + new.inset.end
      } else {
        start = KeptEdge(before: before, after: after).place(of: visibleStart) - new.inset.start
      }
    }
    let clamped = new.clamped(start)
    let target = TargetBounds(
      bounds: axis.placed(bounds, start: clamped),
      isEstimated: try hasEstimate(before: clamped + new.length - new.inset.end, meter: &meter))
    return (target, found.map { AnchoredBounds.Anchor(item: $0.after, edge: $0.edge) })
  }
}

/// A cell before and after, seen from the edge of what is visible that it keeps its place at.
private struct KeptEdge {
  let before: (start: Double, end: Double)
  let after: (start: Double, end: Double)

  /// Where an edge is afterwards: as far before the cell as it was, or with the same fraction of the cell before it.
  func place(of edge: Double) -> Double {
    guard before.start < edge - fitTolerance else { return after.start - (before.start - edge) }
    let extent = before.end - before.start
    let fraction = extent > 0 ? min((edge - before.start) / extent, 1) : 1
    return after.start + fraction * (after.end - after.start)
  }
}
