package import LayoutCore

/// The members of a posted snapshot: those of a snapshot, and `source`, which may replace `sections`.
package enum PostedKey: ObjectKey {
  case of(RootKey)
  case source

  package static let allCases = RootKey.allCases.map(PostedKey.of) + [.source]

  package var name: String {
    switch self {
    case .of(let key): key.name
    case .source: "source"
    }
  }

  package var form: KeyForm {
    switch self {
    case .of(let key): key.form
    case .source: .node
    }
  }
}

/// The members of a node of a source (docs/rules.md#sources), in the order of their descriptions.
package enum NodeKey: String, ObjectKey {
  case id, engine, metrics, headers, footers, placeholder, items, sections, keys, state, movable
  case editable, children, selected

  package var form: KeyForm {
    switch self {
    case .id: SectionKey.id.form
    case .engine: SectionKey.engine.form
    case .metrics: .metrics
    case .headers: .nodeHeaders
    case .footers: .stack
    case .placeholder: .placeholder
    case .items: .items
    case .sections: .nodeSections
    case .keys: .keys
    case .state: .choice(of: SourceState.self)
    case .movable, .editable: .value(.flag)
    case .children: .nodes
    case .selected: .index
    }
  }

  /// The members that only a node without children may have.
  static let ofBasic: [NodeKey] = [.items, .sections, .keys, .state, .movable, .editable]
}

/// Some members of a node.
package struct NodeKeys: Sendable {
  private var bits: UInt32

  /// Creates a set from a bit for each member, in their order.
  package init(bits: UInt32 = 0) { self.bits = bits }

  package func contains(_ key: NodeKey) -> Bool { bits & NodeKeys.bit(key) != 0 }
  package mutating func insert(_ key: NodeKey) { bits |= NodeKeys.bit(key) }

  private static func bit(_ key: NodeKey) -> UInt32 {
    1 << UInt32(NodeKey.allCases.firstIndex(of: key) ?? 0)
  }
}

/// The members of a section of a basic node: those of a section, and the keys of its items.
package enum NodeSectionKey: ObjectKey {
  case of(SectionKey)
  case keys

  package static let allCases = SectionKey.allCases.map(NodeSectionKey.of) + [.keys]

  package var name: String {
    switch self {
    case .of(let key): key.name
    case .keys: NodeKey.keys.name
    }
  }

  package var form: KeyForm {
    switch self {
    case .of(let key): key.form
    case .keys: .keys
    }
  }
}

/// The members of a header of a node: those of a header, and whether a bare section shows it.
package enum NodeHeaderKey: ObjectKey {
  case of(SupplementaryKey)
  case visibleWhileShowingPlaceholder

  package static let allCases =
    SupplementaryKey.allCases.map(NodeHeaderKey.of) + [.visibleWhileShowingPlaceholder]

  package var name: String {
    switch self {
    case .of(let key): key.name
    case .visibleWhileShowingPlaceholder: "visibleWhileShowingPlaceholder"
    }
  }

  package var form: KeyForm {
    switch self {
    case .of(let key): key.form
    case .visibleWhileShowingPlaceholder: .value(.flag)
    }
  }
}
