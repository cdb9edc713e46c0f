import LayoutCore

/// Why the module does not do what a page asks for.
enum ModuleFailure: Error {
  /// The numbers are not what the page is to write.
  case malformed
  /// There is no such snapshot or layout.
  case unknownHandle
  /// As many are held as may be at a time.
  case tooManyHandles
  /// A snapshot has, or a step brings, more items than the module counts, or lists more of them one by one than it may.
  case tooManyItems
  /// More elements overlap than were asked for.
  case tooManyElements
  /// Steps of a change that cannot be applied.
  case steps([StepProblem], step: Int)
  /// A section needs more columns than are allowed.
  case tooManyColumns(section: Int, columns: Double)
  /// Content would extend beyond 2⁵³ points, first in this section; nil: in the global headers.
  case contentTooLarge(section: Int?)
  /// It would take longer than a page may wait.
  case tooMuchWork

  /// The number that the page gets, below 0.
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

  /// Writes what the code leaves open.
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
