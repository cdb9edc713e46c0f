/// The rule by which the bounds follow a change (docs/rules.md#scroll-anchor).
public enum AnchorRule: Hashable, Sendable {
  case none, auto, first, end
  /// An item of the old layout.
  case item(ItemPath)
}

/// The bounds after a change, and the cell that kept its place on screen.
public struct AnchoredBounds: Sendable {
  /// The edges of a cell along the scroll axis.
  public enum Edge: String, CaseIterable, Sendable {
    case leading, trailing
  }

  /// The edge of a cell.
  public struct Anchor: Hashable, Sendable {
    /// An item of the new layout.
    public let item: ItemPath
    public let edge: Edge
  }

  public let bounds: Rect
  /// From the old bounds to the new ones, in points.
  public let scrollDelta: Point
  /// Nil if no cell decided.
  public let anchor: Anchor?
}

extension LayoutChange {
  /// Computes the bounds after the change; their size stays (docs/rules.md#scroll-anchor).
  ///
  /// The item of a rule must exist in the old layout. Throws if the meter runs out of units. O((visible sections + runs
  /// of the mapping that are passed) · log items)
  ///
  /// - Parameters:
  ///   - bounds: Bounds in the old layout.
  ///   - endThreshold: Greatest distance from the end that counts as the end for the rule `end`, in points.
  public func anchoredBounds(
    _ bounds: Rect, inset: EdgeInsets, rule: AnchorRule, endThreshold: Double = 1,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> AnchoredBounds {
    let insets = before.axis.insetAlong(inset)
    let oldStart = before.axis.start(of: bounds)
    let least = -insets.start
    func greatest(_ layout: Layout) -> Double {
      let length = layout.axis.length(of: bounds)
      return max(layout.axis.contentExtentAlong - length + insets.end, least)
    }
    var search = AnchorSearch(
      self, start: oldStart + insets.start,
      end: oldStart + before.axis.length(of: bounds) - insets.end)
    var start = oldStart
    var anchor: AnchorSearch.Found?
    switch rule {
    case .none: break
    case .auto where oldStart <= least + fitTolerance: break
    case .auto, .first: anchor = try search.first(&meter)
    case .end where oldStart >= greatest(before) - endThreshold - fitTolerance:
      start = greatest(after)
    case .end: anchor = try search.last(&meter)
    case .item(let item):
      anchor = search.named(item)
      if anchor == nil { anchor = try search.first(&meter) }
    }
    if let anchor { start += anchor.edgeAfter - anchor.edgeBefore }
    if let section = slides.firstEntering {
      start = startShowing(section, start + insets.start) - insets.start
    }
    start = min(max(start, least), greatest(after))
    let moved = after.axis.placed(bounds, start: start)
    return AnchoredBounds(
      bounds: moved, scrollDelta: Point(x: moved.x - bounds.x, y: moved.y - bounds.y),
      anchor: anchor.map { AnchoredBounds.Anchor(item: $0.after, edge: $0.edge) })
  }

  /// Moves the start of the visible part back to the start of a section that slid in, if it is past that.
  private func startShowing(_ section: Int, _ start: Double) -> Double {
    let top = after.sectionTops[section]
    var pinningExtent = 0.0
    for entry in after.snapshot.globalHeaders.entries where entry.element.isPinning {
      pinningExtent += entry.element.extent
    }
    guard start + pinningExtent > top else { return start }
    return top - pinningExtent
  }
}
