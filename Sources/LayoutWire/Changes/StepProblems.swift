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
        .pointer("/steps/\(step)\(entry)"), .step(problem.code), problem.detail)
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
    case .count(let count)?: "\(code.sentence): there \(count == 1 ? "is" : "are") \(count)"
    case .missing(let columns)?:
      """
      leaves \(columns.map { "\"\($0.name)\"" }.joined(separator: " and ")) open, which the engine \
      reads: a section keeps sizes, not the metrics that once gave them
      """
    case nil: code.sentence
    }
  }
}
