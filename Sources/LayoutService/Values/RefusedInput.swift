public import LayoutWire

/// Why input was refused with 400 or 422, in words from fixed lists: none of it comes from the client.
public struct RefusedInput: Sendable, Hashable {
  /// The name of the problem.
  public let problem: Problem.Name
  /// The first wrong parameter; nil if there is none, or if the service does not know it.
  public let parameter: QueryParameters.Name?
  /// The code of the first mistake; nil if there is none.
  public let code: Problem.Code?

  /// All problems for which there can be a value.
  static let problems = Problem.Name.allCases.filter { isOfInput($0) }

  /// Nil for a problem with another status.
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
