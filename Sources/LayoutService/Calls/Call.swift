import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// A row of the table of calls (docs/rules.md#calls): everything that routing, metrics, log and tags know about a call.
struct Call: Sendable {
  /// How a call is answered: what it needs, and a function of the question and of what the request has got.
  enum Answering: Sendable {
    /// It needs nothing.
    case nothing(@Sendable (Target, Operations) throws(Problem) -> Answer)
    /// Removes the layout.
    case forgets
    /// It needs the body, which is not a snapshot. The arguments are the bytes, followed by slack; the limits; and a
    /// meter that pays for the work.
    case body(@Sendable (RawSpan, ServiceLimits, inout StepMeter) throws(DecodingStop) -> Answer)
    /// It needs data about documents from the store. The last argument is this data, nil at first.
    case documents(
      @Sendable (inout Question, Request, DocumentsRead?) throws(Problem) -> CallOutcome)
    /// Replaces the document's layout by that of the body.
    case putsDocument
    /// Deletes the document.
    case deletesDocument
    /// Applies the steps of the body to a document's layout.
    case changesDocument
    /// It needs a snapshot and layouts of it. The check finds wrong questions before a layout is prepared for them.
    case layout(
      Layouts, check: QuestionCheck,
      @Sendable (inout Question, Got, inout Allowance) throws(Interruption) -> Answer)
  }

  /// The layouts that a call needs.
  enum Layouts: Sendable {
    /// One layout, at the given container width.
    case one
    /// One layout at the given container width, if there is one, or the first screens at several.
    case asked
    /// Two layouts: also another one, which the parameter `from` names.
    case two
    /// The layout while an item is dragged, for the target under the finger. The check makes sure that the parameters
    /// name an existing item and place.
    case preview
    /// The result of the body's steps on a snapshot, and both layouts if a container width is given.
    case change
  }

  /// How a call is answered if its path names a document that the key may not see. Nothing of it depends on whether the
  /// document exists, because the store is not asked.
  enum WhenHidden: Sendable {
    /// As if there were no such document.
    case absent
    /// As if there were no such document to write: 412, once the request itself is right.
    case notMet
    /// 403 before the body is read, because the call could create it.
    case forbidden

    /// The problem that the head of the request has; nil if there is none.
    var problemOfHead: Problem? { self == .forbidden ? .cannotName : nil }

    private var problemOfWrite: Problem {
      switch self {
      case .absent: Problem(.documentNotFound)
      case .notMet: .preconditionFailed(nil)
      case .forbidden: .cannotName
      }
    }

    /// What the request gets in place of a need that the store would meet; nil for other needs. Throws the problem of
    /// a request that writes.
    func documents(for need: Need) throws(Interruption) -> DocumentsRead? {
      switch need {
      case .documents(let reading): reading.absence
      case .put, .write: throw .problem(problemOfWrite)
      case .record, .stream: throw .problem(Problem(.documentNotFound))
      case .snapshot, .body, .steps, .layout, .earlierLayout, .screens, .preview: nil
      }
    }
  }

  typealias QuestionCheck = @Sendable (Question, NamedSnapshot) throws(Problem) -> Void

  /// The path, with its variable parts in braces, without the part that names an element; used by metrics and log.
  let path: String
  /// The methods of the call; HEAD is answered like GET.
  var methods: [Method] = [.get, .head]
  /// The rights that the key of a request needs, if keys are set; nil if no key is needed.
  let needs: APIKey.Rights?
  /// How it is answered if its path names a document that the key may not see.
  var whenHidden = WhenHidden.absent
  /// Whether it is also answered on the address of operations.
  var isOperation = false
  /// Whether each request for it has a line in the access log, regardless of the answer.
  var isLogged = true
  /// The kind of element that the rest of the path names; nil if it names none.
  var elements: ElementCategory?
  /// The beginning of the paths of the files that it answers; nil if it answers none.
  var files: String?
  /// The parameters of the call, in the order in which it lists them.
  var parameters: [QueryParameters.Name] = []
  /// Whether it also answers drawings.
  var draws = false
  /// The greatest `limit`; nil for that of the service.
  var limitMax: Int?
  /// Whether the query has the parameters of the call. Otherwise it is not parsed.
  var readsQuery = true
  /// Whether a request may be repeated; the parameters of a repetition are not checked.
  var mayBeRepeated = false
  /// Whether its answers are snapshots, which may be long.
  var answersSnapshot = false
  /// The time for which caches may store its answers.
  var lifetime = Answer.Lifetime.none
  /// The problem of parameters that are wrong for every layout.
  var fault: @Sendable (QueryParameters) -> Problem? = { $0.cursor == nil ? nil : .strayCursor }
  let answering: Answering

  /// All calls. Tags depend on their numbers, so new calls are added at the end.
  static let all: [Call] = [
    posting, layoutObject, elements, special, sections, item, supplementary, decoration, hit,
    healthz, readyz, metrics, version, openAPI, openAPIJSON, docs, problem, playground, other,
    deletion, plans, diffs, changes, transition, snapshot,
    documents, document, documentPut, documentDeletion, documentChange, documentLog, documentEvents,
    documentLayout, neighbors, scrollTarget, scrollWindow, reorder,
  ]

  /// All unknown paths.
  private static let other = Call(
    path: "other", methods: [], needs: [],
    answering: .nothing { (_, _) throws(Problem) in throw Problem(.notFound) })

  /// The parameters of all calls that answer a layout or a part of one.
  static let layoutParameters: [QueryParameters.Name] = [
    .width, .height, .rect, .bounds, .inset, .limit, .cursor, .format,
  ]
}

/// A path of the service, by which requests are counted.
public struct Route: Hashable, Sendable, CaseIterable {
  /// The number of the first call with that path.
  public let number: Int

  /// All of them, in order.
  public static let allCases: [Route] = Call.all.indices.compactMap { number in
    let isFirst = !Call.all[..<number].contains { $0.path == Call.all[number].path }
    return isFirst ? Route(number: number) : nil
  }

  /// Any unknown path.
  static let other = Route("other")!
  static let metrics = Route("/metrics")!
  static let snapshot = Route("/v1/layouts/{id}/snapshot")!
  static let problem = Route("/problems/{name}")!
  static let documentLayout = Route("/v1/documents/{name}/{rest}")!
  static let playground = Route("/playground")!

  private init(number: Int) { self.number = number }

  /// The path with its variable parts in braces; `/playground` for the page at `/` and all its files, `/docs` for that
  /// page and its style, `other` for every unknown path.
  public var template: String { Call.all[number].path }

  /// Whether every request has a line in the access log.
  public var isLogged: Bool { Call.all[number].isLogged }

  /// The route with this template.
  public init?(_ template: String) {
    guard let number = Call.all.firstIndex(where: { $0.path == template }) else { return nil }
    self.number = number
  }

  /// The route of a file that is embedded in the program. Files without another route belong to the playground.
  init(fileAt path: String) {
    number = Call.all.firstIndex { $0.files.map(path.hasPrefix) ?? false }!
  }

  /// The route of a path; nil if it is unknown, or that of a file. O(calls)
  init?(_ path: Span<UInt8>, _ segments: PathSegments) {
    let end = path.extracting(segments[segments.count - 1]).firstBytes
    for candidate in Route.candidates[segments.count]
    where (candidate.end ?? end) == end
      && Route.templates[candidate.number].matches(path, segments)
    {
      number = candidate.number
      return
    }
    return nil
  }

  /// In the order of the calls.
  private static let templates = Call.all.map { PathTemplate($0) }

  /// The numbers of the templates that paths are compared with, by the number of segments. Most paths differ in the last
  /// word, so its first bytes are compared first.
  private static let candidates = (0...PathSegments.countMax).map { count in
    templates.indices.filter { templates[$0].segmentCounts?.contains(count) == true }
      .map { (number: $0, end: templates[$0].end) }
  }

  /// Whether its answer is a layout, or a part of one.
  var isOfLayout: Bool { Route.templates[number].namesLayout }

  /// Whether its path names a document.
  var isOfDocument: Bool { Route.templates[number].namesDocument }

  /// The number of the call with this path and method.
  func call(_ method: Method) -> Int? {
    if Call.all[number].methods.contains(method) { return number }
    return Call.all.indices.first {
      Call.all[$0].path == template && Call.all[$0].methods.contains(method)
    }
  }

  /// The names of the methods, separated by commas.
  var methodNames: String {
    Call.all.filter { $0.path == template }.flatMap(\.methods).map(\.name).joined(separator: ", ")
  }
}

/// A call's path, split into words.
private struct PathTemplate: Sendable {
  /// Empty for a variable word.
  private let words: [[UInt8]]
  private let idPlace: Int?
  /// Nil if paths are not compared with it.
  let segmentCounts: ClosedRange<Int>?
  /// The first bytes of the last word; nil if that is variable.
  let end: UInt64?
  let namesLayout: Bool
  let namesDocument: Bool

  init(_ call: Call) {
    let isCompared = call.path.first == "/" && call.files == nil
    let words = isCompared ? call.path.split(separator: "/") : []
    self.words = words.map { $0.first == "{" ? [] : Array($0.utf8) }
    let isLastFixed = call.elements == nil && words.last?.first != "{"
    end = isLastFixed ? self.words.last.map { $0.span.firstBytes } : nil
    idPlace = words.firstIndex(of: "{id}")
    namesLayout = idPlace != nil
    namesDocument = words.count > 2 && words[1] == "documents"
    segmentCounts =
      switch call.elements {
      case _ where words.isEmpty: nil
      case nil where words.last == "{rest}": words.count...PathSegments.countMax
      case nil: words.count...words.count
      case .cell where words.contains("{item}"): words.count...words.count
      case .cell: words.count + 2...words.count + 2
      case .supplementary: words.count + 2...words.count + 3
      case .decoration: words.count + 3...words.count + 3
      }
  }

  /// Whether a path has these words. Its number of segments must be one of `segmentCounts`. O(bytes)
  func matches(_ path: Span<UInt8>, _ segments: PathSegments) -> Bool {
    // Without an id, as in `/v1/layouts/`, the path does not match.
    if let idPlace, segments[idPlace].isEmpty { return false }
    for place in words.indices.reversed() {
      let word = words[place]
      guard word.isEmpty || path.extracting(segments[place]).equals(word.span) else { return false }
    }
    return true
  }
}
