public import JSONText

/// The reason why a request is refused: an answer of type `application/problem+json` (RFC 9457,
/// docs/rules.md#problems).
public struct Problem: Error, Hashable, Sendable {
  /// A value of the input, or a missing one, that is wrong.
  public struct Issue: Hashable, Sendable {
    /// The place of the value, or of the missing one.
    public enum Place: Hashable, Sendable {
      /// In the body, as a JSON pointer (RFC 6901).
      case pointer(String)
      /// In the query string, by the parameter's name.
      case parameter(String)
    }

    /// A detail of a fault for programs, beside its code.
    public enum Fact: Hashable, Sendable {
      case number(String, Int)
      /// A pointer, or an id.
      case text(String, String)
    }

    public let place: Place
    public let code: Code
    public let detail: String
    /// Further details, by name.
    public let facts: [Fact]

    /// Creates an issue at a place.
    public init(_ place: Place, _ code: Code, _ detail: String, facts: [Fact] = []) {
      self.place = place
      self.code = code
      self.detail = detail
      self.facts = facts
    }
  }

  /// Behind a reference, so that what may fail costs little where it does not.
  private indirect enum ContentBox: Hashable, Sendable {
    case content(ProblemContent)
  }

  private struct ProblemContent: Hashable, Sendable {
    let name: Name
    let detail: String
    let issues: [Issue]
    let retryAfterSeconds: Int?
    let allow: String?
    let limit: Limit?
    let facts: [Issue.Fact]
  }

  private let box: ContentBox
  private var content: ProblemContent {
    switch box {
    case .content(let content): content
    }
  }

  /// The greatest number of issues that a problem lists: the first ones.
  public static let issuesMax = 20
  /// The media type of `json`.
  public static let mediaType = "application/problem+json"

  public var name: Name { content.name }
  /// What happened, and what to do about it.
  public var detail: String { content.detail }
  /// The faults of the input, at most `issuesMax`.
  public var issues: [Issue] { content.issues }
  /// The time after which to try again: the value of `Retry-After`.
  public var retryAfterSeconds: Int? { content.retryAfterSeconds }
  /// The methods that the target supports: the value of `Allow`.
  public var allow: String? { content.allow }
  /// The limit that the request exceeds, if that is the reason. Not part of the answer.
  public var limit: Limit? { content.limit }
  /// Further details, by name.
  public var facts: [Issue.Fact] { content.facts }

  /// Creates a problem; without a detail it has the default detail of its name.
  public init(
    _ name: Name, detail: String? = nil, issues: [Issue] = [], retryAfterSeconds: Int? = nil,
    allow: String? = nil, limit: Limit? = nil, facts: [Issue.Fact] = []
  ) {
    box = .content(
      ProblemContent(
        name: name, detail: detail ?? name.defaultDetail,
        issues: Array(issues.prefix(Problem.issuesMax)),
        retryAfterSeconds: retryAfterSeconds ?? name.retryAfterSeconds, allow: allow, limit: limit,
        facts: facts))
  }

  /// The problem of a request that was refused with only a status; a status without a name of its own gets the nearest
  /// one.
  public init(status: Int) {
    self.init(Name(status: status))
  }

  /// The problem of a body that could not be parsed. O(bytes before the error)
  public init(_ error: JSONSyntaxError, in text: RawSpan) {
    if error.isOutOfMemory {
      self.init(.unavailable, detail: "There is not enough memory to read the body now.")
      return
    }
    var (position, what) = ("", error.text)
    if let offset = error.byteOffset {
      let place = JSONPlace(in: text, at: offset)
      position = " at byte \(offset) (line \(place.line), column \(place.column))"
      what = JSONMistake.name(in: text, at: offset, place) ?? what
    }
    let detail = "The body is not JSON\(position): \(what)."
    self.init(
      .badJSON, detail: detail,
      issues: [Issue(.pointer(""), error.isTooDeep ? .tooMany : .badSyntax, detail)],
      limit: error.isTooDeep ? .depth : nil)
  }

  /// The problem of a snapshot that takes more memory than all snapshots together may.
  static func snapshotTooLarge(_ bytesMax: Int) -> Problem {
    Problem(
      .tooLarge,
      detail: "The snapshot takes more memory than the \(bytesMax) bytes that the store holds.",
      limit: .snapshotBytes)
  }

  /// The problem if the step between two trees is longer than a body may be.
  static func stepTooLong(_ bytesMax: Int) -> Problem {
    Problem(
      .tooLarge,
      detail: "The trees make a step of more than \(bytesMax) bytes, and max-body allows no more.",
      limit: .body)
  }

  /// The status of the answer.
  public var status: Int { name.status.rawValue }

  /// The body of the answer to a request.
  ///
  /// - Parameters:
  ///   - requestID: The request's id; nil leaves it out.
  ///   - base: The path under which the service is reached, without a slash at its end.
  public func json(requestID: String? = nil, below base: String = "") -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.literal("{\"type\":")
    writer.string(base + "/problems/" + name.rawValue)
    writer.literal(",\"title\":")
    writer.string(name.title)
    writer.literal(",\"status\":")
    writer.integer(status)
    writer.literal(",\"detail\":")
    writer.visibleString(detail)
    if !issues.isEmpty {
      writer.literal(",\"errors\":[")
      for (position, issue) in issues.enumerated() {
        if position > 0 { writer.literal(",") }
        issue.write(to: &writer)
      }
      writer.literal("]")
    }
    for fact in facts { fact.write(to: &writer) }
    if let requestID {
      writer.literal(",\"requestId\":")
      writer.string(requestID)
    }
    writer.literal("}")
    return writer.bytes
  }
}

extension Problem.Issue {
  fileprivate func write(to writer: inout JSONWriter) {
    switch place {
    case .pointer(let pointer):
      writer.literal("{\"pointer\":")
      writer.visibleString(pointer)
    case .parameter(let name):
      writer.literal("{\"parameter\":")
      writer.visibleString(name)
    }
    writer.literal(",\"code\":")
    writer.string(code.rawValue)
    writer.literal(",\"detail\":")
    writer.visibleString(detail)
    for fact in facts { fact.write(to: &writer) }
    writer.literal("}")
  }
}

extension Problem.Issue.Fact {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.literal(",")
    switch self {
    case .number(let name, let number):
      writer.string(name)
      writer.literal(":")
      writer.integer(number)
    case .text(let name, let text):
      writer.string(name)
      writer.literal(":")
      writer.visibleString(text)
    }
  }
}
