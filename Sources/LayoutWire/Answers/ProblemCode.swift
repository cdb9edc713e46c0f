internal import LayoutCore

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

    // What a step says of things that are not there, or twice (docs/rules.md#step-errors).
    case sectionOutOfRangeBefore = "section-out-of-range-before"
    case sectionOutOfRangeAfter = "section-out-of-range-after"
    case itemOutOfRangeBefore = "item-out-of-range-before"
    case itemOutOfRangeAfter = "item-out-of-range-after"
    case deleteAndReloadSame = "delete-and-reload-same"
    case deleteAndMoveSame = "delete-and-move-same"
    case deleteAndResizeSame = "delete-and-resize-same"
    case insertAndMoveSame = "insert-and-move-same"
    case movesFromSame = "moves-from-same"
    case movesToSame = "moves-to-same"
    case moveFromDeletedSection = "move-from-deleted-section"
    case moveIntoInsertedSection = "move-into-inserted-section"
    case insertIntoInsertedSection = "insert-into-inserted-section"
    case duplicateDelete = "duplicate-delete"
    case duplicateInsert = "duplicate-insert"
    case duplicateReload = "duplicate-reload"
    case duplicateResize = "duplicate-resize"
    case duplicateSet = "duplicate-set"
    /// An item has no extent that its engine reads after a step.
    case sizeMissing = "size-missing"
    case overLimit = "over-limit"
    /// There are more or fewer sections after a plan than expected.
    case sectionCountMismatch = "section-count-mismatch"
    /// There are more or fewer items in a section after a plan than expected.
    case itemCountMismatch = "item-count-mismatch"
  }
}

extension Problem.Name {
  /// The codes that errors of a problem of this kind may have; none where it lists no errors.
  public var codes: [Problem.Code] {
    switch self {
    case .badJSON, .badParameter, .invalidSnapshot, .invalidDiff, .cannotLayOut:
      Problem.Code.allCases.filter { !$0.isOfSteps }
    case .invalidChange: Problem.Code.allCases
    default: []
    }
  }
}

extension Problem.Code {
  /// Whether it is said of a change alone.
  fileprivate var isOfSteps: Bool {
    StepProblem.Code(rawValue: rawValue) != nil || self == .sectionCountMismatch
      || self == .itemCountMismatch
  }
}
