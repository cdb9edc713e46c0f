/// Pinning elements for one scroll position: the only attributes that are computed when the origin moves
/// (docs/rules.md#pinning). Nothing of this is stored.
struct Pinning {
  /// Where the visible bounds less the inset start: E of docs/rules.md#pinning.
  private let start: Double
  /// Where they end: B of docs/rules.md#pinning.
  private let end: Double
  /// How many of the pinning global headers are not at rest.
  private let movedGlobalHeaders: Int
  /// Where section headers may start: below the global headers that have moved.
  private let low: Double
  private let globalHeaders: SupplementaryStack

  /// O(log global headers)
  init(layout: Layout, bounds: Rect, inset: EdgeInsets) {
    let edges = layout.axis.visibleEdges(bounds: bounds, inset: inset)
    let stack = layout.snapshot.globalHeaders
    (start, end) = edges
    globalHeaders = stack
    // From one pinning header to the next, rest grows by at least the extents that push it: those that move come first.
    movedGlobalHeaders = partitionPoint(0..<stack.pinning.count) {
      let entry = stack.entries[stack.pinning[$0]]
      return entry.top >= edges.start + entry.pinningExtentBefore
    }
    low =
      movedGlobalHeaders == 0
      ? edges.start
      : edges.start + stack.entries[stack.pinning[movedGlobalHeaders - 1]].pinnedBottom
  }

  /// Where a pinning global header stands, in the engines' space (docs/rules.md#pinning-global-headers).
  func globalHeaderY(_ entry: SupplementaryStack.Entry) -> Double {
    entry.pinningCountBefore < movedGlobalHeaders
      ? start + entry.pinningExtentBefore : entry.top
  }

  /// Where a pinning header of a section stands, in the engines' space (docs/rules.md#pinning-headers).
  func headerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.headers.pinningExtent - entry.pinningExtentBefore
    return max(
      placed.headerFrame(entry).y,
      min(low + entry.pinningExtentBefore, placed.maxY - remaining))
  }

  /// Where a pinning footer of a section stands, in the engines' space (docs/rules.md#pinning-footers).
  func footerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.footers.pinningExtent - entry.pinningExtentBefore
    return min(
      placed.footerFrame(entry).y,
      max(
        end - remaining,
        placed.minY + placed.section.headers.extent + entry.pinningExtentBefore))
  }
}

extension EdgeInsets {
  /// Insets with which nothing pins: the edges of the bounds are then beyond all elements.
  public static let atRest = EdgeInsets(
    top: -.infinity, left: -.infinity, bottom: -.infinity, right: -.infinity)
}

extension SupplementaryStack.Entry {
  /// The extents of the pinning elements up to and with this one, in points.
  fileprivate var pinnedBottom: Double { pinningExtentBefore + element.extent }
}
