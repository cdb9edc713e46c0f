import ContentHash
import HTTPServer
import LayoutCore
import LayoutWire

/// A row of the table of calls (docs/rules.md#calls): everything that routing, metrics, log and tags know about a call.
struct Call: Sendable {
  /// How a call is answered.
  enum Answering: Sendable {
    /// It needs nothing that requests have.
    case nothing(@Sendable (Target, Operations) throws(Problem) -> Answer)
    /// It needs the body, which is not a snapshot. The arguments are the bytes, followed by slack; the limits; and a
    /// meter that pays for the work.
    case body(
      @Sendable (RawSpan, ServiceLimits, inout WorkMeter) throws(DecodingInterrupted) -> Answer)
    /// A function of what was got, to an answer or the next need.
    case next(
      @Sendable (
        borrowing CallRequest, borrowing CallInputs, inout Trace, inout Allowance
      ) throws(RequestInterrupted) -> CallOutcome)
  }

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
    func documents(for need: Need) throws(RequestInterrupted) -> DocumentsRead? {
      switch need {
      case .documents(let reading): reading.absence
      case .write: throw .problem(problemOfWrite)
      case .record, .stream: throw .problem(Problem(.documentNotFound))
      case .snapshot, .body, .documentBody, .steps, .layout, .earlierLayout, .screens, .preview: nil
      }
    }
  }

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
  /// Whether its answers are counted as those of special elements alone.
  var countsAsSpecial = false
  /// What the conditions of its requests are evaluated with; nil for the answer of a GET, else the path.
  var conditionsOn: Conditions?
  /// The time for which caches may store its answers.
  var lifetime = Answer.Lifetime.none
  /// The problem of parameters that are wrong for every layout.
  var fault: @Sendable (QueryParameters) -> Problem? = { $0.cursor == nil ? nil : .strayCursor }
  let answering: Answering

  var conditions: Conditions { conditionsOn ?? (methods.contains(.get) ? .answer : .path) }

  /// The parameters of all calls that answer a layout or a part of one.
  static let layoutParameters: [QueryParameters.Name] = [
    .width, .height, .rect, .bounds, .inset, .limit, .cursor, .format, .scale,
  ]

  /// Those of the calls that answer elements.
  static let elementParameters = layoutParameters + [.fields]
}

/// Calls that need a snapshot and layouts of it.
extension Call.Answering {
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

  typealias RequestCheck =
    @Sendable (borrowing CallRequest, IdentifiedSnapshot) throws(Problem) -> Void
  typealias LayoutAnswer =
    @Sendable (
      borrowing CallRequest, borrowing CallInputs, inout Trace, inout Allowance
    ) throws(RequestInterrupted) -> Answer

  /// Answers when the layouts are there. The check finds wrong questions before a layout is prepared for them. What is
  /// posted is kept before it is answered.
  static func layout(
    _ layouts: Layouts, check: @escaping RequestCheck, _ answer: @escaping LayoutAnswer
  ) -> Self {
    .next { (question, got, trace, allowance) throws(RequestInterrupted) in
      if got.layout == nil {
        let need = try RequestInterrupted.checked { () throws(Problem) in
          try question.need(layouts, check, got)
        }
        if let need { return .needs(need) }
      }
      let answer = try answer(question, got, &trace, &allowance)
      return question.isPosted ? .needs(.write(.keep(answer))) : .answer(answer)
    }
  }
}

extension CallRequest {
  /// The next need of a call for its answer about a layout; nil if it has everything.
  fileprivate func need(
    _ layouts: Call.Answering.Layouts, _ check: Call.Answering.RequestCheck,
    _ got: borrowing CallInputs
  ) throws(Problem) -> Need? {
    guard let named = got.named else {
      if layouts == .change { return try needOfSteps(check, got) }
      if isPosted { return .body }
      guard let id = target.id, got.snapshot(id) == nil else { throw Problem(.layoutNotFound) }
      return .snapshot(id)
    }
    if layouts == .change { return try needOfLayouts(got) }
    try check(self, named)
    let snapshot = named.snapshot
    switch layouts {
    case .one, .change:
      return .layout(containerWidth: try requiredWidth(of: snapshot))
    case .asked:
      if parameters.drawing == nil, let containerWidths = try containerWidths(of: snapshot) {
        let left = containerWidths.count - got.screens.json.count
        return left > 0 ? .screens(containerWidths, of: named) : nil
      }
      return try containerWidth(of: snapshot).map { .layout(containerWidth: $0) }
    case .preview:
      _ = try requiredWidth(of: snapshot)
      return .preview(of: named)
    case .two:
      let containerWidth = try requiredWidth(of: snapshot)
      if got.earlierLayout != nil { return .layout(containerWidth: containerWidth) }
      return try needOfEarlierLayout(than: named, containerWidth: containerWidth, got)
    }
  }

  /// The need of the layout that `from` names. It is of the same snapshot by default. Its width is `fromWidth`
  /// or `previousWidth`, by default the width of `fromBounds` or `previous`, else that of the other layout.
  private func needOfEarlierLayout(
    than named: IdentifiedSnapshot, containerWidth: Double, _ got: borrowing CallInputs
  ) throws(Problem) -> Need {
    var from = named
    if let id = parameters.from.flatMap({ Digest(hexadecimal: $0) }), id != named.id {
      guard let sought = got.snapshot(id) else { return .snapshot(id) }
      guard let sought else {
        let detail = "Post the snapshot that from names again; it then has the same id."
        throw Problem(.layoutNotFound, detail: detail)
      }
      from = sought
    }
    let boundsWidth = (parameters.fromBounds ?? parameters.previous).map {
      from.snapshot.isHorizontal ? $0.height : $0.width
    }
    let width =
      parameters.fromWidth ?? parameters.previousWidth ?? boundsWidth ?? containerWidth
    return .earlierLayout(from, containerWidth: width)
  }

  /// The next need of a change of a layout, until its steps are applied.
  private func needOfSteps(
    _ check: Call.Answering.RequestCheck, _ got: borrowing CallInputs
  ) throws(Problem) -> Need? {
    guard let id = target.id else { throw .parentNotFound }
    guard let sought = got.snapshot(id) else { return .snapshot(id) }
    guard let parent = sought else { throw .parentNotFound }
    try check(self, parent)
    return .steps(of: parent)
  }

  /// The next one needed of the layouts before and after a change; nil if no container width is given, or both are
  /// there.
  func needOfLayouts(_ got: borrowing CallInputs) throws(Problem) -> Need? {
    guard got.layout == nil, let change = got.change,
      let containerWidth = try containerWidth(of: change.parent.snapshot)
    else { return nil }
    return got.earlierLayout == nil
      ? .earlierLayout(change.parent, containerWidth: containerWidth)
      : .layout(containerWidth: containerWidth)
  }
}

extension Problem {
  /// The problem of a change of an unknown layout.
  fileprivate static let parentNotFound = Problem(
    .layoutNotFound,
    detail:
      "Post the snapshot, or the one that the steps make of it, again; it then has the same id.")
}
