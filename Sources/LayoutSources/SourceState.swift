/// The state of a node (docs/rules.md#source-states).
package enum SourceState: String, CaseIterable, Sendable {
  case initial, loading, refreshing, loaded, noContent, error

  /// The states in which a basic node lists nothing.
  var isBare: Bool {
    switch self {
    case .initial, .loading, .noContent, .error: true
    case .refreshing, .loaded: false
    }
  }

  /// Whether a node may go from this state to another one in one change.
  func mayGo(to other: SourceState) -> Bool {
    if self == other { return true }
    return switch self {
    case .initial: other == .loading
    case .loading, .refreshing: other == .loaded || other == .noContent || other == .error
    case .loaded: other == .refreshing || other == .noContent || other == .error
    case .noContent: other == .refreshing || other == .loaded || other == .error
    case .error:
      other == .loading || other == .refreshing || other == .noContent || other == .loaded
    }
  }

  /// The order in which the state of a child becomes that of its node.
  static let dominance: [SourceState] = [
    .loading, .refreshing, .error, .noContent, .loaded, .initial,
  ]
}
