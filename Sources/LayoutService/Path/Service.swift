public import HTTPServer
import LayoutCore
import LayoutWire
import Synchronization

/// The path of a request from top to bottom: bytes → snapshot → engines or memo → layout → query → bytes.
///
/// Small work is answered on the network thread that brings it. What would hold that thread up is begun again on a
/// compute thread, and who needs a layout that somebody computes is suspended until it is there.
public final class LayoutService: RequestHandler {
  let limits: ServiceLimits
  let metrics: ServiceMetrics
  let store: any SnapshotStore
  let bodyTags = BodyTag.Maker()
  let memo: LayoutMemo
  let pool: ComputePool
  let keys: APIKeyRing?
  let origins: AllowedOrigins
  let accessLog: (@Sendable (AccessRecord) -> Void)?
  /// The body of `GET /version`.
  let versionJSON: [UInt8]
  private let log: @Sendable (String) -> Void
  private let hasOperationsDoor: Bool
  private let hasPlayground: Bool
  private let isDraining = Atomic(false)

  /// Makes a service with nothing in it.
  ///
  /// - Parameters:
  ///   - keys: those that may call; nil lets everybody in.
  ///   - origins: those whose pages may call from a browser.
  ///   - hasOperationsDoor: `/metrics` is answered by an ``OperationsDoor`` alone.
  ///   - hasPlayground: `/` is answered with a page to try the service on.
  ///   - facts: what `GET /version` tells.
  ///   - accessLog: takes notice of every answer, on the thread that answers. Must not wait.
  ///   - log: takes what the HTTP library has to say, one line each.
  public init(
    limits: ServiceLimits, metrics: ServiceMetrics, keys: APIKeyRing? = nil,
    origins: AllowedOrigins = .none, hasOperationsDoor: Bool = false, hasPlayground: Bool = true,
    facts: ServiceFacts = ServiceFacts(),
    accessLog: (@Sendable (AccessRecord) -> Void)? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.limits = limits
    self.metrics = metrics
    self.keys = keys
    self.origins = origins
    self.hasOperationsDoor = hasOperationsDoor
    self.hasPlayground = hasPlayground
    self.accessLog = accessLog
    self.log = log
    versionJSON = facts.json
    let disposal = Disposal()
    let store = MemorySnapshotStore(capacity: limits.snapshotBytes, disposal: disposal)
    let memo = LayoutMemo(limits: limits, metrics: metrics, disposal: disposal)
    self.store = store
    self.memo = memo
    pool = ComputePool(
      threadCount: limits.computeThreads, queueLength: limits.computeQueueLength,
      memoryBytesMax: limits.workingBytes, metrics: metrics)
    metrics.setReading(.memoBytes) { [weak memo] in Double(memo?.usage.bytes ?? 0) }
    metrics.setReading(.layoutsHeld) { [weak memo] in Double(memo?.usage.layouts ?? 0) }
    metrics.setReading(.snapshotsHeld) { Double(store.usage.snapshots) }
    metrics.setReading(.snapshotBytes) { Double(store.usage.bytes) }
  }

  /// Whether new requests are welcome: the answer of `/readyz`.
  public var isReady: Bool { !isDraining.load(ordering: .relaxed) }

  /// Turns `/readyz` to 503; every request is still answered.
  public func beginDrain() { isDraining.store(true, ordering: .relaxed) }

  // MARK: The path of a request

  /// Which of the service's addresses a request came to.
  enum Door {
    case main
    case operations
  }

  public func admit(_ exchange: Exchange) { admit(exchange, through: .main) }

  public func handle(_ exchange: Exchange) { handle(exchange, through: .main) }

  /// Refuses what needs no body read: a wrong path, key, method, type or parameter. Answers what needs neither key nor
  /// body.
  func admit(_ exchange: Exchange, through door: Door) {
    var request = Request(target: exchange.withPath { Target(path: $0) })
    // A browser asks without a key.
    if leads(door, to: request.target.route),
      let response = preflight(exchange, request.target.route)
    {
      return send(response, exchange, request)
    }
    // Else bodies of those who have no key would take the room of all others.
    if door == .operations || isOpen(request.target.route) {
      return handle(exchange, through: door)
    }
    do throws(Problem) {
      _ = try admitted(exchange, &request, through: door)
    } catch {
      // Who may not ask is told at once. Else a short body comes first, and the connection stays open.
      let isAllowed = error.name != .unauthorized && error.name != .forbidden
      let isShort = exchange.bodyByteCount <= Exchange.shortBodyBytes
      if isAllowed, isShort, !exchange.hasHeader("Expect") { return }
      var response = finished(exchange, problem: error)
      response.closesConnection = true
      send(response, exchange, request, Work.Trace(refusedFor: error))
    }
  }

  /// Answers a complete request, at once or from another thread.
  func handle(_ exchange: Exchange, through door: Door) {
    var request = Request(target: exchange.withPath { Target(path: $0) })
    if leads(door, to: request.target.route),
      let response = preflight(exchange, request.target.route)
    {
      return send(response, exchange, request)
    }
    do throws(Problem) {
      var work = try admitted(exchange, &request, through: door)
      if let response = notModified(exchange, work) {
        send(response, exchange, request)
      } else {
        run(&work, exchange, on: .network)
      }
    } catch {
      send(finished(exchange, problem: error), exchange, request, Work.Trace(refusedFor: error))
    }
  }

  /// What a request asks for, as far as its head says.
  private func admitted(
    _ exchange: Exchange, _ request: inout Request, through door: Door
  ) throws(Problem) -> Work {
    let route = request.target.route
    if let keys, door == .main, !isOpen(route) {
      request.key = keys.key(authorization: exchange.header("Authorization"))
      guard request.key != nil else { throw Problem(.unauthorized) }
    }
    guard leads(door, to: route) else {
      throw Problem(.notFound, detail: "There is no such path.")
    }
    guard route.methods.contains(exchange.method) else {
      throw Problem(.methodNotAllowed, allow: route.methodNames)
    }
    let method: Work.Method =
      switch exchange.method {
      case .post: .post
      case .delete: .delete
      default: .get
      }
    if let key = request.key, method != .get, !key.permission.includes(.write) {
      throw Problem(.forbidden)
    }
    if route.isOfLayout, request.target.id == nil { throw .badID }
    let given = try exchange.withQuery { (query) throws(Problem) in
      try QueryParameters(
        query, allowed: route.parameters, limitMax: limits.maximumElements)
    }
    if given?.drawing != nil, !route.draws {
      throw .badParameter("format", .notAllowed, "The format must be rows or columns here.")
    }
    if method == .post { try checkBody(exchange) }
    // What a body took to arrive is not the computation's.
    let start = exchange.bodyByteCount > 0 ? .now : exchange.startInstant
    return Work(
      request: request, method: method, parameters: given ?? QueryParameters(),
      body: method == .post ? Work.Body(of: exchange) : .none,
      deadline: start + limits.computeTimeout)
  }

  /// Whether a route needs no key. Where no page is, there is no more than on any other path that leads nowhere.
  private func isOpen(_ route: Route) -> Bool {
    route.isOpen && leads(.main, to: route)
  }

  /// Whether a route is answered there.
  private func leads(_ door: Door, to route: Route) -> Bool {
    switch (route, door) {
    case (.other, _): false
    case (.metrics, .main): !hasOperationsDoor
    case (.playground, .main): hasPlayground
    case (_, .main), (.metrics, _), (.healthz, _), (.readyz, _): true
    case (_, .operations): false
    }
  }

  private func checkBody(_ exchange: Exchange) throws(Problem) {
    guard exchange.hasHeader("Content-Length") else { throw Problem(.lengthRequired) }
    if exchange.hasHeader("Content-Encoding") {
      guard exchange.withHeader("Content-Encoding", { ContentCoding.isGzip($0) }) == true else {
        throw Problem(
          .unsupportedMediaType,
          detail: "Send the body with Content-Encoding: gzip, or with none, as curl --json does.")
      }
    }
    guard exchange.withHeader("Content-Type", { MediaType.isJSON($0) }) == true else {
      throw Problem(
        .unsupportedMediaType,
        detail: "Send the body as Content-Type: application/json, for example with curl --json.")
    }
  }

  /// Runs the stages of a request on a thread of one kind, and goes on elsewhere where they do not end there.
  private func run(_ work: inout Work, _ exchange: Exchange, on place: Place) {
    do throws(Interruption) {
      if place == .compute {
        if exchange.isAbandoned { throw .problem(.abandoned) }
        if work.isLate { throw .problem(.tooLate) }
      }
      let answer = try self.answer(&work, on: place)
      send(finished(exchange, work, answer), exchange, work.request, work.trace)
    } catch {
      switch error {
      case .problem(let problem):
        refuse(work, exchange, problem)
      case .tooHeavy:
        if place == .network { exchange.suspend() }
        resume(work, exchange)
      case .underWay(let key):
        if place == .network { exchange.suspend() }
        let isWaiting = memo.wait(for: key) { [work] result in
          var work = work
          // Who computed it may have had less time left than this request has.
          if case .failure(.deadline) = result {} else { work.awaited = result }
          self.resume(work, exchange, goesOn: true)
        }
        if !isWaiting { resume(work, exchange, goesOn: true) }
      }
    }
  }

  /// Runs a suspended request on a compute thread.
  private func resume(_ work: Work, _ exchange: Exchange, goesOn: Bool = false) {
    let job = ComputePool.Job(
      run: {
        var work = work
        self.run(&work, exchange, on: .compute)
      },
      isVain: { exchange.isAbandoned || work.isLate }, memoryBytes: work.memoryBytes)
    if !pool.submit(job, goesOn: goesOn) { refuse(work, exchange, .overloaded) }
  }

  /// Answers a request that fails; nothing of it stays.
  private func refuse(_ work: Work, _ exchange: Exchange, _ problem: Problem) {
    dropStray(work)
    // What was made of the body has been freed.
    FreedMemory.note(bytes: work.body.byteCount * SnapshotDecoder.bytesPerByteMax)
    var trace = work.trace
    trace.refuse(for: problem)
    send(finished(exchange, problem: problem), exchange, work.request, trace)
  }

  /// The answer to `POST /v1/layouts?query` with this body, by the same path: what `layoutd compute` prints.
  public func compute(snapshot: [UInt8], query: String) -> (status: Int, body: [UInt8]) {
    let request = Request(target: Target(path: Array("/v1/layouts".utf8).span))
    do throws(Problem) {
      let parameters = try QueryParameters(
        query, allowed: request.target.route.parameters, limitMax: limits.maximumElements)
      var work = Work(
        request: request, method: .post, parameters: parameters, body: .bytes(snapshot),
        deadline: ContinuousClock.now + limits.computeTimeout)
      do throws(Interruption) {
        let answer = try self.answer(&work, on: .compute)
        return (answer.status, answer.body)
      } catch {
        dropStray(work)
        guard case .problem(let problem) = error else { throw .overloaded }
        throw problem
      }
    } catch {
      return (error.status, error.json())
    }
  }

  // MARK: The library's log

  /// Takes a line of the HTTP library's log.
  public func log(_ message: String) { log(message) }
}

extension Problem {
  /// What stands in the path in place of a layout id is none.
  static let badID = Problem.badParameter(
    "id", .badSyntax, "A layout id is 64 lower-case hexadecimal digits.")

  /// The computation took too long, or waited too long for its turn.
  static let tooLate = Problem(
    .unavailable, detail: "Computing the answer took longer than allowed. Try again later.",
    retryAfterSeconds: 1, limit: .computeTimeout)

  /// Nobody waits for the answer any more; nobody reads this one either.
  static let abandoned = Problem(.unavailable, detail: "The client has gone.")

  /// Clients have yet to take as much as the server holds for them.
  static let noRoom = Problem(
    .unavailable, detail: "Too many large answers wait for their clients. Try again later.",
    retryAfterSeconds: 1, limit: .answersInFlight)

  /// Too many computations wait.
  static let overloaded = Problem(
    .unavailable, detail: "Too many computations wait. Try again later.", retryAfterSeconds: 1,
    limit: .computeQueue)
}
