/// The nodes of a source, and the places of their sections in the layout (docs/rules.md#source-answer).
public struct AnsweredSource: Hashable, Codable, Sendable {
  /// A node with an id.
  public struct Node: Hashable, Codable, Sendable {
    /// Unique in the source.
    public var id: String
    /// With children it follows from their states.
    public var state: SourceState
    /// The number of its first section in the layout; nil if it has none there.
    public var first: Int?
    /// The number of its sections in the layout.
    public var sectionCount: Int
    /// Whether a user may move its items; nil means false.
    public var movable: Bool?
    /// Whether a user may delete its items; nil means false.
    public var editable: Bool?

    /// Creates a node.
    public init(
      id: String, state: SourceState, first: Int? = nil, sectionCount: Int, movable: Bool? = nil,
      editable: Bool? = nil
    ) {
      self.id = id
      self.state = state
      self.first = first
      self.sectionCount = sectionCount
      self.movable = movable
      self.editable = editable
    }
  }

  /// The state of the root: one loading indicator for the whole page.
  public var state: SourceState
  /// The ids of the nodes to load, in order. An app that loads one sets its state to `loading`.
  public var load: [String]
  /// The nodes with an id, each before those below it, in order.
  public var nodes: [Node]

  /// Creates an answer.
  public init(state: SourceState, load: [String], nodes: [Node]) {
    self.state = state
    self.load = load
    self.nodes = nodes
  }

  /// The number in the layout of a node's section; nil if the layout does not show it. Ids are equal if their bytes
  /// are. O(nodes)
  public func place(_ node: String, section: Int = 0) -> Int? {
    guard let node = nodes.first(where: { $0.id.utf8.elementsEqual(node.utf8) }),
      let first = node.first, section >= 0, section < node.sectionCount
    else { return nil }
    return first + section
  }

  /// The nodes to which a section of the layout belongs, from the outermost one on, with its number in each. O(nodes)
  public func path(_ section: Int) -> [(node: String, section: Int)] {
    nodes.compactMap { node in
      guard let first = node.first, section >= first, section - first < node.sectionCount else {
        return nil
      }
      return (node.id, section - first)
    }
  }
}
