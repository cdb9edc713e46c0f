/// How an element of one layout corresponds to the other layout.
enum ElementMatch {
  /// It is this element.
  case same(Element)
  /// It was reloaded: another element is in its place.
  case replaced
  /// It has no counterpart, and its section slides.
  case slides(Slide)
  /// It has no counterpart.
  case missing

  /// The counterpart; nil if the element was replaced, slides or is missing.
  var element: Element? { if case .same(let element) = self { element } else { nil } }
}

extension LayoutChange {
  /// The counterpart in the old layout of an element of the new layout. O(log runs)
  func origin(of element: Element) -> ElementMatch {
    if !element.kind.isOfSection { return .same(element) }
    let section = mapping.sections.run(from: element.section)
    let item =
      element.kind == .cell ? mapping.items[element.section]?.run(from: element.index) : nil
    // A later step may have moved the item into a new or reloaded section.
    if let item, !item.isReloaded, let from = item.from { return .same(from.cell) }
    if section.from == nil, let slide = slides.entering(element.section) { return .slides(slide) }
    if item?.from != nil { return .replaced }
    // An item inserted by an entry is new, even if its section was reloaded.
    guard let number = section.from, item?.comesWithReload ?? true else { return .missing }
    if section.isReloaded { return .replaced }
    return item == nil
      ? .same(Element(kind: element.kind, section: number, index: element.index)) : .missing
  }

  /// The counterpart in the new layout of an element of the old layout. O(log runs)
  func fate(of element: Element) -> ElementMatch {
    if !element.kind.isOfSection { return .same(element) }
    if element.kind == .cell {
      let path = ItemPath(element.section, element.index)
      let fate = forward.item(path)
      if let after = fate.after {
        let offset = fate.range.lowerBound.distance(to: path)
        return fate.isReloaded ? .replaced : .same(after.advanced(by: offset).cell)
      }
    }
    let section = forward.section(element.section)
    guard let number = section.after else {
      return slides.leaving(element.section).map { .slides($0) } ?? .missing
    }
    let isCell = element.kind == .cell
    if section.isReloaded {
      // An item removed before its section was reloaded has no counterpart.
      let isReplaced = !isCell || forward.isReplaced(ItemPath(element.section, element.index))
      return isReplaced ? .replaced : .missing
    }
    if isCell { return .missing }
    let offset = element.section - section.range.lowerBound
    return .same(Element(kind: element.kind, section: number + offset, index: element.index))
  }
}

extension ItemPath {
  fileprivate var cell: Element { Element(kind: .cell, section: section, index: item) }
}
