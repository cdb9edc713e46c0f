public import LayoutTypes

/// An answer of the service about a layout, with the requested members (docs/rules.md#layout-object).
public struct LayoutAnswer: Equatable, Codable, Sendable {
  /// The part about a change.
  public struct Change: Equatable, Codable, Sendable {
    /// The id of the old layout.
    public var parent: String
    /// Nil if no element differs, or if no width was given.
    public var changed: ChangedStretches?
    /// The cell that keeps its place on screen; nil if no cell decided.
    public var anchor: ScrollAnchor?
    /// The new bounds.
    public var bounds: LayoutRect?
    /// The distance from the old bounds to the new ones.
    public var scrollDelta: LayoutPoint?
    /// The transitions of the visible elements, if they were requested.
    public var transition: [ElementTransition]?
  }

  /// An input that is allowed but probably a mistake.
  public struct Warning: Hashable, Codable, Sendable {
    /// The place in the snapshot, as a JSON pointer.
    public var pointer: String
    /// The kind of warning.
    public var code: String
    /// The probable mistake, in English.
    public var detail: String
  }

  /// The layout id: 64 hexadecimal digits.
  public var id: String
  /// The revision of the document.
  public var revision: Int?
  /// Whether an earlier attempt made the change.
  public var repeated: Bool?
  /// The number of sections.
  public var sectionCount: Int?
  /// The number of items in all sections.
  public var itemCount: Int?
  /// The number of items with an estimated size; nil means 0.
  public var estimatedCount: Int?
  /// The number of headers, footers and global headers with an estimated size; nil means 0.
  public var estimatedHeaderCount: Int?
  /// The axis along which content grows.
  public var scrollDirection: ScrollDirection?
  /// The size at the requested container width.
  public var contentSize: LayoutSize?
  /// The change, if steps were posted.
  public var change: Change?
  /// The elements in the requested rectangle, without special ones.
  public var elements: [LayoutElement]?
  /// A cursor for further elements, if there are more than the limit.
  public var next: String?
  /// The visible special elements: those that pin or wait, and the background of the global headers.
  public var special: [LayoutElement]?
  /// The cells that effects show in the bounds; nil if no section has an effect.
  public var effects: [LayoutElement]?
  /// The element of a hit.
  public var element: LayoutElement?
  /// Inputs that are allowed but probably mistakes.
  public var warnings: [Warning]?
  /// The nodes of a posted source, or of the second one of two trees.
  public var source: AnsweredSource?
}

/// A document: a name that refers to one layout at a time (docs/rules.md#documents).
public struct DocumentHead: Hashable, Codable, Sendable {
  /// The name of the document.
  public var name: String
  /// Grows with each write. A name never has the same revision twice.
  public var revision: Int
  /// The id of its layout.
  public var layout: String
  /// The time of the last write.
  public var updatedAt: String
  /// Inputs that are allowed but probably mistakes.
  public var warnings: [LayoutAnswer.Warning]?

  /// Creates a head without warnings.
  public init(name: String, revision: Int, layout: String, updatedAt: String) {
    self.name = name
    self.revision = revision
    self.layout = layout
    self.updatedAt = updatedAt
  }
}

/// A record of a write to a document.
public struct DocumentRecord: Hashable, Codable, Sendable {
  /// The kind of a write. A later service may add others.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in JSON.
    public let rawValue: String

    /// Creates a kind from its name in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Steps were applied.
    public static let change = Kind(rawValue: "change")
    /// The document was created, or got another layout.
    public static let replace = Kind(rawValue: "replace")
    /// The document was deleted.
    public static let delete = Kind(rawValue: "delete")
  }

  /// The revision of the document.
  public var revision: Int
  /// The kind of the write.
  public var kind: Kind
  /// The id of the new layout; nil for a deletion.
  public var layout: String?
  /// The id of the old layout.
  public var parent: String?
  /// The steps of a change.
  public var steps: [Step]?
  /// The time of the write.
  public var time: String
  /// The name of the writer's API key; nil without keys, and if the service did not store it.
  public var by: String?
}

/// A part of a document's log.
public struct DocumentLog: Hashable, Codable, Sendable {
  /// Ascending, without gaps.
  public var changes: [DocumentRecord]
  /// The present revision of the document.
  public var revision: Int
  /// The oldest revision in the log.
  public var oldest: Int
}
