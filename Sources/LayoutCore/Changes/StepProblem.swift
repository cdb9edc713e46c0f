/// Why a step cannot be applied to a list, and which entry is at fault (docs/rules.md#step-errors).
public struct StepProblem: Error, Hashable, Sendable {
  /// The kind of problem. Raw values are the names that clients see. Each has a row: its name, and its sentence.
  public enum Code: String, CaseIterable, Sendable {
    case sectionOutOfRangeBefore = "section-out-of-range-before"
    case sectionOutOfRangeAfter = "section-out-of-range-after"
    case itemOutOfRangeBefore = "item-out-of-range-before"
    case itemOutOfRangeAfter = "item-out-of-range-after"
    case deleteAndReloadSame = "delete-and-reload-same"
    case deleteAndMoveSame = "delete-and-move-same"
    case deleteAndResizeSame = "delete-and-resize-same"
    case deleteAndAdjustSame = "delete-and-adjust-same"
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
    case duplicateAdjust = "duplicate-adjust"
    case duplicateSet = "duplicate-set"
    case notEditable = "not-editable"
    case crossSourceMove = "cross-source-move"
    case notMovable = "not-movable"
    /// An item lacks an extent that its engine reads after the step.
    case sizeMissing = "size-missing"
    /// The list would have more than 2⁵³ items, or too many sections.
    case overLimit = "over-limit"

    /// The rest of a sentence that begins with the entry's name.
    public var sentence: String {
      switch self {
      case .sectionOutOfRangeBefore: "names a section that is not there before the step"
      case .sectionOutOfRangeAfter: "names a section that is not there after the step"
      case .itemOutOfRangeBefore: "names an item that is not there before the step"
      case .itemOutOfRangeAfter:
        "names a place behind the items that the section has after the step"
      case .deleteAndReloadSame: "reloads what the same step deletes"
      case .deleteAndMoveSame: "moves what the same step deletes or reloads"
      case .deleteAndResizeSame: "resizes what the same step deletes or reloads"
      case .deleteAndAdjustSame: "adjusts what the same step deletes or reloads"
      case .insertAndMoveSame: "moves to a place where the same step inserts"
      case .movesFromSame: "moves what another entry moves"
      case .movesToSame: "moves to a place where another entry moves to"
      case .moveFromDeletedSection: "moves from a section that the same step deletes or reloads"
      case .moveIntoInsertedSection: "moves into a section that the same step inserts or reloads"
      case .insertIntoInsertedSection:
        "inserts into a section that the same step inserts or reloads, whose items come with it"
      case .duplicateDelete: "deletes what another entry deletes"
      case .duplicateInsert: "inserts at a place where another entry inserts"
      case .duplicateReload: "reloads what another entry reloads"
      case .duplicateResize: "resizes an item twice, or one that another entry resizes"
      case .duplicateAdjust: "adjusts an item twice, or one that another entry adjusts"
      case .duplicateSet: "sets a section that another entry sets"
      case .notEditable: "deletes from a node that is not editable"
      case .crossSourceMove: "moves from one node to another"
      case .notMovable: "moves within a node that is not movable"
      case .sizeMissing: "leaves a size open that the engine reads"
      case .overLimit: "makes more items or sections than there may be"
      }
    }
  }

  public let code: Code
  /// The list of the entry; nil if the step as a whole is at fault.
  public let list: Step.List?
  /// The entry's index in its list.
  public let entry: Int

  /// Further information about a problem.
  public enum Fact: Sendable {
    /// The number of sections, or of items in the section, when an entry names one beyond them.
    case count(Int)
    /// The missing extents, by the names of their members.
    case missing([ItemColumn])
  }

  /// Nil if the code is enough.
  public let fact: Fact?

  /// Creates a problem of an entry of a list, or of the step as a whole.
  public init(code: Code, list: Step.List?, entry: Int, fact: Fact? = nil) {
    self.code = code
    self.list = list
    self.entry = entry
    self.fact = fact
  }

  /// Whether both are the same problem of the same entry, whatever their facts.
  public static func == (first: StepProblem, second: StepProblem) -> Bool {
    first.code == second.code && first.list == second.list && first.entry == second.entry
  }

  public func hash(into hasher: inout Hasher) {
    // An entry has few problems.
    hasher.combine(entry)
  }
}

/// Why a step was not applied.
public enum StepFailure: Error {
  /// The problems of the first stage that has any, in order, at most `problemsMax`.
  case problems([StepProblem])
  /// The meter ran out of units. No problem is known.
  case budgetExceeded

  /// The greatest number of listed problems.
  public static let problemsMax = 20
}
