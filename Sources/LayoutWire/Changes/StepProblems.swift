public import LayoutCore

extension Problem {
  /// The problem of a step of a change that cannot be applied.
  ///
  /// - Parameters:
  ///   - problems: What is wrong with it, at least one.
  ///   - step: Its number in the change.
  public init(_ problems: [StepProblem], step: Int) {
    let issues = problems.map { problem in
      let entry = problem.list.map { "/\($0.rawValue)/\(problem.entry)" } ?? ""
      return Issue(
        .pointer("/steps/\(step)\(entry)"), Code(rawValue: problem.code.rawValue)!,
        problem.detail)
    }
    self.init(invalidChange: issues)
  }

  /// The problem of a change, of which something is wrong.
  init(invalidChange issues: [Issue], limit: Limit? = nil) {
    var detail: String?
    if let first = issues.first, case .pointer(let pointer) = first.place {
      detail = "\(Problem.visible(pointer: pointer)) \(first.detail)."
    }
    self.init(.invalidChange, detail: detail, issues: issues, limit: limit)
  }
}

extension StepProblem {
  /// What it says of the entry, after the entry's name.
  fileprivate var detail: String {
    switch fact {
    case .count(let count)?: "\(code.detail): there \(count == 1 ? "is" : "are") \(count)"
    case .missing(let columns)?:
      """
      leaves \(columns.map { "\"\($0.name)\"" }.joined(separator: " and ")) open, which the engine \
      reads: a section keeps sizes, not the metrics that once gave them
      """
    case nil: code.detail
    }
  }
}

extension StepProblem.Code {
  /// What it says of an entry, after the entry's name.
  fileprivate var detail: String {
    switch self {
    case .sectionOutOfRangeBefore: "names a section that is not there before the step"
    case .sectionOutOfRangeAfter: "names a section that is not there after the step"
    case .itemOutOfRangeBefore: "names an item that is not there before the step"
    case .itemOutOfRangeAfter: "names a place behind the items that the section has after the step"
    case .deleteAndReloadSame: "reloads what the same step deletes"
    case .deleteAndMoveSame: "moves what the same step deletes or reloads"
    case .deleteAndResizeSame: "resizes what the same step deletes or reloads"
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
    case .duplicateSet: "sets a section that another entry sets"
    case .sizeMissing: "leaves a size open that the engine reads"
    case .overLimit: "makes more items or sections than there may be"
    }
  }
}
