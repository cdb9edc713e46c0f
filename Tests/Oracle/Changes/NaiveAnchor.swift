/// Which visible thing stands still.
public enum NaiveAnchor: Sendable {
  case none, automatic, first
  case end(threshold: Double)
  case item(section: Int, item: Int)

  /// An anchor as a parameter says it; nil where it is none.
  public init?(_ text: String, endThreshold: Double = 1) {
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    switch text {
    case "none": self = .none
    case "auto": self = .automatic
    case "first": self = .first
    case "end": self = .end(threshold: endThreshold)
    default:
      guard numbers.count == 2 else { return nil }
      self = .item(section: numbers[0], item: numbers[1])
    }
  }
}

/// Where bounds are after a change, and what was the anchor.
public struct NaiveAnchoring: Equatable, Sendable {
  public var bounds: NaiveRect
  public var scrollDelta: NaivePoint
  /// `{"section", "item", "edge"}` in the layout after; null where no cell was.
  public var anchor: JSONValue
}

extension NaiveComparison {
  /// The bounds after the change, by a look at every cell.
  public func anchoring(
    bounds: NaiveRect, inset: NaiveInsets = NaiveInsets(), anchor: NaiveAnchor = .automatic
  ) -> NaiveAnchoring {
    let length = before.length(of: bounds)
    let (insetStart, insetEnd) = before.startAndEnd(of: inset)
    let old = before.start(of: bounds)
    let low = -insetStart
    let high = max(before.length - length + insetEnd, low)
    let highAfter = max(after.length - length + insetEnd, low)
    let window = (start: old + insetStart, end: old + length - insetEnd)

    var start = old
    var used: NaiveHeldCell?
    switch anchor {
    case .none: break
    case .automatic where old <= low + 0.001: break
    case .automatic, .first: used = firstCell(window)
    case .end(let threshold) where old >= high - threshold - 0.001: start = highAfter
    case .end: used = lastCell(window)
    case .item(let section, let item):
      let cell = cells { _ in true }.first { $0.old.section == section && $0.old.index == item }
      used = cell?.byLeadingEdge(window) ?? firstCell(window)
    }
    if let used { start = old + used.distance }

    if let section = change.origins.firstIndex(where: { $0.slide != nil }) {
      let headers = after.downwardElements.filter { $0.kind == "globalHeader" }
      let pinning = headers.filter(\.pins).reduce(0) { $0 + $1.height }
      let others = headers.filter { !$0.pins }.reduce(0) { $0 + $1.height }
      let top = after.downwardSections[section].y
      if start + insetStart + pinning > top { start = max(others, top - pinning) - insetStart }
    }
    start = min(max(start, low), highAfter)
    let result = after.bounds(bounds, startingAt: start)
    return NaiveAnchoring(
      bounds: result, scrollDelta: NaivePoint(x: result.x - bounds.x, y: result.y - bounds.y),
      anchor: used?.json ?? nil)
  }

  /// The cells that are still there, moved or not, in the order of before.
  private func cells(where isCounted: (NaiveOrigin.Item) -> Bool) -> [NaiveHeldCell] {
    var placeAfter: [[Int]: [Int]] = [:]
    for (section, origin) in change.origins.enumerated() {
      for (item, place) in origin.items.enumerated()
      where place.from != nil && !place.isReloaded && isCounted(place) {
        placeAfter[place.from!] = [section, item]
      }
    }
    var cellAfter: [[Int]: NaiveElement] = [:]
    for cell in after.downwardElements where cell.category == "cell" {
      cellAfter[[cell.section!, cell.index]] = cell
    }
    return before.downwardElements.compactMap { cell in
      guard cell.category == "cell", !cell.isHidden,
        let place = placeAfter[[cell.section!, cell.index]]
      else {
        return nil
      }
      return NaiveHeldCell(old: cell, new: cellAfter[place]!)
    }
  }

  /// The cells that survive; none where more of the visible ones were moved.
  private func heldCells(_ window: (start: Double, end: Double)) -> [NaiveHeldCell] {
    let held = cells(where: \.survives)
    let moved = cells { !$0.survives }.filter { $0.isVisible(window) }
    return moved.count > held.filter { $0.isVisible(window) }.count ? [] : held
  }

  private func firstCell(_ window: (start: Double, end: Double)) -> NaiveHeldCell? {
    let cells = heldCells(window)
    if let visible = cells.first(where: { $0.isVisible(window) }) {
      return visible.byLeadingEdge(window)
    }
    if let last = cells.last(where: { $0.isBefore(window) }) { return last.byTrailingEdge }
    return cells.first { $0.isBehind(window) }
  }

  private func lastCell(_ window: (start: Double, end: Double)) -> NaiveHeldCell? {
    let cells = heldCells(window)
    if var visible = cells.last(where: { $0.isVisible(window) }) {
      visible.isTrailing = !(visible.isMeasured && visible.bottom > window.end + 0.001)
      return visible
    }
    if let next = cells.first(where: { $0.isBehind(window) }) { return next }
    return cells.last { $0.isBefore(window) }?.byTrailingEdge
  }
}

/// A cell before and after, and the edge that stands still.
private struct NaiveHeldCell {
  let old: NaiveElement
  let new: NaiveElement
  var isTrailing = false

  var bottom: Double { old.y + old.height }

  /// Whether an estimate was replaced.
  var isMeasured: Bool { old.isEstimated && !new.isEstimated }

  func isVisible(_ window: (start: Double, end: Double)) -> Bool {
    old.width > 0 && old.height > 0 && !isBefore(window) && !isBehind(window)
  }

  /// Whether it ends at the window's start, give or take 0.001, or before.
  func isBefore(_ window: (start: Double, end: Double)) -> Bool { bottom <= window.start + 0.001 }

  /// Whether it starts at the window's end, give or take 0.001, or after.
  func isBehind(_ window: (start: Double, end: Double)) -> Bool { old.y >= window.end - 0.001 }

  /// By the leading edge, or the trailing one where an estimate is replaced that started before the window.
  func byLeadingEdge(_ window: (start: Double, end: Double)) -> NaiveHeldCell {
    isMeasured && old.y < window.start - 0.001 ? byTrailingEdge : self
  }

  var byTrailingEdge: NaiveHeldCell {
    var result = self
    result.isTrailing = true
    return result
  }

  /// How far the edge moves.
  var distance: Double {
    isTrailing ? (new.y + new.height) - bottom : new.y - old.y
  }

  var json: JSONValue {
    [
      "section": .number(Double(new.section!)), "item": .number(Double(new.index)),
      "edge": isTrailing ? "trailing" : "leading",
    ]
  }
}
