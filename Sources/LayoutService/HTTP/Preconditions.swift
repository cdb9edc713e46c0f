import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

extension Call {
  /// The data with which the conditions of a call's requests are evaluated (docs/rules.md#preconditions). None are
  /// ignored.
  enum Conditions: Sendable {
    /// The tag of the answer. Answers that must not be cached have none.
    case answer
    /// The tags of the layout named in the path, which may not exist.
    case layout
    /// The revision of the document, in the store.
    case document
    /// The head alone: the resource has no tag, and it can exist only if GET answers it.
    case path
  }

  /// The conditions of all calls, by number, because copying a call is expensive.
  static let allConditions = all.map(\.conditions)

  var conditions: Conditions {
    switch answering {
    case .forgets: .layout
    case .putsDocument, .deletesDocument: .document
    case .body, .changesDocument: .path
    case .nothing, .documents, .layout: methods.contains(.get) ? .answer : .path
    }
  }
}

/// The result of the conditions of a request, evaluated in the order of RFC 9110 section 13.2.2.
///
/// No answer has a modification date, so `If-Modified-Since`, `If-Unmodified-Since` and a date in `If-Range` have no
/// effect (sections 13.1.3 to 13.1.5), and there are no ranges.
enum ConditionOutcome {
  case holds
  case notModified
  case fails
}

extension Request {
  /// Whether there is a condition on entity tags.
  var hasCondition: Bool { hasHeader(.ifMatch) || hasHeader(.ifNoneMatch) }

  /// The result of its conditions.
  ///
  /// - Parameter tags: The entity tags of the resource's representations, empty if they have none; nil if the resource
  ///   does not exist.
  func outcome(tags: [[UInt8]]?) -> ConditionOutcome {
    let matches = withHeader(.ifMatch) { EntityTag.match(ifMatch: $0, tags: tags ?? []) }
    switch matches {
    case Optional.none, .tag?: break
    case .any?: if tags == nil { return .fails }
    case EntityTag.Match.none?: return .fails
    }
    let isThere =
      switch match(tags ?? []) {
      case .none: false
      case .tag: true
      case .any: tags != nil
      }
    guard isThere else { return .holds }
    return method == .get || method == .head ? .notModified : .fails
  }

  /// The result of `If-None-Match` for an answer with one of these tags.
  func match(_ tags: [[UInt8]]) -> EntityTag.Match {
    withHeader(.ifNoneMatch) { EntityTag.match(ifNoneMatch: $0, tags: tags) } ?? .none
  }
}

extension Service {
  /// Refuses a request whose conditions cannot be met.
  func checkConditions(_ work: Work) throws(Problem) {
    guard Call.allConditions[work.head.call] == .path, work.head.hasCondition else { return }
    let isAnswered = work.question.target.route.call(.get) != nil
    if work.request.outcome(tags: isAnswered ? [] : nil) == .holds { return }
    if case .changesDocument = Call.all[work.head.call].answering { throw .tagsOfDocumentChange }
    throw .tagsOfPost
  }

  /// The response if the conditions of a request are not met; nil if they are.
  func response(_ work: Work, toConditionsOn tag: [UInt8]?) -> Response? {
    guard Call.allConditions[work.head.call] == .answer, work.head.hasCondition else {
      return nil
    }
    switch work.request.outcome(tags: tag.map { [$0] } ?? []) {
    case .holds: return nil
    case .notModified: return notModified(tag, work)
    case .fails: return finished(work, problem: .conditionFails(work.request))
    }
  }

  /// Refuses to delete a layout that does not meet the conditions of the request.
  func checkConditions(_ work: Work, isThere: Bool) throws(Problem) {
    let tags = EntityTags(work.question)
    let texts = [tags.text(.identity), tags.text(.gzip)]
    if work.request.outcome(tags: isThere ? texts : nil) != .holds {
      throw .conditionFails(work.request)
    }
  }
}

extension Problem {
  /// A condition on something other than a write to a document is not met.
  fileprivate static func conditionFails(_ request: Request) -> Problem {
    Problem(
      .preconditionFailed,
      detail: detail(ofWeakTagIn: request)
        ?? "What If-Match or If-None-Match asks for is not so. Leave it out, or read the ETag anew."
    )
  }

  /// The detail for an `If-Match` that begins with a weak tag; nil for others. To read the tag anew would not help.
  static func detail(ofWeakTagIn request: Request) -> String? {
    guard let tag = request.header(.ifMatch), tag.hasPrefix("W/\"") else { return nil }
    return """
      If-Match has the weak tag \(tag.prefix(64)), which never matches. A proxy that compresses answers, such as nginx \
      with gzip on, makes tags weak. Send the tag without W/.
      """
  }

  /// The request has a tag, but this call has none.
  fileprivate static let tagsOfPost = Problem(
    .preconditionFailed,
    detail: "This call takes no tags. Leave If-Match and If-None-Match out.")

  /// A change of a document has a tag.
  fileprivate static let tagsOfDocumentChange = Problem(
    .preconditionFailed,
    detail: """
      This call takes no tags: the revision of the document is in the body, as revision. Leave If-Match and \
      If-None-Match out.
      """)
}

/// The conditions `If-Match` and `If-None-Match` of a write to a document (docs/rules.md#preconditions).
extension Request {
  /// The condition of a write: `absent` for `If-None-Match: *`, else that of `If-Match`.
  ///
  /// - Throws: 428 if there is neither; 400 if there are both, for another `If-None-Match`, and for more than one tag.
  func documentCondition() throws(Problem) -> DocumentWrite.Condition {
    switch (header(.ifMatch), header(.ifNoneMatch)) {
    case (nil, nil): throw Problem(.preconditionRequired)
    case (nil, let value?):
      guard value == "*" else {
        throw Problem(
          .badRequest, detail: "If-None-Match must be * here: there is no document yet.")
      }
      return .absent
    case (let value?, nil):
      if value == "*" { return .present }
      guard let revision = Request.revision(value) else {
        throw Problem(
          .badRequest, detail: "If-Match must be * or one ETag of a document, such as \"17\".")
      }
      return .revision(revision)
    case (.some, .some):
      throw Problem(.badRequest, detail: "Send If-Match or If-None-Match, not both.")
    }
  }

  /// The revision in a strong entity tag, including quotes. For other tags, a revision that no document has.
  private static func revision(_ value: String) -> Int? {
    let bytes = Array(value.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      !bytes[1..<bytes.count - 1].contains(UInt8(ascii: "\""))
    else {
      return bytes.count >= 4 && value.hasPrefix("W/\"") && value.hasSuffix("\"") ? 0 : nil
    }
    let digits = bytes[1..<bytes.count - 1]
    guard digits.allSatisfy({ (48...57).contains($0) }), digits.first != 48 else { return 0 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
