/// Why an input was refused: the service's problem (docs/rules.md#problems).
public struct Refusal: Error, Hashable, Codable, Sendable {
  /// A wrong or missing value of the input.
  public struct Issue: Hashable, Codable, Sendable {
    /// The place in the input, as a JSON pointer (RFC 6901); nil for a parameter.
    public var pointer: String?
    /// The name of a parameter.
    public var parameter: String?
    /// The kind of mistake, such as `out-of-range` (docs/rules.md#error-codes).
    public var code: String
    /// A description of the mistake, in English.
    public var detail: String

    /// Creates an issue at a place.
    public init(pointer: String? = nil, parameter: String? = nil, code: String, detail: String) {
      self.pointer = pointer
      self.parameter = parameter
      self.code = code
      self.detail = detail
    }
  }

  /// The name of the problem, such as `invalid-snapshot`.
  public var name: String
  /// What happened, and what to do about it.
  public var detail: String
  /// At most twenty, in the order of the input.
  public var issues: [Issue]

  /// Creates a refusal.
  public init(name: String, detail: String, issues: [Issue] = []) {
    self.name = name
    self.detail = detail
    self.issues = issues
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String { "\(name): \(detail)" }
}

extension Refusal {
  /// A refusal of a parameter that is asked of no core and no service, with the service's wording.
  package static func parameter(_ name: String, _ detail: String) -> Refusal {
    Refusal(
      name: "bad-parameter", detail: "The parameter \"\(name)\" \(detail).",
      issues: [Issue(parameter: name, code: "out-of-range", detail: detail)])
  }
}
