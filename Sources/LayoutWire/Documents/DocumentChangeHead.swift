/// What a change of a document says beside what its steps do (docs/rules.md#change-a-document).
public struct DocumentChangeHead: Hashable, Sendable {
  /// The revision that the steps are meant for.
  public let revision: Int
  /// What the writer repeats with every retry; nil where there is none.
  public let key: String?
  /// The steps as canonical JSON, so that equal ones have equal bytes.
  public let steps: [UInt8]

  static let revisions = 1...1 << 53
  static let keyCharacters = 1...64
}
