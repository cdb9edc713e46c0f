import LayoutCore

/// The reason why a call of the module fails.
enum ModuleFailure: Error {
  /// The numbers do not have the module's format.
  case malformed
  /// The snapshot or layout does not exist.
  case unknownHandle
  /// The limit of snapshots or layouts is reached.
  case tooManyHandles
  /// A snapshot or step has more items than the module can count, or lists more of them than the
  /// limit allows.
  case tooManyItems
  /// There are more elements than the limit of a list.
  case tooManyElements
  /// Steps of a change that cannot be applied.
  case steps([StepProblem], step: Int)
  /// A section needs more columns than are allowed.
  case tooManyColumns(section: Int, columns: Double)
  /// Content would extend beyond 2⁵³ points, first in this section; nil: in the global headers.
  case contentTooLarge(section: Int?)
  /// The call needs more steps than the limit allows.
  case tooMuchWork

  /// The result of the failed call, below 0.
  var code: Int32 {
    switch self {
    case .malformed: -1
    case .unknownHandle: -2
    case .tooManyHandles: -3
    case .tooManyItems: -4
    case .tooManyElements: -5
    case .steps: -6
    case .tooManyColumns: -7
    case .contentTooLarge: -8
    case .tooMuchWork: -9
    }
  }

  init(_ error: LayoutError) {
    switch error {
    case .tooManyColumns(let section, let columns, _):
      self = .tooManyColumns(section: section, columns: columns)
    case .contentTooLarge(let section): self = .contentTooLarge(section: section)
    }
  }

  /// Writes the details that the code does not have.
  func write(to output: NumberOutput) {
    switch self {
    case .steps(let problems, let step):
      output.append(Double(step))
      for problem in problems {
        output.append(Double(problem.list?.place ?? -1))
        output.append(Double(problem.entry))
        output.append(Double(StepProblem.Code.allCases.firstIndex(of: problem.code) ?? -1))
      }
    case .tooManyColumns(let section, let columns):
      output.append(Double(section))
      output.append(columns)
    case .contentTooLarge(let section): output.append(Double(section ?? -1))
    case .malformed, .unknownHandle, .tooManyHandles, .tooManyItems, .tooManyElements,
      .tooMuchWork:
      break
    }
  }
}
