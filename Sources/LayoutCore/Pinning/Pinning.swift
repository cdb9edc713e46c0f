/// The positions of the special elements at one scroll position. These alone depend on the scroll position
/// (docs/rules.md#pinning). Nothing here is stored.
struct Pinning {
  /// The start of the visible bounds less the inset: E of docs/rules.md#pinning.
  private let start: Double
  /// Their end: B of docs/rules.md#pinning.
  private let end: Double
  /// The least start of section headers: below the pinning global headers that are not at rest.
  private let low: Double
  /// The index of the last waiting global header that is not at rest; −1 if there is none. All before it are not at rest
  /// either, and stand one after another.
  private let lastWaiting: Int
  /// The place of the first of them, in points.
  private let waitingTop: Double

  /// O(log global headers), O(global headers) if any waits
  init(layout: Layout, bounds: Rect, inset: EdgeInsets) {
    let edges = layout.axis.visibleEdges(bounds: bounds, inset: inset)
    let stack = layout.snapshot.globalHeaders
    let (entries, special) = (stack.entries, stack.special)
    (start, end) = edges
    var (low, lastWaiting, waitingTop) = (edges.start, -1, 0.0)
    var looked = 0..<special.count
    if !stack.hasWaiting {
      // From one pinning header to the next, the rest position grows by at least the extent that pushes it. So the
      // headers that are not at rest come first.
      let moved = partitionPoint(looked) { !entries[special[$0]].pins(at: edges.start) }
      looked = max(0, moved - 1)..<moved
    }
    for position in looked {
      let entry = entries[special[position]]
      if !entry.element.isWaiting {
        if entry.pins(at: edges.start) { low = edges.start + entry.specialBottom }
      } else if entry.bottom < edges.start {
        (lastWaiting, waitingTop) = (entry.element.index, edges.start - entry.specialBottom)
      } else if entry.top < edges.start {
        // It is partly visible at rest, and the others wait before it.
        (lastWaiting, waitingTop) = (entry.element.index - 1, entry.top - entry.specialExtentBefore)
      }
    }
    (self.low, self.lastWaiting, self.waitingTop) = (low, lastWaiting, waitingTop)
  }

  /// The position of a global header, in the engines' space (docs/rules.md#pinning-global-headers).
  func globalHeaderY(_ entry: SupplementaryStack.Entry) -> Double {
    if entry.element.isWaiting, entry.element.index <= lastWaiting {
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
}
