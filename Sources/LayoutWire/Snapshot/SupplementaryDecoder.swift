internal import JSONText
internal import LayoutCore
internal import LayoutSources

extension SnapshotDecoder {
  /// Decodes headers, footers or global headers: those that take room, with their positions in the array.
  mutating func stack(
    _ element: JSONElement, inheriting inherited: Appearance?, areGlobal: Bool = false
  ) -> SupplementaryStack {
    var stack = SupplementaryStack.Builder(capacity: countWithMembers(element))
    var index = 0
    append(StackPart(of: element, isGlobal: areGlobal), to: &stack, &index, inheriting: inherited)
    lastStack = stack.stack(unlessEqualTo: lastStack)
    return lastStack
  }

  /// Decodes several arrays into one stack.
  mutating func stack(_ parts: [StackPart], inheriting inherited: Appearance?) -> SupplementaryStack
  {
    if parts.isEmpty { return .empty }
    var stack = SupplementaryStack.Builder(
      capacity: parts.reduce(0) { $0 + countWithMembers($1.element) })
    var index = 0
    for part in parts { append(part, to: &stack, &index, inheriting: inherited) }
    lastStack = stack.stack(unlessEqualTo: lastStack)
    return lastStack
  }

  private mutating func append(
    _ part: StackPart, to stack: inout SupplementaryStack.Builder, _ index: inout Int,
    inheriting inherited: Appearance?
  ) {
    guard var elements = array(part.element) else { return }
    while goesOn, stack.byteCount <= limits.bytes, let element = document.next(&elements) {
      let supplementary = values(element, part)?.values.element(
        index: index, isHorizontal: isHorizontal, inheriting: inherited, sharing: &lastAppearance)
      if let supplementary { stack.append(supplementary) }
      index += 1
    }
  }

  /// Decodes headers or footers of a node, or of a section that it lists.
  mutating func elements(_ part: StackPart) -> NodeElements {
    guard var elements = array(part.element) else { return NodeElements() }
    var list = NodeElements(capacity: countWithMembers(part.element))
    while goesOn, let element = document.next(&elements) {
      let (values, isVisible) = values(element, part) ?? (SupplementaryValues(), false)
      list.append(
        values, isHorizontal: isHorizontal, isVisibleWhileShowingPlaceholder: isVisible)
    }
    return list
  }

  /// The number of elements of an array that are not empty objects: those take no room, and many of them are a short
  /// text.
  private func countWithMembers(_ element: JSONElement) -> Int {
    let count = document.count(of: element)
    guard count > 8, document.type(of: element) == .array else { return count }
    var elements = document.contents(of: element)
    var countWithMembers = 0
    while let element = document.next(&elements) {
      if document.type(of: element) == .object, document.count(of: element) > 0 {
        countWithMembers += 1
      }
    }
    return countWithMembers
  }

  /// Decodes an element, and whether a section that shows a placeholder shows it; nil if it is no object.
  private mutating func values(
    _ element: JSONElement, _ part: StackPart
  ) -> (values: SupplementaryValues, isVisibleWhileShowingPlaceholder: Bool)? {
    take(DecodingCost.supplementary)
    var values = SupplementaryValues()
    var isVisible = false
    var waits: JSONElement?
    func say(_ key: SupplementaryKey, _ element: JSONElement) {
      let value = self.value(element, key.value)
      values.say(key, value)
      if key == .waits, value == .flag(true) { waits = element }
    }
    if part.isOfNode {
      guard var members = object(element, NodeHeaderKey.self) else { return nil }
      while let (key, value) = next(&members) {
        switch key {
        case .of(let key): say(key, value)
        case .visibleWhileShowingPlaceholder: isVisible = boolean(value) == true
        }
      }
    } else {
      guard var members = object(element, SupplementaryKey.self) else { return nil }
      while let (key, value) = next(&members) { say(key, value) }
    }
    if let waits, !part.isGlobal {
      fault(waits, .notAllowed, "is a member of global headers alone")
    } else if let waits, values.isPinning {
      fault(waits, .notAllowed, "cannot stand beside pin")
    }
    if values.extent(isHorizontal: isHorizontal) == nil, !values.isHidden {
      let along = isHorizontal ? SupplementaryKey.width : .height
      fault(element, missing: along.name, "is missing; 0 makes it empty, and so does hidden")
    }
    if !values.hasExtent(isHorizontal: isHorizontal), !values.isHidden {
      textVersion = max(textVersion, RulesVersion.additions)
    }
    holdAppearance(of: values)
    return (values, isVisible)
  }

  /// Counts the memory for an element's own appearance.
  private mutating func holdAppearance(of values: SupplementaryValues) {
    if values.hasOwnAppearance { hold(ListMemory.appearance + values.members.byteCount) }
  }

  /// Decodes a placeholder; nil if it takes no room.
  mutating func placeholder(_ element: JSONElement, inheriting inherited: Appearance?)
    -> Placeholder?
  {
    let placeholder = placeholderValues(element)?.placeholder(
      isHorizontal: isHorizontal, inheriting: inherited, sharing: &lastAppearance)
    if placeholder != lastPlaceholder { lastPlaceholder = placeholder }
    return lastPlaceholder
  }

  /// Decodes the members of a placeholder; nil if it is no object.
  mutating func placeholderValues(_ element: JSONElement) -> SupplementaryValues? {
    take(DecodingCost.supplementary)
    guard var members = object(element, PlaceholderKey.self) else { return nil }
    var values = SupplementaryValues()
    while let (key, value) = next(&members) {
      values.say(key.ofHeader, self.value(value, key.ofHeader.value))
    }
    holdAppearance(of: values)
    return values
  }
}

/// An array of headers or footers that is a part of a stack.
struct StackPart {
  let element: JSONElement
  /// Whether its elements are global headers, which may wait.
  var isGlobal = false
  /// Whether it is of a node, where `visibleWhileShowingPlaceholder` is known.
  var isOfNode = false

  init(of element: JSONElement, isGlobal: Bool = false, isOfNode: Bool = false) {
    (self.element, self.isGlobal, self.isOfNode) = (element, isGlobal, isOfNode)
  }
}
