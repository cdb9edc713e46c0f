import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// A row of the table of calls (docs/rules.md#calls): everything that routing, metrics, log and tags know of a call.
struct Call: Sendable {
  /// How a call is answered: what it needs, and a function of the question and of what has been got.
  enum Answering: Sendable {
    /// It needs nothing.
    case nothing(@Sendable (Target, Operations) throws(Problem) -> Answer)
    /// The layout is forgotten.
    case forgets
    /// It needs the body, which is no snapshot. Its arguments are the bytes, with slack behind them, the limits, and what
    /// bounds the work.
    case body(@Sendable (RawSpan, ServiceLimits, inout StepMeter) throws(DecodingStop) -> Answer)
    /// It needs what the store has of documents. Its last argument is what has been read of them; nil at first.
    case documents(
      @Sendable (inout Question, Request, DocumentsRead?) throws(Problem) -> CallOutcome)
    /// The document stands for the layout of the body from now on.
    case putsDocument
    /// The document is deleted.
    case deletesDocument
    /// What the steps of the body make of a document's layout.
    case changesDocument
    /// It needs a snapshot and its layouts. The check finds wrong questions before a layout is prepared for them.
    case layout(
      Layouts, check: QuestionCheck,
      @Sendable (inout Question, Got, inout Allowance) throws(Interruption) -> Answer)
  }

  /// The layouts that a call needs.
  enum Layouts: Sendable {
    /// The one at the container width that is given.
    case one
    /// The one at the container width that is given, if one is, or the first screens at several.
    case asked
    /// Two: before that one another one, which the parameter `from` names.
    case two
    /// The layout while an item is dragged, for the target under the finger. The parameters name an item and a place
    /// that there are once they are checked.
    case preview
    /// What the steps of the body make of a snapshot, and both layouts where a container width is given.
    case change
  }

  typealias QuestionCheck = @Sendable (Question, NamedSnapshot) throws(Problem) -> Void

  /// The path, its changing parts in braces, without those that name an element; metrics and log call it so.
  let path: String
  /// The methods that it is asked with; HEAD is answered like GET.
  var methods: [Method] = [.get, .head]
  /// Whether it needs a key, where keys are set.
  var needsKey = true
  /// Whether it is answered on the address of operations, too.
  var isOperation = false
  /// Whether a request for it has a line in the access log, however it is answered.
  var isLogged = true
  /// The kind of element that the rest of the path names, if it names one.
  var elements: ElementCategory?
  /// The beginning of the paths of the files that it answers; nil if it answers none.
  var files: String?
  /// The parameters that it takes, in the order in which it lists them.
  var parameters: [QueryParameters.Name] = []
  /// Whether it answers drawings, too.
  var draws = false
  /// The greatest `limit`, where it is not the service's.
  var limitMax: Int?
  /// Whether the query belongs to the layout that the answer leads to, and is not read.
  var passesQueryOn = false
  /// Whether a request may be a repeat, of which the parameters are not read.
  var mayBeRepeated = false
  /// Whether its answers are snapshots, which may be long.
  var answersSnapshot = false
  /// How long caches may keep its answers.
  var lifetime = Answer.Lifetime.none
  /// The problem of parameters that are wrong for every layout.
  var fault: @Sendable (QueryParameters) -> Problem? = { $0.cursor == nil ? nil : .strayCursor }
  let answering: Answering

  /// All calls. Tags are made of their numbers, so a new call comes last.
  static let all: [Call] = [
    posting, layoutObject, elements, special, sections, item, supplementary, decoration, hit,
    healthz, readyz, metrics, version, openAPI, openAPIJSON, docs, problem, playground, other,
    deletion, plans, diffs, changes, transition, snapshot,
    documents, document, documentPut, documentDeletion, documentChange, documentLog, documentEvents,
    documentLayout, neighbors, scrollTarget, scrollWindow, reorder,
  ]

  /// All unknown paths.
  private static let other = Call(
    path: "other", methods: [],
    answering: .nothing { (_, _) throws(Problem) in throw Problem(.notFound) })

  /// The parameters of all that answer a layout or a part of one.
  static let layoutParameters: [QueryParameters.Name] = [
    .width, .height, .rect, .bounds, .inset, .limit, .cursor, .format,
  ]
}

/// A path of the service: what requests are counted under.
public struct Route: Hashable, Sendable, CaseIterable {
  /// The number of the first call with that path.
  let number: Int

  /// All of them, in order.
  public static let allCases: [Route] = Call.all.indices.compactMap { number in
    let isFirst = !Call.all[..<number].contains { $0.path == Call.all[number].path }
    return isFirst ? Route(number: number) : nil
  }

  /// Any path that is none of the others.
  static let other = Route("other")!
  static let metrics = Route("/metrics")!
  static let snapshot = Route("/v1/layouts/{id}/snapshot")!
  static let problem = Route("/problems/{name}")!
  static let documentLayout = Route("/v1/documents/{name}/{rest}")!
  static let playground = Route("/playground")!

  private init(number: Int) { self.number = number }

  /// The path with its changing parts in braces; `/playground` for the page at `/` and all its files, `/docs` for that
  /// page and its style, `other` for every path that is none of them.
  public var template: String { Call.all[number].path }

  /// Whether every request has a line in the access log.
  public var isLogged: Bool { Call.all[number].isLogged }

  /// The route of that template.
  public init?(_ template: String) {
    guard let number = Call.all.firstIndex(where: { $0.path == template }) else { return nil }
    self.number = number
  }

  /// The route of a file that is built into the program. What belongs to no other is the playground's.
  init(fileAt path: String) {
    number = Call.all.firstIndex { $0.files.map(path.hasPrefix) ?? false }!
  }

  /// The route of a path; nil where it is none, or a file's. O(calls)
  init?(_ path: Span<UInt8>, _ segments: PathSegments) {
    for number in Route.templates.indices
    where Route.templates[number].matches(path, segments) {
      self.number = number
      return
    }
    return nil
  }

  /// By the numbers of their calls.
  private static let templates = Call.all.map { PathTemplate($0) }

  /// Whether what it answers is a layout, or a part of one.
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

  /// The names of the methods, with commas between them.
  var methodNames: String {
    Call.all.filter { $0.path == template }.flatMap(\.methods).map(\.name).joined(separator: ", ")
  }
}

/// A call's path, divided.
private struct PathTemplate: Sendable {
  /// Empty where no path is compared.
  let words: [String]
  let segmentCounts: ClosedRange<Int>
  let namesLayout: Bool
  let namesDocument: Bool

  init(_ call: Call) {
    let isCompared = call.path.first == "/" && call.files == nil
    words = isCompared ? call.path.split(separator: "/").map(String.init) : []
    namesLayout = words.contains("{id}")
    namesDocument = words.count > 2 && words[1] == "documents"
    segmentCounts =
      switch call.elements {
      case nil where words.last == "{rest}": words.count...PathSegments.countMax
      case nil: words.count...words.count
      case .cell where words.contains("{item}"): words.count...words.count
      case .cell: words.count + 2...words.count + 2
      case .supplementary: words.count + 2...words.count + 3
      case .decoration: words.count + 3...words.count + 3
      }
  }

  /// Whether a path has these words. Those of most paths differ in the last one. O(bytes)
  func matches(_ path: Span<UInt8>, _ segments: PathSegments) -> Bool {
    guard !words.isEmpty, segmentCounts.contains(segments.count) else { return false }
    for place in words.indices.reversed() {
      let segment = path.extracting(segments[place])
      // Without an id the path is that of no layout, as `/v1/layouts/`.
      if words[place] == "{id}", segment.count == 0 { return false }
      if words[place].utf8.first == UInt8(ascii: "{") { continue }
      guard segment.equals(words[place]) else { return false }
    }
    return true
  }
}
