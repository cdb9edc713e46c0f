import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// The strong entity tags of an answer, one for each content coding (docs/rules.md#entity-tags).
///
/// They are computed from the rules, the form of answers, the path, all parameters and the limits on which an answer
/// depends. The answer to a GET of a layout never changes, so nothing has to be looked up. The tags of a file are
/// computed from its bytes.
struct EntityTags {
  private let tag: QueryTag

  /// The version of the form of answers. A release that changes the form must raise it, so that cached answers of the
  /// earlier form are not used.
  private static let formVersion: UInt64 = 2

  init(_ question: borrowing CallRequest) {
    var tag = QueryTag()
    // The first version: what later ones name has ids of its own.
    tag.combine(UInt64(rulesVersions.lowerBound))
    tag.combine(EntityTags.formVersion)
    tag.combine(UInt64(question.elementsMax))
    tag.combine(UInt64(question.target.route.number))
    if question.target.route == .snapshot { tag.combine(UInt64(question.explicitItemsMax)) }
    if let id = question.target.id {
      for place in 0..<4 { tag.combine(id.words[place]) }
    }
    if let fileTag = question.target.fileTag { tag.combine(fileTag) }
    if let element = question.target.element {
      tag.combine(UInt64(element.kind.rawValue))
      tag.combine(UInt64(bitPattern: Int64(element.section)))
      tag.combine(UInt64(element.index))
    }
    for (name, absence) in EntityTags.firstNames {
      if let value = question.parameters[name] { tag.combine(value) } else { tag.combine(absence) }
    }
    if question.parameters.gives(anyBehind: .cursor) {
      for name in EntityTags.laterNames {
        guard let value = question.parameters[name] else { continue }
        tag.combine(UInt64(name.rawValue))
        tag.combine(value)
      }
    }
    self.tag = tag
  }

  private static let firstNames = QueryParameters.Name.allCases.filter {
    $0.rawValue <= QueryParameters.Name.cursor.rawValue
  }.map { ($0, QueryTag.absence(of: $0.form)) }
  /// Parameters added later are included only if they are given, so that the tags of other answers did not change.
  private static let laterNames = QueryParameters.Name.allCases.dropFirst(firstNames.count)

  /// The tag of an answer in a coding, including quotes.
  func text(_ coding: ContentCoding) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(atMost: EntityTags.bytesMax) { write(coding, to: &$0) }
    return writer.bytes
  }

  /// The most bytes of a tag.
  static let bytesMax = 32

  /// Writes the tag of an answer in a coding, including quotes.
  func write(_ coding: ContentCoding, to room: inout JSONRoom) {
    room.literal("\"")
    room.hexadecimal(tag.value)
    switch coding {
    case .identity: room.literal("\"")
    case .gzip: room.literal("-gzip\"")
    case .brotli: room.literal("-br\"")
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
  func checkConditions(_ request: Request, _ target: Target, _ call: Int) throws(Problem) {
    guard Call.allConditions[call] == .path, request.hasCondition else { return }
    let isAnswered = target.route.call(.get) != nil
    if request.outcome(tags: isAnswered ? [] : nil) == .holds { return }
    if target.route.isOfDocument { throw .tagsOfDocumentChange }
    throw .tagsOfPost
  }

  /// The response if the conditions of a request are not met; nil if they are.
  func response(_ work: borrowing Work, toConditionsOn tag: [UInt8]?) -> Response? {
    guard Call.allConditions[work.call] == .answer, work.question.hasCondition else {
      return nil
    }
    switch work.question.request.outcome(tags: tag.map { [$0] } ?? []) {
    case .holds: return nil
    case .notModified: return notModified(tag, work)
    case .fails: return finished(work, problem: .conditionFails(work.question.request))
    }
  }

  /// Refuses to delete a layout that does not meet the conditions of the request.
  func checkConditions(_ work: borrowing Work, isThere: Bool) throws(RequestInterrupted) {
    let tags = EntityTags(work.question)
    let texts = [tags.text(.identity), tags.text(.gzip)]
    if work.question.request.outcome(tags: isThere ? texts : nil) != .holds {
      throw .problem(.conditionFails(work.question.request))
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
