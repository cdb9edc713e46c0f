/// The cell that keeps its place when the same content is laid out at another width or shown in other bounds
/// (docs/rules.md#kept-place).
public enum KeepRule: Hashable, Sendable {
  case first, end
  /// An existing item.
  case item(ItemPath)
}

extension Layout {
  /// The bounds that show what `previousBounds` showed in a layout of the same content at another width, for example
  /// after a rotation, or when a keyboard covers a part of the viewport.
  ///
  /// Throws if the meter runs out of units. O(log sections + log items), and with estimates the runs of a line
  ///
  /// - Parameters:
  ///   - previous: The old layout, of the same snapshot.
  ///   - previousBounds: The viewport in the old layout. `previousInset` is the part of it that bars covered.
  ///   - bounds: Their size and their position across the scroll axis are used.
  public func bounds(
    keeping rule: KeepRule, of previous: Layout, _ previousBounds: Rect,
    previousInset: EdgeInsets, in bounds: Rect, inset: EdgeInsets, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> (target: TargetBounds, anchor: AnchoredBounds.Anchor?) {
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
        before: previous, after: self, mapping: IndexMapping(sections: same)),
      start: visibleStart, end: visibleEnd)
    var start = oldStart
    var found: AnchorSearch.Found?
    switch rule {
    case .first where oldStart <= old.least + fitTolerance: start = new.least
    case .first: found = try search.first(&meter)
    case .end where oldStart >= old.greatest - 1: start = new.greatest
    case .end: found = try search.last(&meter)
    case .item(let path): found = search.named(path)
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

/// The extent of a cell before and after, relative to the edge of the visible part at which the cell keeps its place.
private struct KeptEdge {
  let before: (start: Double, end: Double)
  let after: (start: Double, end: Double)

  /// The new position of an edge: at the same distance before or behind the cell or, if it was within the cell, with the
  /// same fraction of the cell before it.
  func place(of edge: Double) -> Double {
    if before.start >= edge - fitTolerance { return after.start - (before.start - edge) }
    if before.end <= edge + fitTolerance { return after.end + (edge - before.end) }
    let fraction = (edge - before.start) / (before.end - before.start)
    return after.start + fraction * (after.end - after.start)
  }
}
