/// What an element of one of two layouts is in the other one.
enum ElementMatch {
  /// This element, if there is one.
  case same(Element)
  /// Something else took its place, or it took the place of something else.
  case replaced
  /// Nothing: its section slides.
  case slides(Slide)
  /// Nothing.
  case missing
}

extension LayoutChange {
  /// What an element of the layout after was before. O(log runs)
  func origin(of element: Element) -> ElementMatch {
    if element.kind == .globalHeader { return .same(element) }
    let section = mapping.sections.run(from: element.section)
    let item =
      element.kind == .cell ? mapping.items[element.section]?.run(from: element.index) : nil
    // A later step may have moved it into a section that is new, or was reloaded.
    if let item, !item.isReloaded, let from = item.from { return .same(from.cell) }
    if section.from == nil, let slide = slides.entering(element.section) { return .slides(slide) }
    if item?.from != nil { return .replaced }
    // What an entry has inserted is new, whatever was reloaded before or after.
    guard let number = section.from, item?.comesWithReload ?? true else { return .missing }
    if section.isReloaded { return .replaced }
    return item == nil
      ? .same(Element(kind: element.kind, section: number, index: element.index)) : .missing
  }

  /// What an element of the layout before is after. O(log runs)
  func fate(of element: Element) -> ElementMatch {
    if element.kind == .globalHeader { return .same(element) }
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
      // An item that was taken away before is gone.
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
