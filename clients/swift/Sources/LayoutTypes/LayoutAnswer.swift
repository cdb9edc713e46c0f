/// What the service answers about a layout: the members that were asked for (docs/rules.md#layout-object).
public struct LayoutAnswer: Hashable, Codable, Sendable {
  /// What is said of a change.
  public struct Change: Hashable, Codable, Sendable {
    /// The id of the layout before.
    public var parent: String
    /// Nil where no element differs, or no width was given.
    public var changed: ChangedStretches?
    /// Which cell stands still; nil where none decided.
    public var anchor: ScrollAnchor?
    /// Where to scroll.
    public var bounds: Rect?
    /// How far that is from the bounds before.
    public var scrollDelta: Point?
    /// How the elements in sight go, where that was asked for.
    public var transition: [Transition]?
  }

  /// Something that is allowed, but probably not meant.
  public struct Warning: Hashable, Codable, Sendable {
    /// Where in the snapshot, as a JSON pointer.
    public var pointer: String
    /// The kind of warning.
    public var code: String
    /// What is probably wrong, in English.
    public var detail: String
  }

  /// The name of the layout: 64 hexadecimal digits.
  public var id: String
  /// Of a document.
  public var revision: Int?
  /// Whether an attempt before had made the change.
  public var repeated: Bool?
  /// How many sections there are.
  public var sectionCount: Int?
  /// How many items all sections have.
  public var itemCount: Int?
  /// How many of them are to be measured yet; none where it is nil.
  public var estimatedCount: Int?
  /// The axis along which content grows.
  public var scrollDirection: ScrollDirection?
  /// At the container width that was asked for.
  public var contentSize: Size?
  /// Of steps.
  public var change: Change?
  /// Those in the rectangle that was asked for, without those that pin.
  public var elements: [LayoutElement]?
  /// What continues the elements, where there are more than a limit allows.
  public var next: String?
  /// The pinning ones in sight.
  public var special: [LayoutElement]?
  /// Of a hit.
  public var element: LayoutElement?
  /// What is allowed, but probably not meant.
  public var warnings: [Warning]?
}

/// A document: a name that stands for one layout at a time (docs/rules.md#documents).
public struct DocumentHead: Hashable, Codable, Sendable {
  /// Of the document.
  public var name: String
  /// Counts the writes; no name has one twice.
  public var revision: Int
  /// The id of the layout that it stands for.
  public var layout: String
  /// When it was written last.
  public var updatedAt: String
  /// What is allowed, but probably not meant.
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
    /// The name on the wire.
    public let rawValue: String

    /// A kind by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Steps were applied.
    public static let change = Kind(rawValue: "change")
    /// Another layout took its place, or the document began.
    public static let replace = Kind(rawValue: "replace")
    /// The document was deleted.
    public static let delete = Kind(rawValue: "delete")
  }

  /// Of a document.
  public var revision: Int
  /// What sort of write it was.
  public var kind: Kind
  /// The id of the layout after; nil for a deletion.
  public var layout: String?
  /// The id of the layout before.
  public var parent: String?
  /// Those of a change.
  public var steps: [Step]?
  /// When it was written.
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
