/// A node of a source: of a tree of the parts of a page, which know nothing of each other (docs/rules.md#sources).
///
/// A node lists items, which are one section, or lists sections, or has children. Nothing is checked here, but when the
/// source is resolved.
public struct SourceNode: Hashable, Sendable {
  /// What a node lists, or the nodes below it.
  public enum Content: Hashable, Sendable {
    /// A node without children, which lists sections.
    case basic(Basic)
    /// The nodes below it, in order, and the number of the one that is shown; nil if all are.
    case children([SourceNode], selected: Int? = nil)
  }

  /// The members that only a node without children has.
  public struct Basic: Hashable, Sendable {
    /// The sections of a node.
    public enum List: Hashable, Sendable {
      /// A single section, and a key for each item if there are keys. Nil means no items.
      case items(ItemsInput?, keys: [ItemKey]? = nil)
      /// Any number of sections, which inherit the node's engine and metrics.
      case sections([SectionInput])
    }

    /// What it lists.
    public var list: List
    /// Nil means `loaded`.
    public var state: SourceState?
    /// Whether a user may move its items; nil means false.
    public var movable: Bool?
    /// Whether a user may delete its items; nil means false.
    public var editable: Bool?

    /// Creates the members; values not given are omitted.
    public init(
      _ list: List, state: SourceState? = nil, movable: Bool? = nil, editable: Bool? = nil
    ) {
      self.list = list
      self.state = state
      self.movable = movable
      self.editable = editable
    }
  }

  /// Up to 256 bytes, unique in the source. Answers name the node by it; no section gets it.
  public var id: String?
  /// Nil means the engine of the node above, or of the snapshot.
  public var engine: Engine?
  /// They override inherited metrics one by one.
  public var metrics: MetricsInput?
  /// The headers of its first section, before those that are there. Those of the root are global headers.
  public var headers: [SupplementaryInput]?
  /// The footers of its last section, after those that are there.
  public var footers: [SupplementaryInput]?
  /// What is shown in a state without items, or while children are loading.
  public var placeholder: PlaceholderInput?
  /// What it lists, or the nodes below it.
  public var content: Content

  /// Creates a node with any content; values not given are omitted.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, footers: [SupplementaryInput]? = nil,
    placeholder: PlaceholderInput? = nil, content: Content
  ) {
    self.id = id
    self.engine = engine
    self.metrics = metrics
    self.headers = headers
    self.footers = footers
    self.placeholder = placeholder
    self.content = content
  }

  /// Creates a node that lists the items of one section; values not given are omitted.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, footers: [SupplementaryInput]? = nil,
    placeholder: PlaceholderInput? = nil, items: ItemsInput? = nil, keys: [ItemKey]? = nil,
    state: SourceState? = nil, movable: Bool? = nil, editable: Bool? = nil
  ) {
    self.init(
      id: id, engine: engine, metrics: metrics, headers: headers, footers: footers,
      placeholder: placeholder,
      content: .basic(
        Basic(.items(items, keys: keys), state: state, movable: movable, editable: editable)))
  }

  /// Creates a node that lists sections; values not given are omitted.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, footers: [SupplementaryInput]? = nil,
    placeholder: PlaceholderInput? = nil, sections: [SectionInput], state: SourceState? = nil,
    movable: Bool? = nil, editable: Bool? = nil
  ) {
    self.init(
      id: id, engine: engine, metrics: metrics, headers: headers, footers: footers,
      placeholder: placeholder,
      content: .basic(
        Basic(.sections(sections), state: state, movable: movable, editable: editable)))
  }

  /// Creates a node with children, which shows all of them, or the selected one; values not given are omitted.
  public init(
    id: String? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
    headers: [SupplementaryInput]? = nil, footers: [SupplementaryInput]? = nil,
    placeholder: PlaceholderInput? = nil, children: [SourceNode], selected: Int? = nil
  ) {
    self.init(
      id: id, engine: engine, metrics: metrics, headers: headers, footers: footers,
      placeholder: placeholder, content: .children(children, selected: selected))
  }
}

/// The state of a node (docs/rules.md#source-states).
public enum SourceState: String, CaseIterable, Codable, Sendable {
  case initial, loading, refreshing, loaded, noContent, error
}

// MARK: Changing a tree

extension SourceNode {
  /// The members of a node without children; nil for a node with children, to which nothing is assigned.
  public var basic: Basic? {
    get { if case .basic(let basic) = content { basic } else { nil } }
    set { if let newValue, basic != nil { content = .basic(newValue) } }
  }

  /// The number of the child that is shown; nil if all are. Nothing is assigned to a node without children.
  public var selected: Int? {
    get { if case .children(_, let selected) = content { selected } else { nil } }
    set {
      if case .children(let children, _) = content {
        content = .children(children, selected: newValue)
      }
    }
  }

  /// Changes the node with an id, this one or one below it; returns false if there is none. Ids are equal if their
  /// bytes are. O(nodes)
  @discardableResult
  public mutating func update(_ id: String, _ change: (inout SourceNode) -> Void) -> Bool {
    if let own = self.id, own.utf8.elementsEqual(id.utf8) {
      change(&self)
      return true
    }
    guard case .children(var children, let selected) = content else { return false }
    for child in children.indices where children[child].update(id, change) {
      content = .children(children, selected: selected)
      return true
    }
    return false
  }
}

// MARK: Coding

extension SourceNode: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, engine, metrics, headers, footers, placeholder
    case items, sections, keys, state, movable, editable, children, selected
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    func member<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      // A service refuses null.
      object.contains(key) ? try object.decode(Value.self, forKey: key) : nil
    }
    func refuse(_ keys: CodingKeys..., beside other: CodingKeys) throws {
      for key in keys where object.contains(key) {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: object,
          debugDescription: "\(key.rawValue) cannot stand beside \(other.rawValue)")
      }
    }
    let content: Content
    if let children: [SourceNode] = try member(.children) {
      try refuse(.items, .sections, .keys, .state, .movable, .editable, beside: .children)
      content = .children(children, selected: try member(.selected))
    } else {
      guard !object.contains(.selected) else {
        throw DecodingError.dataCorruptedError(
          forKey: .selected, in: object, debugDescription: "selected needs children")
      }
      var list = Basic.List.items(try member(.items), keys: try member(.keys))
      if let sections: [SectionInput] = try member(.sections) {
        try refuse(.items, .keys, beside: .sections)
        list = .sections(sections)
      }
      content = .basic(
        Basic(
          list, state: try member(.state), movable: try member(.movable),
          editable: try member(.editable)))
    }
    self.init(
      id: try member(.id), engine: try member(.engine), metrics: try member(.metrics),
      headers: try member(.headers), footers: try member(.footers),
      placeholder: try member(.placeholder), content: content)
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encodeIfPresent(id, forKey: .id)
    try object.encodeIfPresent(engine, forKey: .engine)
    try object.encodeIfPresent(metrics, forKey: .metrics)
    try object.encodeIfPresent(headers, forKey: .headers)
    try object.encodeIfPresent(footers, forKey: .footers)
    try object.encodeIfPresent(placeholder, forKey: .placeholder)
    switch content {
    case .basic(let basic):
      switch basic.list {
      case .items(let items, let keys):
        try object.encodeIfPresent(items, forKey: .items)
        try object.encodeIfPresent(keys, forKey: .keys)
      case .sections(let sections): try object.encode(sections, forKey: .sections)
      }
      try object.encodeIfPresent(basic.state, forKey: .state)
      try object.encodeIfPresent(basic.movable, forKey: .movable)
      try object.encodeIfPresent(basic.editable, forKey: .editable)
    case .children(let children, let selected):
      try object.encode(children, forKey: .children)
      try object.encodeIfPresent(selected, forKey: .selected)
    }
  }
}
