/// The members of a change of a document beside its steps (docs/rules.md#change-a-document).
public struct DocumentChangeHead: Hashable, Sendable {
  /// The revision that the steps apply to.
  public let revision: Int
  /// The key that the client repeats with every retry; nil if it gave none.
  public let key: String?
  /// The steps as canonical JSON: equal steps have equal bytes.
  public let steps: [UInt8]
  /// The two trees that stood in place of the steps, as canonical JSON; nil if steps were given.
  public internal(set) var trees: [UInt8]?

  static let revisions = 1...1 << 53
  static let keyCharacters = 1...64
}
