public import LayoutWire

/// Why input was refused with 400 or 422, in words of fixed lists: nothing of it is the client's.
public struct RefusedInput: Sendable, Hashable {
  /// The problem's name.
  public let problem: Problem.Name
  /// The parameter that is wrong first; nil where none is, or one that the service does not know.
  public let parameter: QueryParameters.Name?
  /// The code of the first error; nil where there is none.
  public let code: Problem.Code?

  /// All problems that it may have.
  static let problems = Problem.Name.allCases.filter { isOfInput($0) }

  /// Nil for a problem of another status.
  public init?(_ problem: Problem) {
    guard Self.isOfInput(problem.name) else { return nil }
    self.problem = problem.name
    let first = problem.issues.first
    code = first?.code
    if case .parameter(let name) = first?.place {
      parameter = QueryParameters.Name(name)
    } else {
      parameter = nil
    }
  }

  private static func isOfInput(_ problem: Problem.Name) -> Bool {
    problem.status == .badRequest || problem.status == .unprocessableContent
  }
}
