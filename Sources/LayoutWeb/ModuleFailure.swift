import LayoutCore

/// The reason why the module refuses a call.
enum ModuleFailure: Error {
  /// The input is malformed.
  case malformed
  /// There is no snapshot or layout with this number.
  case unknownHandle
  /// There are as many snapshots or layouts as allowed.
  case tooManyHandles
  /// A snapshot or a step has more items than the module can count, or lists more of them one by one than allowed.
  case tooManyItems
  /// More elements overlap than were requested.
  case tooManyElements
  /// A step of a change cannot be applied.
  case steps([StepProblem], step: Int)
  /// A section needs more columns than allowed.
  case tooManyColumns(section: Int, columns: Double)
  /// Content would extend beyond 2⁵³ points, first in this section, or in the global headers if it is nil.
  case contentTooLarge(section: Int?)
  /// The call would take too long for a page.
  case tooMuchWork
  /// Trees of sources are wrong.
  case trees([TreeFault])

  /// The negative number that the page gets.
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
    case .trees: -10
    }
  }

  init(_ error: LayoutError) {
    switch error {
    case .tooManyColumns(let section, let columns, _):
      self = .tooManyColumns(section: section, columns: columns)
    case .contentTooLarge(let section): self = .contentTooLarge(section: section)
    }
  }

  /// Writes the details that the code does not tell.
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
    case .trees(let faults): for fault in faults { output.append(fault) }
    case .malformed, .unknownHandle, .tooManyHandles, .tooManyItems, .tooManyElements,
      .tooMuchWork:
      break
    }
  }
}
