/// What the service answers about a layout: the members that were asked for (docs/rules.md#layout-object).
public struct LayoutAnswer: Hashable, Codable, Sendable {
  /// What is said of a change.
  public struct Change: Hashable, Codable, Sendable {
    /// The id of the layout before.
    public var parent: String
    /// Nil where no element differs, or no width was given.
    public var changed: ChangedStretches?
    public var anchor: ScrollAnchor?
    /// Where to scroll.
    public var bounds: Rect?
    public var scrollDelta: Point?
    public var transition: [Transition]?
  }

  /// Something that is allowed, but probably not meant.
  public struct Warning: Hashable, Codable, Sendable {
    /// Where in the snapshot, as a JSON pointer.
    public var pointer: String
    public var code: String
    public var detail: String
  }

  /// The name of the layout: 64 hexadecimal digits.
  public var id: String
  public var revision: Int?
  public var repeated: Bool?
  public var sectionCount: Int?
  public var itemCount: Int?
  public var estimatedCount: Int?
  public var scrollDirection: ScrollDirection?
  public var contentSize: Size?
  public var change: Change?
  public var elements: [LayoutElement]?
  /// What continues the elements, where there are more than a limit allows.
  public var next: String?
  public var special: [LayoutElement]?
  /// Of a hit.
  public var element: LayoutElement?
  public var warnings: [Warning]?
}

/// A document: a name that stands for one layout at a time (docs/rules.md#documents).
public struct DocumentHead: Hashable, Codable, Sendable {
  public var name: String
  /// Counts the writes; no name has one twice.
  public var revision: Int
  /// The id of the layout that it stands for.
  public var layout: String
  /// When it was written last.
  public var updatedAt: String
  public var warnings: [LayoutAnswer.Warning]?

  /// Makes a head without warnings.
  public init(name: String, revision: Int, layout: String, updatedAt: String) {
    self.name = name
    self.revision = revision
    self.layout = layout
    self.updatedAt = updatedAt
  }
}

/// What a write made of a document.
public struct DocumentRecord: Hashable, Codable, Sendable {
  /// What sort of write it was; a later service may add others.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    /// A kind by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Steps were applied.
    public static let change = Kind(rawValue: "change")
    /// Another layout took its place, or the document began.
    public static let replace = Kind(rawValue: "replace")
    public static let delete = Kind(rawValue: "delete")
  }

  public var revision: Int
  public var kind: Kind
  public var layout: String?
  public var parent: String?
  public var steps: [Step]?
  public var time: String
}

/// A part of a document's log.
public struct DocumentLog: Hashable, Codable, Sendable {
  /// Ascending, without gaps.
  public var changes: [DocumentRecord]
  /// That of the document now.
  public var revision: Int
  /// The oldest that there is.
  public var oldest: Int
}
