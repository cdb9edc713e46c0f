public import LayoutCore

extension Problem {
  /// The kind of fault of a value of the input, for programs (docs/rules.md#error-codes).
  public enum Code: Hashable, Sendable {
    /// The object, or the call, does not have a member of this name.
    case unknownKey
    /// The value is missing.
    case missing
    /// The value has another JSON type.
    case wrongType
    /// The value is well-formed, but not allowed.
    case outOfRange
    /// The number is greater than a limit allows.
    case tooMany
    /// The name is given twice.
    case duplicateKey
    /// The value contradicts other values, or the request.
    case notAllowed
    /// The value cannot be parsed.
    case badSyntax
    /// A step names something that does not exist, or names it twice (docs/rules.md#step-errors).
    case step(StepProblem.Code)
    /// The number of sections after a plan, or of a tree, is not the expected one.
    case sectionCountMismatch
    /// The number of items in a section after a plan, or of a tree, is not the expected one.
    case itemCountMismatch
    /// A node goes to a state to which it cannot go from the state before.
    case illegalTransition
  }
}

extension Problem.Code: CaseIterable, RawRepresentable {
  public static let allCases = ofValues + ofChanges

  /// The codes for any input.
  fileprivate static let ofValues: [Problem.Code] = [
    .unknownKey, .missing, .wrongType, .outOfRange, .tooMany, .duplicateKey, .notAllowed,
    .badSyntax,
  ]

  /// The codes only for changes.
  private static let ofChanges =
    StepProblem.Code.allCases.map(Problem.Code.step) + [
      .sectionCountMismatch, .itemCountMismatch, .illegalTransition,
    ]

  /// The code of a name. O(codes)
  public init?(rawValue: String) {
    guard let code = Problem.Code.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = code
  }

  /// The name in answers.
  public var rawValue: String {
    switch self {
    case .unknownKey: "unknown-key"
    case .missing: "missing"
    case .wrongType: "wrong-type"
    case .outOfRange: "out-of-range"
    case .tooMany: "too-many"
    case .duplicateKey: "duplicate-key"
    case .notAllowed: "not-allowed"
    case .badSyntax: "bad-syntax"
    case .step(let code): code.rawValue
    case .sectionCountMismatch: "section-count-mismatch"
    case .itemCountMismatch: "item-count-mismatch"
    case .illegalTransition: "illegal-transition"
    }
  }

  /// The meaning, in a sentence.
  public var meaning: String {
    switch self {
    case .unknownKey: "There is no member, or parameter, of this name."
    case .missing: "It has to be given."
    case .wrongType: "It is a value of another type of JSON."
    case .outOfRange: "It is well-formed, but not one of the values that are allowed."
    case .tooMany: "It is, or has, more than a limit allows."
    case .duplicateKey: "Its name, or a key of a list, is given twice."
    case .notAllowed: "It contradicts what else is given, or does not belong to this request."
    case .badSyntax: "It cannot be read."
    case .step(let code): "It \(code.sentence)."
    case .sectionCountMismatch:
      """
      The number of sections differs: expected is what the steps of a plan make, or what the layout \
      has; given is what the body has.
      """
    case .itemCountMismatch:
      """
      The number of items of a section differs: expected is what the steps of a plan make, or what \
      the layout has; given is what the body has.
      """
    case .illegalTransition: "The node cannot go to this state from the one before."
    }
  }
}

extension Problem.Name {
  /// The codes that errors of a problem of this kind may have; empty if it lists no errors.
  public var codes: [Problem.Code] {
    switch self {
    case .badJSON, .badParameter, .invalidSnapshot, .invalidDiff, .cannotLayOut:
      Problem.Code.ofValues
    case .invalidChange: Problem.Code.allCases
    default: []
    }
  }
}
