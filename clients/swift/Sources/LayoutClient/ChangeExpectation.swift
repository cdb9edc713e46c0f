internal import LayoutTypes

/// The expected result of steps. Any other result is refused.
public struct ChangeExpectation: Hashable, Codable, Sendable {
  /// The id of the layout.
  public var id: String?
  /// The number of items in all sections.
  public var itemCount: Int?

  /// Creates an expectation. Values that are nil are not compared.
  public init(id: String? = nil, itemCount: Int? = nil) {
    self.id = id
    self.itemCount = itemCount
  }
}

/// A change as it is posted: steps, each applied to the result of the one before, or two trees.
struct ChangeInput: Encodable {
  /// The revision of the document that is changed.
  var revision: Int?
  /// The idempotency key. It is drawn for each change of a document and repeated with every attempt, so that nothing is
  /// applied twice.
  var key: String?
  var steps: [Step]?
  /// The tree before two trees' change, or the tree of steps of a user.
  var from: SnapshotInput?
  var to: SnapshotInput?
  var expect: ChangeExpectation?
}
