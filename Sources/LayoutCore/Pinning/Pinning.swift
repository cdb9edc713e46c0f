/// The positions of the special elements at one scroll position. These alone depend on the scroll position
/// (docs/rules.md#pinning). Nothing here is stored.
struct Pinning {
  /// The start of the visible bounds less the inset: E of docs/rules.md#pinning.
  private let start: Double
  /// Their end: B of docs/rules.md#pinning.
  private let end: Double
  /// The least start of section headers: below the pinning global headers that are not at rest.
  private let low: Double
  /// The place of the first waiting global header, in points, if it is not at rest. All that are not stand one after
  /// another.
  private let waitingTop: Double

  /// O(log global headers)
  init(layout: Layout, bounds: Rect, inset: EdgeInsets) {
    let stack = layout.snapshot.globalHeaders
    let (entries, pinning, waiting) = (stack.entries, stack.pinning, stack.waiting)
    func extent(_ positions: SupplementaryStack.Positions, before count: Int) -> Double {
      count > 0 ? entries[positions[count - 1]].specialBottom : 0
    }
    let (start, end) = layout.axis.visibleEdges(bounds: bounds, inset: inset)
    // From one pinning header to the next, the rest position grows by at least the extent that pushes it. So the
    // headers that are not at rest come first.
    let pinned = partitionPoint(pinning.indices) { !entries[pinning[$0]].pins(at: start) }
    // Those that wait come first, too. The next one may be partly visible, and then they wait before it.
    let away = partitionPoint(waiting.indices) { !entries[waiting[$0]].waits(at: start) }
    let high = away < waiting.count ? min(start, entries[waiting[away]].top) : start
    (self.start, self.end) = (start, end)
    low = start + extent(pinning, before: pinned)
    waitingTop = high - extent(waiting, before: away)
  }

  /// The position of a global header, in the engines' space (docs/rules.md#pinning-global-headers).
  func globalHeaderY(_ entry: SupplementaryStack.Entry) -> Double {
    if entry.element.isWaiting, entry.waits(at: start) {
      return waitingTop + entry.specialExtentBefore
    }
    return entry.element.isPinning && entry.pins(at: start)
      ? start + entry.specialExtentBefore : entry.top
  }

  /// The position of a pinning header of a section, in the engines' space (docs/rules.md#pinning-headers).
  func headerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.headers.pinningExtent - entry.specialExtentBefore
    return max(
      placed.headerFrame(entry).y,
      min(low + entry.specialExtentBefore, placed.maxY - remaining))
  }

  /// The position of a pinning footer of a section, in the engines' space (docs/rules.md#pinning-footers).
  func footerY(_ entry: SupplementaryStack.Entry, in placed: PlacedSection) -> Double {
    let remaining = placed.section.footers.pinningExtent - entry.specialExtentBefore
    return min(
      placed.footerFrame(entry).y,
      max(
        end - remaining,
        placed.minY + placed.section.headers.extent + entry.specialExtentBefore))
  }
}

extension EdgeInsets {
  /// Infinite insets with which all elements are at rest.
  public static let atRest = EdgeInsets(
    top: -.infinity, left: -.infinity, bottom: -.infinity, right: -.infinity)
}

extension SupplementaryStack.Entry {
  /// The extents of the pinning elements, or of the waiting ones, up to and including this one, in points.
  fileprivate var specialBottom: Double { specialExtentBefore + element.extent }

  /// Whether a pinning global header is not at rest, where `start` is the start of the visible bounds less the inset.
  fileprivate func pins(at start: Double) -> Bool { top < start + specialExtentBefore }

  /// Whether a waiting global header, at rest, ends before `start`.
  fileprivate func waits(at start: Double) -> Bool { bottom < start }
}
