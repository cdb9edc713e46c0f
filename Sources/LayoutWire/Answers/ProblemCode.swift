extension Problem {
  /// The kind of fault of one value of the input, for programs (docs/rules.md#error-codes).
  public enum Code: String, CaseIterable, Sendable {
    /// The object, or the call, does not have a member of this name.
    case unknownKey = "unknown-key"
    /// It is missing.
    case missing
    /// It has another JSON type.
    case wrongType = "wrong-type"
    /// It is well-formed, but none of the values that are allowed.
    case outOfRange = "out-of-range"
    /// There are more than a limit allows.
    case tooMany = "too-many"
    /// The name is given twice.
    case duplicateKey = "duplicate-key"
    /// It contradicts what else is given, or what is asked for.
    case notAllowed = "not-allowed"
    /// It cannot be read.
    case badSyntax = "bad-syntax"
  }
}
