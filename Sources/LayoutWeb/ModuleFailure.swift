import LayoutCore

/// The reason why the module refuses a call, by the negative number that the page gets. Each read of a number may fail, so a
/// failure is only a number: the module writes its details, if it has any, before it throws it.
enum ModuleFailure: Int32, Error {
  /// The input is malformed.
  case malformed = -1
  /// There is no snapshot or layout with this number.
  case unknownHandle = -2
  /// There are as many snapshots or layouts as allowed.
  case tooManyHandles = -3
  /// A snapshot or a step has more items than the module can count, or lists more of them one by one than allowed.
  case tooManyItems = -4
  /// More elements overlap than were requested.
  case tooManyElements = -5
  /// A step of a change cannot be applied.
  case steps = -6
  /// A section needs more columns than allowed.
  case tooManyColumns = -7
  /// Content would extend beyond 2⁵³ points, first in this section, or in the global headers if it is nil.
  case contentTooLarge = -8
  /// The call would take too long for a page.
  case tooMuchWork = -9
  /// Trees of sources are wrong.
  case trees = -10

  var code: Int32 { rawValue }

  /// Whether the output says more.
  var hasDetails: Bool {
    switch self {
    case .steps, .tooManyColumns, .contentTooLarge, .trees: true
    case .malformed, .unknownHandle, .tooManyHandles, .tooManyItems, .tooManyElements,
      .tooMuchWork:
      false
    }
  }
}

extension NumberOutput {
  /// Writes the details of a failure in place of the answer.
  func refuse(_ error: LayoutError) -> ModuleFailure {
    removeAll()
    switch error {
    case .tooManyColumns(let section, let columns, _):
      append(section)
      append(columns)
      return .tooManyColumns
    case .contentTooLarge(let section):
      append(section ?? -1)
      return .contentTooLarge
    }
  }

  /// Writes what is wrong with a step in place of the answer.
  func refuse(_ problems: [StepProblem], step: Int) -> ModuleFailure {
    removeAll()
    append(step)
    for problem in problems {
      append(problem.list?.place ?? -1)
      append(problem.entry)
      append(StepProblem.Code.allCases.firstIndex(of: problem.code) ?? -1)
    }
    return .steps
  }
}
