import Comparison
import LayoutCore
import Oracle

/// Places along the scroll axis, from the leading side.
extension LayoutUnderTest {
  private var isHorizontal: Bool { layout.snapshot.scrollDirection == .horizontal }
  private var isMirrored: Bool { isHorizontal && layout.snapshot.layoutDirection == .rtl }

  /// Where the content ends.
  var contentEnd: Double {
    isHorizontal ? layout.contentSize.width : layout.contentSize.height
  }

  func start(_ frame: Rect) -> Double {
    if !isHorizontal { return frame.y }
    return isMirrored ? contentEnd - frame.x - frame.width : frame.x
  }

  func length(_ frame: Rect) -> Double { isHorizontal ? frame.width : frame.height }

  func end(_ frame: Rect) -> Double { start(frame) + length(frame) }

  func placed(_ frame: Rect, at start: Double) -> Rect {
    var frame = frame
    if !isHorizontal {
      frame.y = start
    } else {
      frame.x = isMirrored ? contentEnd - start - frame.width : start
    }
    return frame
  }

  func insets(_ inset: EdgeInsets) -> (Double, Double) {
    if !isHorizontal { return (inset.top, inset.bottom) }
    return isMirrored ? (inset.right, inset.left) : (inset.left, inset.right)
  }
}

/// What a change answers, by a look at every element.
extension ChangeCase {
  func survivor(_ element: Element) -> Element? {
    guard let origin = list.first(where: { $0.section == element.section }), !origin.isMoved,
      !origin.isReloaded
    else { return nil }
    for (section, content) in list.enumerated() {
      for (item, found) in content.items.enumerated()
      where found.section == element.section && found.item == element.index {
        return found.isMoved || found.isReloaded
          ? nil : Element(kind: .cell, section: section, index: item)
      }
    }
    return nil
  }

  /// The start of the new bounds, the cell and whether its leading edge stood still (docs/rules.md#scroll-anchor).
  func naiveAnchor(
    _ bounds: Rect, _ inset: EdgeInsets, _ rule: AnchorRule, endThreshold: Double = 1
  ) -> (start: Double, cell: Element?, leads: Bool) {
    let insets = before.insets(inset)
    let b = before.start(bounds)
    let (s, e) = (b + insets.0, b + before.length(bounds) - insets.1)
    let lo = -insets.0
    func hi(_ layout: LayoutUnderTest) -> Double {
      max(layout.contentEnd - layout.length(bounds) + insets.1, lo)
    }
    let cells = before.everyElement().filter {
      $0.element.kind == .cell && survivor($0.element) != nil
    }
    let visible = cells.filter {
      $0.frame.width > 0 && $0.frame.height > 0 && before.start($0.frame) < e - 0.001
        && before.end($0.frame) > s + 0.001
    }
    let last = cells.last { before.end($0.frame) <= s + 0.001 }
    let next = cells.first { before.start($0.frame) >= e - 0.001 }
    var chosen: LayoutAttributes?
    var leads = true
    func wasMeasured(_ cell: LayoutAttributes) -> Bool {
      let after = survivor(cell.element)!
      return marksBefore[cell.element.section][cell.element.index]
        && !marksAfter[after.section][after.index]
    }
    func first() {
      chosen = visible.first ?? last ?? next
      leads =
        visible.first.map { !(wasMeasured($0) && before.start($0.frame) < s - 0.001) }
        ?? (last == nil)
    }
    var start = b
    switch rule {
    case .none: break
    case .auto: if b > lo + 0.001 { first() }
    case .first: first()
    case .end:
      if b >= hi(before) - endThreshold - 0.001 {
        start = hi(after)
      } else {
        chosen = visible.last ?? next ?? last
        leads =
          visible.last.map { wasMeasured($0) && before.end($0.frame) > e + 0.001 } ?? (next != nil)
      }
    case .item(let path):
      chosen = cells.first {
        $0.element.section == path.section && $0.element.index == path.item
      }
      if let cell = chosen {
        leads = !(wasMeasured(cell) && before.start(cell.frame) < s - 0.001)
      } else {
        first()
      }
    }
    var cell: Element?
    if let chosen {
      cell = survivor(chosen.element)
      let new = after.layout.attributes(of: cell!, bounds: nil, inset: .zero)!.frame
      start +=
        leads
        ? after.start(new) - before.start(chosen.frame) : after.end(new) - before.end(chosen.frame)
    }
    let slid = list.indices.first {
      list[$0].section == nil && !list[$0].isReloaded && entering($0) != nil
    }
    if let slid {
      let globals = after.naive.elements.filter { $0.kind == "globalHeader" }
      func extent(_ pins: Bool) -> Double {
        globals.filter { $0.pins == pins }.reduce(0) { $0 + after.length(Rect($1.frame)) }
      }
      let top = after.start(after.layout.frame(ofSection: slid))
      if start + insets.0 + extent(true) > top {
        start = max(extent(false), top - extent(true)) - insets.0
      }
    }
    return (min(max(start, lo), hi(after)), cell, leads)
  }

  func entering(_ section: Int) -> Slide? {
    guard let source = list[section].source, source.hasPrefix("insertSections/") else {
      return nil
    }
    return ChangeCase.slide(ofEntry: Int(source.split(separator: "/")[1])!)
  }

  // MARK: The stretch that differs

  private struct Cached {
    let attributes: LayoutAttributes
    let start: Double
    let end: Double
    let across: Double
    let extent: Double
    let look: [String?]
  }

  private func cached(_ layout: LayoutUnderTest, _ marks: [[Bool]]) -> [Cached] {
    let snapshot = layout.layout.snapshot
    let isHorizontal = snapshot.scrollDirection == .horizontal
    return layout.everyElement().filter { !$0.isSpecial }.map { attributes in
      let element = attributes.element
      let isMarked = element.kind == .cell && marks[element.section][element.index]
      return Cached(
        attributes: attributes, start: layout.start(attributes.frame),
        end: layout.end(attributes.frame),
        across: isHorizontal ? attributes.frame.y : attributes.frame.x,
        extent: isHorizontal ? attributes.frame.height : attributes.frame.width,
        look: [
          element.kind.name, "\(attributes.zIndex)", attributes.columnIndex.map { "\($0)" },
          snapshot.appearance(of: element)?.backgroundColor?.text,
          snapshot.decorationColor(of: element)?.text, "\(isMarked)",
        ])
    }
  }

  private func areEqual(_ old: Cached, _ new: Cached, movedBy distance: Double) -> Bool {
    func isClose(_ first: Double, _ second: Double) -> Bool { (first - second).magnitude < 1e-7 }
    return old.look == new.look && isClose(old.start + distance, new.start)
      && isClose(old.end + distance, new.end) && isClose(old.across, new.across)
      && isClose(old.extent, new.extent)
  }

  /// Where what differs starts, and where it ends before (docs/rules.md#changed-stretch); the end for a stretch that
  /// starts at `earlier` if that is before.
  func naiveStretch(from earlier: Double = .infinity) -> (start: Double, end: Double)? {
    let old = cached(before, marksBefore)
    let new = cached(after, marksAfter)
    let oldByName = Dictionary(uniqueKeysWithValues: old.map { ($0.attributes.element, $0) })
    let newByName = Dictionary(uniqueKeysWithValues: new.map { ($0.attributes.element, $0) })
    var start = Double.infinity
    for element in Set(oldByName.keys).union(newByName.keys) {
      let (first, second) = (oldByName[element], newByName[element])
      if let first, let second, areEqual(first, second, movedBy: 0) { continue }
      start = min(start, first?.start ?? .infinity, second?.start ?? .infinity)
    }
    guard start < .infinity else { return nil }
    start = min(start, earlier)
    let distance = after.contentEnd - before.contentEnd
    var end = max(start, start - distance)
    func isWaterfall(_ section: Section) -> Bool { section.metrics.engine.name == .waterfall }
    func sectionEnd(
      _ element: Cached, _ layout: LayoutUnderTest, _ other: LayoutUnderTest
    ) -> Double {
      let number = element.attributes.element.section
      let (own, others) = (layout.layout.snapshot.sections, other.layout.snapshot.sections)
      guard element.attributes.element.kind == .cell, isWaterfall(own[number]) else {
        return element.end
      }
      let hasOtherEngine = [number, number - own.count + others.count].allSatisfy {
        others.indices.contains($0) && !isWaterfall(others[$0])
      }
      return hasOtherEngine ? element.end : layout.end(layout.layout.frame(ofSection: number))
    }
    for element in old where element.start >= start - 1e-7 {
      if !new.contains(where: { areEqual(element, $0, movedBy: distance) }) {
        end = max(end, sectionEnd(element, before, after))
      }
    }
    for element in new where element.start >= start - 1e-7 {
      if !old.contains(where: { areEqual($0, element, movedBy: distance) }) {
        end = max(end, sectionEnd(element, after, before) - distance)
      }
    }
    return (start, end)
  }
}
