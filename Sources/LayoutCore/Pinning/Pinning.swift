/// The positions of pinning elements at one scroll position. These alone depend on the scroll position
/// (docs/rules.md#pinning). Nothing here is stored.
struct Pinning {
  /// The start of the visible bounds less the inset: E of docs/rules.md#pinning.
  private let start: Double
  /// Their end: B of docs/rules.md#pinning.
  private let end: Double
  /// The number of pinning global headers that are not at rest.
  private let movedGlobalHeaders: Int
  /// The least start of section headers: below the global headers that are not at rest.
  private let low: Double
  private let globalHeaders: SupplementaryStack

  /// O(log global headers)
  init(layout: Layout, bounds: Rect, inset: EdgeInsets) {
    let edges = layout.axis.visibleEdges(bounds: bounds, inset: inset)
    let stack = layout.snapshot.globalHeaders
    (start, end) = edges
    globalHeaders = stack
    // From one pinning header to the next, the rest position grows by at least the extent that pushes it. So the
    // headers that are not at rest come first.
    movedGlobalHeaders = partitionPoint(0..<stack.pinning.count) {
      let entry = stack.entries[stack.pinning[$0]]
      return entry.top >= edges.start + entry.pinningExtentBefore
    }
    low =
      movedGlobalHeaders == 0
      ? edges.start
      : edges.start + stack.entries[stack.pinning[movedGlobalHeaders - 1]].pinnedBottom
  }

  /// The position of a pinning global header, in the engines' space (docs/rules.md#pinning-global-headers).
  func globalHeaderY(_ entry: SupplementaryStack.Entry) -> Double {
    entry.pinningCountBefore < movedGlobalHeaders
      ? start + entry.pinningExtentBefore : entry.top
  }

  /// The position of a pinning header of a section, in the engines' space (docs/rules.md#pinning-headers).
  func headerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.headers.pinningExtent - entry.pinningExtentBefore
    return max(
      placed.headerFrame(entry).y,
      min(low + entry.pinningExtentBefore, placed.maxY - remaining))
  }

  /// The position of a pinning footer of a section, in the engines' space (docs/rules.md#pinning-footers).
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
  /// Infinite insets with which all elements are at rest.
  public static let atRest = EdgeInsets(
    top: -.infinity, left: -.infinity, bottom: -.infinity, right: -.infinity)
}

extension SupplementaryStack.Entry {
  /// The extents of the pinning elements up to and including this one, in points.
  fileprivate var pinnedBottom: Double { pinningExtentBefore + element.extent }
}
