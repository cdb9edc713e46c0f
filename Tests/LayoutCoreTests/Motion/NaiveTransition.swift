import Comparison
import LayoutCore
import Oracle

/// How elements go, by a look at every element of both layouts (docs/rules.md#transition).
extension ChangeCase {
  /// An entry, its ends as text.
  struct Entry: Equatable {
    var from: Element?
    var to: Element?
    var initial: Rect
    var final: Rect
    var alphas: [Double]
    var pinned: [Bool?]
    var zIndex: Int
  }

  private enum Fate {
    case same(Element)
    case replaced
    case slides(Slide)
    case missing
  }

  /// What an element before is after.
  private func fate(_ element: Element) -> Fate {
    if element.section < 0 { return .same(element) }
    if element.kind == .cell {
      for (section, content) in list.enumerated() {
        for (item, found) in content.items.enumerated()
        where found.section == element.section && found.item == element.index {
          return found.isReloaded
            ? .replaced : .same(Element(kind: .cell, section: section, index: item))
        }
      }
    }
    guard let number = list.firstIndex(where: { $0.section == element.section }) else {
      return leaving[element.section].map { .slides($0) } ?? .missing
    }
    if list[number].isReloaded {
      let isGone =
        element.kind == .cell && replaced[element.section]?.contains(element.index) != true
      return isGone ? .missing : .replaced
    }
    if element.kind == .cell { return .missing }
    return .same(Element(kind: element.kind, section: number, index: element.index))
  }

  /// What an element after was before.
  private func origin(_ element: Element) -> Fate {
    if element.section < 0 { return .same(element) }
    let section = list[element.section]
    let item = element.kind == .cell ? section.items[element.index] : nil
    if let item, let from = item.section, !item.isReloaded {
      return .same(Element(kind: .cell, section: from, index: item.item))
    }
    if section.section == nil, !section.isReloaded, let slide = entering(element.section) {
      return .slides(slide)
    }
    if let item {
      if item.section != nil { return .replaced }
      let isOfReload = section.section != nil && section.isReloaded && item.comesWithReload
      return isOfReload ? .replaced : .missing
    }
    guard let number = section.section else { return .missing }
    return section.isReloaded
      ? .replaced : .same(Element(kind: element.kind, section: number, index: element.index))
  }

  func naiveTransitions(_ old: Rect, _ new: Rect, _ inset: EdgeInsets) -> [Entry] {
    let first = before.everyElement(bounds: old, inset: inset)
    let second = after.everyElement(bounds: new, inset: inset)
    let (dx, dy) = (new.x - old.x, new.y - old.y)
    func seen(_ frame: Rect, _ bounds: Rect) -> Bool {
      frame.width > 0 && frame.height > 0 && frame.x < bounds.x + bounds.width
        && bounds.x < frame.x + frame.width && frame.y < bounds.y + bounds.height
        && bounds.y < frame.y + frame.height
    }
    var entries: [Entry] = []
    for element in second {
      var origin = origin(element.element)
      if case .same(let name) = origin {
        if let known = first.first(where: { $0.element == name }) {
          if seen(known.frame, old) || seen(element.frame, new) {
            entries.append(
              Entry(
                from: name, to: element.element, initial: known.frame, final: element.frame,
                alphas: [1, 1], pinned: [known.isPinned, element.isPinned],
                zIndex: element.zIndex))
          }
          continue
        }
        origin = .missing
      }
      guard seen(element.frame, new) else { continue }
      var entry = Entry(
        to: element.element, initial: element.frame, final: element.frame, alphas: [0, 1],
        pinned: [element.isPinned, element.isPinned], zIndex: element.zIndex)
      entry.initial.x -= dx
      entry.initial.y -= dy
      if case .replaced = origin, first.contains(where: { $0.element == element.element }) {
        entry.alphas[0] = 1
      }
      if case .slides(let slide) = origin {
        entry.initial.x += slide == .left ? -new.width : new.width
        entry.alphas[0] = 1
      }
      entries.append(entry)
    }
    for element in first where seen(element.frame, old) {
      var fate = fate(element.element)
      if case .same(let name) = fate {
        if second.contains(where: { $0.element == name }) { continue }
        fate = .missing
      }
      var entry = Entry(
        from: element.element, initial: element.frame, final: element.frame, alphas: [1, 0],
        pinned: [element.isPinned, element.isPinned], zIndex: element.zIndex)
      entry.final.x += dx
      entry.final.y += dy
      if element.isPinned == true, element.element.kind != .footer {
        let rest = before.layout.attributes(of: element.element, bounds: nil, inset: .zero)!
        entry.final = after.placed(
          entry.final, at: max(after.start(entry.final), before.start(rest.frame)))
      }
      if case .replaced = fate, second.contains(where: { $0.element == element.element }) {
        entry.alphas[1] = 1
      }
      if case .slides(let slide) = fate {
        entry.final.x += slide == .left ? new.width : -new.width
        entry.alphas[1] = 1
      }
      entries.append(entry)
    }
    return entries
  }
}
