extension ZIndex {
  /// The zIndex of a header, footer or global header. It decreases with the number of special elements before it in its
  /// stack.
  static func of(_ kind: Element.Kind, _ entry: SupplementaryStack.Entry) -> Int {
    guard entry.element.isSpecial else { return supplementary }
    let step = min(entry.specialCountBefore, 999)
    switch kind {
    case .globalHeader: return 10_000 - step
    case .footer: return 8_000 - step
    default: return 9_000 - step
    }
  }
}

extension Snapshot {
  /// The zIndex of a header, footer or global header. If the global headers have a background, all of them are above it.
  /// O(1), O(log global headers) for one of these
  func zIndex(_ kind: Element.Kind, _ entry: SupplementaryStack.Entry) -> Int {
    guard kind == .globalHeader, globalHeaderBackgroundColor != nil else {
      return ZIndex.of(kind, entry)
    }
    return 10_000 - min(globalHeaders.position(at: entry.element.index) ?? 0, 999)
  }
}
