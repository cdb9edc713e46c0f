public import LayoutCore

extension Problem {
  /// The problem of a step of a change that cannot be applied.
  ///
  /// - Parameters:
  ///   - problems: The faults of the step, at least one.
  ///   - step: The number of the step in the change; nil if two trees stand in place of steps.
  public init(_ problems: [StepProblem], step: Int?) {
    guard let step else {
      var issues: [Issue] = []
      for problem in problems where !issues.contains(where: { $0.code == .step(problem.code) }) {
        issues.append(
          Issue(
            .pointer("/\(ChangeKey.to.name)"), .step(problem.code),
            "makes a step that \(problem.detail)"))
      }
      self.init(invalidChange: issues)
      return
    }
    let issues = problems.map { problem in
      let entry = problem.list.map { "/\($0.rawValue)/\(problem.entry)" } ?? ""
      return Issue(
        .pointer("/steps/\(step)\(entry)"), .step(problem.code), problem.detail)
    }
    self.init(invalidChange: issues)
  }

  /// The problem of a change that has faults.
  init(invalidChange issues: [Issue], limit: Limit? = nil) {
    var detail: String?
    if let first = issues.first, case .pointer(let pointer) = first.place {
      detail = "\(Problem.visible(pointer: pointer)) \(first.detail)."
    }
    self.init(.invalidChange, detail: detail, issues: issues, limit: limit)
  }
}

extension StepProblem {
  /// The fault in words, to follow the name of the entry.
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
