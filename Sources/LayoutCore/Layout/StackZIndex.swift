extension ZIndex {
  /// The zIndex of a header, footer or global header. It decreases with the number of pinning elements before it in its
  /// stack.
  static func of(_ kind: Element.Kind, _ entry: SupplementaryStack.Entry) -> Int {
    guard entry.element.isPinning else { return supplementary }
    let step = min(entry.pinningCountBefore, 999)
    switch kind {
    case .globalHeader: return 10_000 - step
    case .footer: return 8_000 - step
    default: return 9_000 - step
    }
  }
}
