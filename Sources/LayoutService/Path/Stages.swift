import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// The stages of a request on a layout: parse or find the snapshot, prepare its layout, query, encode.
extension LayoutService {
  /// Goes through the stages that the work has not behind it.
  func answer(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    if work.parameters.cursor != nil && !work.asksForList { throw .problem(.strayCursor) }
    if let problem = work.parameters.problemOfSpecial(of: work.target.route) {
      throw .problem(problem)
    }
    switch work.target.route {
    case .layouts: return try post(&work, on: place)
    case .layout where work.method == .delete: return delete(work)
    case .layout:
      let named = try find(&work)
      let body = try layoutObject(named, &work, on: place)
      return Answer(lifetime: work.lifetime, body: body)
    case .elements: return try elements(&work, on: place)
    case .special: return try special(&work, on: place)
    case .sections: return try sections(&work, on: place)
    case .item, .supplementary, .decoration: return try element(&work, on: place)
    case .hit: return try hit(&work, on: place)
    case .healthz, .readyz, .metrics, .version, .openAPI, .openAPIJSON, .docs, .problem,
      .playground,
      .other:
      return try operation(work.target)
    }
  }

  /// Nothing is kept before all that can fail has been done.
  private func post(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let named = try parse(&work, on: place)
    var answer: Answer
    if let format = work.parameters.drawing {
      answer = try drawing(as: format, of: named, &work, on: place)
    } else {
      answer = Answer(body: try layoutObject(named, &work, on: place))
    }
    if let exchange = work.body.exchange, !exchange.hasRoom(forBodyOf: answer.body.count) {
      throw .problem(.noRoom)
    }
    let insertion: SnapshotInsertion
    do throws(SnapshotStoreError) {
      // What there is to warn of is read from the body, so such a body is read again when it comes again.
      let bodyTag = work.readingWarnings.isEmpty ? work.bodyTag : nil
      insertion = try store.insert(named, readFrom: bodyTag)
    } catch {
      switch error {
      case .tooLarge(let bytes, let limit):
        throw .problem(
          Problem(
            .tooLarge, detail: "The snapshot takes \(bytes) bytes; the store holds \(limit).",
            limit: .snapshotBytes))
      }
    }
    memo.forget(insertion.evicted)
    metrics.snapshotsEvicted(insertion.evicted.count)
    if insertion.isNew {
      answer.status = 201
      answer.location = "/v1/layouts/\(named.id.hexadecimal)"
    }
    return answer
  }

  private func delete(_ work: Work) -> Answer {
    if let id = work.target.id {
      store.remove(id)
      memo.forget([id])
    }
    return Answer(status: 204)
  }

  // MARK: Parse or find

  /// The posted snapshot with its names; the one that is kept, where it is known.
  private func parse(
    _ work: inout Work, on place: Place
  ) throws(Interruption) -> NamedSnapshot {
    if let named = work.named { return named }
    if place == .network && work.body.byteCount > Place.networkBodyBytes { throw .tooHeavy }
    let body = try work.body.unfolded(on: place)
    let (limits, deadline) = (limits, work.deadline)
    let named: NamedSnapshot
    do throws(DecodingStop) {
      (named, work.bodyTag) = try work.trace.timing.measure(.parse) { () throws(DecodingStop) in
        let tag = body.tag(by: bodyTags)
        if let tag, let known = store.snapshot(readFrom: tag) { return (known, tag) }
        var meter = place.decodingMeter(until: deadline)
        let read = try body.read(limits, meter: &meter)
        work.readingWarnings = read.warnings
        var watch = DeadlineWatch(deadline, on: place)
        guard let named = NamedSnapshot(read.snapshot, unless: { watch.isLate() })
        else { throw .problem(.tooLate) }
        return (store.snapshot(named.id) ?? named, tag)
      }
    } catch {
      switch error {
      case .problem(let problem): throw .problem(problem)
      case .stepsUsedUp: throw place.stepsUsedUp
      }
    }
    work.named = named
    return named
  }

  func find(_ work: inout Work) throws(Interruption) -> NamedSnapshot {
    if let named = work.named { return named }
    guard let id = work.target.id, let named = store.snapshot(id) else {
      throw .problem(Problem(.layoutNotFound))
    }
    work.named = named
    return named
  }

  // MARK: Prepare

  /// The layout of a snapshot at the width that was asked for.
  func prepared(
    _ named: NamedSnapshot, _ work: inout Work, on place: Place
  ) throws(Interruption) -> Layout {
    guard let containerWidth = try work.containerWidth(of: named.snapshot) else {
      let name = named.snapshot.isHorizontal ? "height" : "width"
      throw .problem(
        .badParameter(
          name, .missing, "The container's \(name) is missing; it may also come from bounds."))
    }
    return try prepared(named, containerWidth: containerWidth, &work, on: place)
  }

  /// The layout of a snapshot at a width, in points.
  func prepared(
    _ named: NamedSnapshot, containerWidth: Double, _ work: inout Work, on place: Place
  ) throws(Interruption) -> Layout {
    if let awaited = work.awaited {
      work.trace.wasPrepared = false
      return try layout(of: awaited, containerWidth)
    }
    let key = LayoutKey(digest: named.id, containerWidth: containerWidth)
    let mayPrepare = place.mayPrepare(named.snapshot)
    switch memo.layout(key, claiming: mayPrepare) {
    case .ready(let layout):
      if work.trace.wasPrepared == nil { work.trace.wasPrepared = true }
      return layout
    case .underWay:
      throw .underWay(key)
    case .unprepared:
      guard mayPrepare else { throw .tooHeavy }
      work.trace.wasPrepared = false
      let deadline = work.deadline
      let result = work.trace.timing.measure(.prepare) {
        () -> Result<Layout, PreparationError> in
        var watch = DeadlineWatch(deadline, on: place)
        do throws(PreparationError) {
          return .success(
            try memo.prepare(key, of: named, on: place) { watch.isLate() })
        } catch {
          return .failure(error)
        }
      }
      work.awaited = result
      if work.method == .get { dropStray(work) }
      return try layout(of: result, containerWidth)
    }
  }

  /// Forgets the layouts of a snapshot that is not kept: its request failed, or it was deleted meanwhile.
  func dropStray(_ work: Work) {
    guard work.trace.wasPrepared == false, let id = work.named?.id, store.snapshot(id) == nil else {
      return
    }
    memo.forget([id])
  }

  private func layout(
    of result: Result<Layout, PreparationError>, _ containerWidth: Double
  ) throws(Interruption) -> Layout {
    switch result {
    case .success(let layout): return layout
    case .failure(.deadline): throw .problem(.tooLate)
    case .failure(.layout(let error)):
      throw .problem(Problem(error, containerWidth: containerWidth))
    }
  }
}

extension Work.Body {
  /// A body that is not compressed. O(bytes that it unfolds to)
  fileprivate func unfolded(on place: Place) throws(Interruption) -> Work.Body {
    guard case .gzip(let exchange) = self else { return self }
    let most = exchange.bodyByteCountMax
    // A body that unfolds to more than it says is damaged, so nobody unfolds more than has been counted for it.
    do throws(UnfoldedBody.Failure) {
      return .unfolded(
        try exchange.withBody { (bytes) throws(UnfoldedBody.Failure) in
          try UnfoldedBody(unfolding: bytes, room: min(byteCount, most))
        })
    } catch {
      switch error {
      case .noRoom where byteCount > most: throw .problem(.unfoldsToTooMuch(most))
      case .noRoom, .damaged: throw .problem(.damagedGzip)
      case .noMemory: throw .problem(.noMemory)
      }
    }
  }

  fileprivate func tag(by maker: BodyTag.Maker) -> BodyTag? {
    switch self {
    case .none, .gzip: nil
    case .bytes(let bytes): maker.tag(of: bytes)
    case .unfolded(let body): body.withBytes { maker.tag(of: $0) }
    case .exchange(let exchange): exchange.withBody { maker.tag(of: $0) }
    }
  }

  /// The snapshot that the body is, and what there is to warn of; the meter bounds the reading.
  fileprivate func read(
    _ limits: ServiceLimits, meter: inout StepMeter
  ) throws(DecodingStop) -> (snapshot: Snapshot, warnings: [SnapshotWarning]) {
    let depthMax = limits.maximumDepth
    switch self {
    case .none, .gzip:
      return try SnapshotDecoder.read([], meter: &meter)
    case .unfolded(let body):
      return try body.withBytes { (bytes) throws(DecodingStop) in
        try SnapshotDecoder.read(
          bytes, hasSlack: true, depthMax: depthMax, limits: limits.decoding,
          meter: &meter)
      }
    case .bytes(let bytes):
      return try SnapshotDecoder.read(
        bytes, depthMax: depthMax, limits: limits.decoding, meter: &meter)
    case .exchange(let exchange):
      return try exchange.withBody { (bytes) throws(DecodingStop) in
        try SnapshotDecoder.read(
          bytes, hasSlack: true, depthMax: depthMax, limits: limits.decoding,
          meter: &meter)
      }
    }
  }
}

extension Snapshot {
  var isHorizontal: Bool { scrollDirection == .horizontal }
}

extension Work {
  /// The extent across the scroll axis that was asked for, by its own parameter or by the bounds; nil when by none.
  func containerWidth(of snapshot: Snapshot) throws(Interruption) -> Double? {
    let isHorizontal = snapshot.isHorizontal
    if (isHorizontal ? parameters.width : parameters.height) != nil {
      let names = isHorizontal ? ("width", "height") : ("height", "width")
      throw .problem(.wrongAxis(of: snapshot, names.0, instead: names.1))
    }
    if let extent = isHorizontal ? parameters.height : parameters.width { return extent }
    guard let bounds = parameters.bounds else { return nil }
    let extent = isHorizontal ? bounds.height : bounds.width
    guard extent <= greatestCoordinate else {
      throw .problem(
        .badParameter(
          "bounds", .outOfRange, "The container may be at most 9007199254740992 wide."))
    }
    return extent
  }

  /// Whether the answer has a list that a cursor may go on with.
  var asksForList: Bool {
    switch target.route {
    case .elements, .sections: true
    case .layouts, .layout: parameters.rect != nil || parameters.bounds != nil
    default: false
    }
  }

  /// The answer's lifetime, as far as the request alone says: what a GET of a layout answers never changes.
  var lifetime: Answer.Lifetime {
    if target.file != nil { return .release }
    guard target.route.isOfLayout, method == .get else { return .none }
    return parameters.bounds == nil ? .forever : .oneScrollPosition
  }
}

extension Problem {
  /// A compressed body that does not unfold.
  static let damagedGzip = Problem(
    .badJSON,
    detail: """
      The body is not one whole gzip member: it is cut short or damaged, or something follows it.
      """,
    issues: [Issue(.pointer(""), .badSyntax, "is not one whole gzip member")])

  /// The system has no memory for a body.
  static let noMemory = Problem(
    .unavailable, detail: "There is not enough memory to read the body now.")

  /// A compressed body that is larger than bodies may be.
  static func unfoldsToTooMuch(_ most: Int) -> Problem {
    Problem(
      .tooLarge, detail: "The body unfolds to more than \(most) bytes.", limit: .body)
  }

  /// A query parameter that is wrong for this layout.
  static func badParameter(_ name: String, _ code: Code, _ detail: String) -> Problem {
    Problem(.badParameter, detail: detail, issues: [Issue(.parameter(name), code, detail)])
  }

  /// An extent was given that is not the one across the snapshot's scroll axis.
  static func wrongAxis(
    of snapshot: Snapshot, _ given: String, instead wanted: String
  ) -> Problem {
    .badParameter(
      given, .notAllowed,
      "The layout scrolls \(snapshot.scrollDirection.rawValue)ly: give \(wanted) instead.")
  }

  /// A number as JSON writes it; one beyond a double is infinite.
  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return "infinitely many" }
    var writer = JSONWriter()
    writer.number(number)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A snapshot that cannot be laid out at the width that was asked for.
  init(_ error: LayoutError, containerWidth: Double) {
    let place = "at a container width of \(Problem.text(containerWidth))"
    let pointer: String
    let code: Code
    let detail: String
    var exceeded: Limit?
    switch error {
    case .tooManyColumns(let section, let columns, let limit):
      pointer = "/sections/\(section)"
      code = .tooMany
      detail = "The section needs \(Problem.text(columns)) columns \(place); \(limit) are allowed."
      exceeded = .columns
    case .contentTooLarge(let section):
      pointer = section.map { "/sections/\($0)" } ?? "/globalHeaders"
      code = .outOfRange
      detail = "The content would extend beyond 9007199254740992 points \(place)."
    }
    self.init(
      .cannotLayOut, detail: detail, issues: [Issue(.pointer(pointer), code, detail)],
      limit: exceeded)
  }
}
