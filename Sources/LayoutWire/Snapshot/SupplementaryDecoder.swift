internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Decodes headers, footers or global headers: those that take room, with their positions in the array.
  mutating func stack(
    _ element: JSONElement, inheriting inherited: Appearance?
  ) -> SupplementaryStack {
    guard var elements = array(element) else { return .empty }
    var stack = SupplementaryStack.Builder(capacity: countWithMembers(element))
    var index = 0
    while goesOn, stack.byteCount <= limits.bytes, let element = document.next(&elements) {
      take(DecodingCost.supplementary)
      if let supplementary = supplementary(element, index: index, inheriting: inherited) {
        stack.append(supplementary)
      }
      index += 1
    }
    lastStack = stack.stack(unlessEqualTo: lastStack)
    return lastStack
  }

  /// The number of elements of an array that are not empty objects: those take no room, and many of them are a short
  /// text.
  private func countWithMembers(_ element: JSONElement) -> Int {
    let count = document.count(of: element)
    guard count > 8 else { return count }
    var elements = document.contents(of: element)
    var countWithMembers = 0
    while let element = document.next(&elements) {
      if document.type(of: element) == .object, document.count(of: element) > 0 {
        countWithMembers += 1
      }
    }
    return countWithMembers
  }

  private mutating func supplementary(
    _ element: JSONElement, index: Int, inheriting inherited: Appearance?
  ) -> Supplementary? {
    guard var members = object(element, SupplementaryKey.self) else { return nil }
    var values = SupplementaryValues(inheriting: inherited)
    while let (key, value) = next(&members) { values.say(key, self.value(value, key.value)) }
    if values.extent(isHorizontal: isHorizontal) == nil, !values.isHidden {
      let along = isHorizontal ? SupplementaryKey.width : .height
      fault(element, missing: along.name, "is missing; 0 makes it empty, and so does hidden")
    }
    return values.element(index: index, isHorizontal: isHorizontal, sharing: &lastAppearance)
  }
}
