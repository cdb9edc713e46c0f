extension NaiveComparison {
  /// Both ends of the movement of every element that is in view before or after: a list of entries.
  public func transition(
    bounds: NaiveRect, inset: NaiveInsets = NaiveInsets(), to anchoring: NaiveAnchoring,
    appearScale: Double = 1
  ) -> JSONValue {
    let old = before.elements(scrolledTo: bounds, inset: inset).filter { !$0.isHidden }
    let new = after.elements(scrolledTo: anchoring.bounds, inset: inset).filter { !$0.isHidden }
    let matches = matches(old, new)
    var matchOfNew: [NaiveName: NaiveElement] = [:]
    for (old, new) in matches { matchOfNew[new.name] = old }
    let matched = Set(matches.map { $0.old.name })
    let names = (old: Set(old.map(\.name)), new: Set(new.map(\.name)))
    let delta = anchoring.scrollDelta

    var entries: [JSONValue] = []
    for element in new {
      let isInView = element.isSeen(in: anchoring.bounds, at: element.frame)
      if let other = matchOfNew[element.name] {
        guard isInView || other.isSeen(in: bounds, at: other.frame) else { continue }
        entries.append(Self.entry(from: other, to: element, initial: other, final: element))
        continue
      }
      guard isInView else { continue }
      var initial = element
      initial.x -= delta.x
      initial.y -= delta.y
      let origin = element.section.map { change.origins[$0] }
      if let side = origin?.slide { initial.x += side == "left" ? -bounds.width : bounds.width }
      let stays = isReloaded(element) && names.old.contains(element.name)
      entries.append(
        Self.entry(
          from: nil, to: element, initial: initial, final: element,
          initialAlpha: origin?.slide != nil || stays ? nil : 0, initialScale: appearScale))
    }
    for element in old where !matched.contains(element.name) {
      guard element.isSeen(in: bounds, at: element.frame) else { continue }
      var final = element
      final.x += delta.x
      final.y += delta.y
      if element.pinned && element.kind != "footer" { keepBehindRest(&final) }
      let side = element.section.flatMap { change.slidingOut[$0] }
      if let side { final.x += side == "left" ? bounds.width : -bounds.width }
      let stays = wasReloaded(element) && names.new.contains(element.name)
      entries.append(
        Self.entry(
          from: element, to: nil, initial: element, final: final,
          finalAlpha: side != nil || stays ? nil : 0, finalScale: appearScale))
    }
    return .array(entries)
  }

  /// The elements that are in both layouts.
  private func matches(
    _ old: [NaiveElement], _ new: [NaiveElement]
  ) -> [(old: NaiveElement, new: NaiveElement)] {
    var byName: [NaiveName: NaiveElement] = [:]
    for element in old { byName[element.name] = element }
    return new.compactMap { element in
      var name = element.name
      if let number = element.section {
        let section = change.origins[number]
        if element.category == "cell" {
          let item = section.items[element.index]
          guard let from = item.from, !item.isReloaded else { return nil }
          (name.section, name.index) = (from[0], from[1])
        } else {
          guard let from = section.from, !section.isReloaded else { return nil }
          name.section = from
        }
      }
      return byName[name].map { ($0, element) }
    }
  }

  /// Whether an element of the layout after belongs to an item or section that was there before and was reloaded. What
  /// was inserted is new, reloaded or not.
  private func isReloaded(_ element: NaiveElement) -> Bool {
    guard let section = element.section.map({ change.origins[$0] }) else { return false }
    let isOfReloaded = section.isReloaded && section.from != nil
    guard element.category == "cell" else { return isOfReloaded }
    let item = section.items[element.index]
    return item.from == nil ? isOfReloaded && item.comesWithReload : item.isReloaded
  }

  /// Whether an element of the layout before belongs to an item or section that is still there and was reloaded. What
  /// was taken away is gone, reloaded or not.
  private func wasReloaded(_ element: NaiveElement) -> Bool {
    change.origins.contains { section in
      section.isReloaded && section.from == element.section
        && (element.category != "cell"
          || section.replaced.contains([element.section!, element.index]))
        || element.category == "cell"
          && section.items.contains {
            $0.isReloaded && $0.from == [element.section!, element.index]
          }
    }
  }

  /// A pinned header that goes does not end before the place where it rested.
  private func keepBehindRest(_ element: inout NaiveElement) {
    let rest = before.elements.first { $0.name == element.name }!
    if !before.horizontal {
      element.y = max(element.y, rest.y)
    } else if !before.rightToLeft {
      element.x = max(element.x, rest.x)
    } else {
      // The distance from the leading edge, in the content before and after.
      element.x = min(element.x, rest.x + after.contentWidth - before.contentWidth)
    }
  }

  private static func entry(
    from: NaiveElement?, to: NaiveElement?, initial: NaiveElement, final: NaiveElement,
    initialAlpha: Double? = nil, finalAlpha: Double? = nil, initialScale: Double = 1,
    finalScale: Double = 1
  ) -> JSONValue {
    let element = to ?? from!
    var entry: JSONValue = ["category": .string(element.category)]
    entry["kind"] = element.kind.map(JSONValue.string)
    entry["from"] = from?.path
    entry["to"] = to?.path
    entry["initial"] = end(initial, alpha: initialAlpha, scale: initialScale)
    entry["final"] = end(final, alpha: finalAlpha, scale: finalScale)
    entry["zIndex"] = element.zIndex == 0 ? nil : .number(Double(element.zIndex))
    return entry
  }

  private static func end(
    _ element: NaiveElement, alpha: Double?, scale: Double
  ) -> JSONValue {
    var end: JSONValue = ["frame": element.json["frame"]!]
    let alpha = alpha ?? element.alpha
    end["alpha"] = alpha == 1 ? nil : .number(alpha)
    for key in ["transform", "transform3D"] {
      guard let numbers = element.json[key]?.array?.map({ $0.double! }) else { continue }
      // The scale acts on the first two coordinates of what the transform shows.
      let isScaled = { (place: Int) in numbers.count == 6 || place % 4 < 2 }
      end[key] = .array(
        numbers.enumerated().map { .number(isScaled($0) ? $1 * scale : $1) })
    }
    if scale != 1, end["transform"] == nil, end["transform3D"] == nil {
      end["transform"] = .array([scale, 0, 0, scale, 0, 0].map { .number($0) })
    }
    end["pinned"] = element.tellsPinned ? .bool(element.pinned) : nil
    return end
  }
}

extension NaiveLayout {
  /// Every element, the pinning ones where they are at a scroll position.
  func elements(scrolledTo bounds: NaiveRect, inset: NaiveInsets) -> [NaiveElement] {
    let special = specialElements(bounds: bounds, inset: inset)
    return elements.compactMap { element in
      element.isSpecial ? special.first { $0.isSameElement(as: element) } : element
    }
  }
}

extension NaiveElement {
  /// Its section and number.
  fileprivate var path: JSONValue {
    var path: JSONValue = [:]
    path["section"] = section.map { .number(Double($0)) }
    path[category == "cell" ? "item" : "index"] = .number(Double(index))
    return path
  }
}
