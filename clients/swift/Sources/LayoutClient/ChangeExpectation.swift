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

/// A change as it is posted: steps, each applied to the result of the one before, and the expected result.
struct ChangeInput: Encodable {
  var steps: [Step]
  var expect: ChangeExpectation?
}
