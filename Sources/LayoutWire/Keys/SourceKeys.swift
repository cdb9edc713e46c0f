internal import JSONText
internal import LayoutCore

/// The members of a posted snapshot: those of a snapshot, and `source`, which may replace `sections`.
enum PostedKey: SnapshotKey {
  case of(RootKey)
  case source

  static let allCases = RootKey.allCases.map(PostedKey.of) + [.source]
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.snapshot

  var name: String {
    switch self {
    case .of(let key): key.name
    case .source: "source"
    }
  }
}

/// The members of a node of a source (docs/rules.md#sources), in the order of their descriptions.
enum NodeKey: String, SnapshotKey {
  case id, engine, metrics, headers, footers, placeholder, items, sections, keys, state, movable
  case editable, children, selected

  static let known = KnownKeys<Self>()
  static let object = KeyedObject.node

  /// The members that only a node without children may have.
  static let ofBasic: [NodeKey] = [.items, .sections, .keys, .state, .movable, .editable]
}

/// The members of a section of a basic node: those of a section, and the keys of its items.
enum NodeSectionKey: SnapshotKey {
  case of(SectionKey)
  case keys

  static let allCases = SectionKey.allCases.map(NodeSectionKey.of) + [.keys]
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.section

  var name: String {
    switch self {
    case .of(let key): key.name
    case .keys: NodeKey.keys.name
    }
  }
}

/// The members of a header of a node: those of a header, and whether a bare section shows it.
enum NodeHeaderKey: SnapshotKey {
  case of(SupplementaryKey)
  case visibleWhileShowingPlaceholder

  static let allCases =
    SupplementaryKey.allCases.map(NodeHeaderKey.of) + [.visibleWhileShowingPlaceholder]
  static let known = KnownKeys<Self>()

  var name: String {
    switch self {
    case .of(let key): key.name
    case .visibleWhileShowingPlaceholder: "visibleWhileShowingPlaceholder"
    }
  }
}

/// The state of a node (docs/rules.md#source-states).
package enum SourceState: String, CaseIterable {
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
