internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Reads headers, footers or global headers: those that take room, with their positions in the array.
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

  /// How many elements of an array are no empty objects: those take no room, and an array of them is short as a text.
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
    var width: Double?
    var height: Double?
    var isPinning = false
    var isHidden = false
    var isEstimated = false
    var backgroundColor = inherited?.backgroundColor
    var selectedBackgroundColor = inherited?.selectedBackgroundColor
    var padding: EdgeInsets?
    var hasOwnAppearance = false
    while let (key, value) = next(&members) {
      switch key {
      case .height: height = extent(value) ?? 0
      case .width: width = extent(value) ?? 0
      case .pin: isPinning = boolean(value) ?? false
      case .hidden: isHidden = boolean(value) ?? false
      case .estimated: isEstimated = boolean(value) ?? false
      case .backgroundColor: backgroundColor = color(value)
      case .selectedBackgroundColor: selectedBackgroundColor = color(value)
      case .padding: padding = edges(value)
      }
      switch key {
      case .backgroundColor, .selectedBackgroundColor, .padding: hasOwnAppearance = true
      case .height, .width, .pin, .hidden, .estimated: break
      }
    }
    guard let extent = isHorizontal ? width : height else {
      if !isHidden {
        let member = isHorizontal ? "width" : "height"
        fault(element, missing: member, "is missing; 0 makes it empty, and so does hidden")
      }
      return nil
    }
    if isHidden || extent == 0 { return nil }
    let appearance =
      hasOwnAppearance
      ? shared(backgroundColor, selectedBackgroundColor, padding) : inherited
    return Supplementary(
      index: index, extent: extent, isPinning: isPinning, isEstimated: isEstimated,
      appearance: appearance)
  }

  /// An appearance of these parts: the last one, if it is equal.
  private mutating func shared(
    _ backgroundColor: Color?, _ selectedBackgroundColor: Color?, _ padding: EdgeInsets?
  ) -> Appearance? {
    if let last = lastAppearance, last.backgroundColor == backgroundColor,
      last.selectedBackgroundColor == selectedBackgroundColor, last.padding == padding
    {
      return last
    }
    lastAppearance = Appearance(
      backgroundColor: backgroundColor, selectedBackgroundColor: selectedBackgroundColor,
      padding: padding)
    return lastAppearance
  }
}
