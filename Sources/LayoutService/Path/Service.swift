public import HTTPServer
import LayoutCore
import LayoutNaming
public import LayoutStore
import LayoutWire
import Synchronization

/// The path of a request from top to bottom: head → admission → what the call needs → the call → answer.
///
/// Small work is answered on the network thread that brings it. What would hold that thread up is begun again on a
/// compute thread, and who needs a layout that somebody computes is suspended until it is there.
public final class Service: RequestHandler {
  let limits: ServiceLimits
  let metrics: ServiceMetrics
  /// The snapshots in memory.
  let cache: SnapshotCache
  /// Where documents are kept, and layouts unless it is in memory; nil where there are no documents either.
  let store: (any Store)?
  /// Whether layouts are kept beyond the process.
  let keepsLayouts: Bool
  let loads = SnapshotLoads()
  let watchers: Watchers
  /// Whether every document stands for a layout that is named by today's rules.
  let hasNamedDocuments: Atomic<Bool>
  let bodyTags = BodyTag.Maker()
  /// What the leaves of items are named by, and where equal ones are found.
  let naming: ContentNaming
  let content: SharedContent
  let memo: LayoutMemo
  let pool: ComputePool
  let keys: APIKeyRing?
  let origins: AllowedOrigins
  let accessLog: (@Sendable (AccessRecord) -> Void)?
  /// The body of `GET /version`.
  let versionJSON: [UInt8]
  private let log: @Sendable (String) -> Void
  let hasOperationsDoor: Bool
  let hasPlayground: Bool
  private let isDraining = Atomic(false)

  /// Makes a service with nothing in it.
  ///
  /// - Parameters:
  ///   - keys: those that may call; nil lets everybody in.
  ///   - origins: those whose pages may call from a browser.
  ///   - hasOperationsDoor: `/metrics` is answered by an ``OperationsDoor`` alone.
  ///   - hasPlayground: `/` is answered with a page to try the service on.
  ///   - facts: what `GET /version` tells.
  ///   - store: where documents are kept, and layouts unless it is in memory; without one there are no documents.
  ///   - accessLog: takes notice of every answer, on the thread that answers. Must not wait.
  ///   - log: takes what the HTTP library has to say, and what becomes of documents of earlier rules, one line each.
  public init(
    limits: ServiceLimits, metrics: ServiceMetrics, keys: APIKeyRing? = nil,
    origins: AllowedOrigins = .none, hasOperationsDoor: Bool = false, hasPlayground: Bool = true,
    facts: ServiceFacts = ServiceFacts(), store: (any Store)? = nil,
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
    let content = SharedContent()
    let cache = SnapshotCache(
      capacity: limits.snapshotBytes, content: content, disposal: disposal)
    let memo = LayoutMemo(
      limits: limits, content: content, metrics: metrics, disposal: disposal)
    self.cache = cache
    self.store = store
    keepsLayouts = store?.isDurable == true
    hasNamedDocuments = Atomic(!keepsLayouts)
    watchers = Watchers(
      store, keys: keys, countMax: limits.watchers, heartbeat: limits.heartbeat)
    self.content = content
    naming = .sha256(sharing: content)
    self.memo = memo
    pool = ComputePool(
      threadCount: limits.computeThreads, queueLength: limits.computeQueueLength,
      memoryBytesMax: limits.workingBytes, metrics: metrics)
    metrics.setReading(.memoBytes) { [weak memo] in Double(memo?.usage.bytes ?? 0) }
    metrics.setReading(.layoutsHeld) { [weak memo] in Double(memo?.usage.layouts ?? 0) }
    metrics.setReading(.snapshotsHeld) { Double(cache.usage.snapshots) }
    metrics.setReading(.snapshotBytes) { Double(cache.usage.bytes) }
    if let store {
      metrics.read(from: store)
      metrics.setReading(.watchers) { [watchers] in Double(watchers.count) }
      metrics.setReading(.watchersLimit) { [watchers] in Double(watchers.countMax) }
      keepUpEveryHour()
      if keepsLayouts { nameDocuments(in: store) }
    }
  }

  /// Whether new requests are welcome: the answer of `/readyz`.
  public var isReady: Bool {
    !isDraining.load(ordering: .relaxed) && store?.condition != .starting
      && hasNamedDocuments.load(ordering: .relaxed)
  }

  /// Turns `/readyz` to 503, and ends the waiting of those who follow documents; every request is still answered.
  public func beginDrain() {
    isDraining.store(true, ordering: .relaxed)
    watchers.drain()
  }

  /// The input of the operators' calls.
  var operations: Operations {
    Operations(isReady: isReady, metrics: metrics, versionJSON: versionJSON)
  }

  // MARK: Requests

  public func admit(_ exchange: Exchange) { admit(exchange, through: .main) }

  public func handle(_ exchange: Exchange) { handle(exchange, through: .main) }

  func admit(_ exchange: Exchange, through door: Door) {
    if let work = admitted(beforeBodyOf: Client(exchange), through: door) {
      exchange.keep(KeptWork(work))
    }
  }

  func handle(_ exchange: Exchange, through door: Door) {
    // Without a body the head has not been admitted yet.
    let kept = exchange.takeKept() as? KeptWork
    handle(kept?.work ?? admitted(Client(exchange), through: door))
  }

  /// The response to a request of a caller in this process. Waits for it.
  public func response(to request: Request) -> Response {
    let caller = Caller()
    let client = Client(caller, request)
    let hasBody = request.bodyByteCount > 0
    let work =
      hasBody
      ? admitted(beforeBodyOf: client, through: .main) : admitted(client, through: .main)
    if let work { handle(work) }
    return caller.wait().response
  }

  /// The response to a request of a caller in this process, computed on the calling thread.
  public func compute(_ request: Request) -> Response { computed(request).response }

  private func computed(_ request: Request) -> (response: Response, layout: Digest?) {
    let caller = Caller()
    handle(admitted(Client(caller, request), through: .main), on: .compute)
    return caller.wait()
  }

  /// The answer to `POST /v1/layouts?query` with this body: what `layoutd compute` prints.
  ///
  /// With `changes`, that of `POST /v1/layouts/{id}/changes?query` with this body, for the layout of the snapshot.
  public func compute(
    snapshot: [UInt8], changes: [UInt8]? = nil, query: String
  ) -> (status: Int, body: [UInt8]) {
    guard let changes else {
      let response = compute(Request(posting: snapshot, query: query))
      return (response.status, response.body)
    }
    var (response, layout) = computed(Request(posting: snapshot))
    if response.status < 300, let layout {
      response = compute(
        Request(
          posting: changes, to: "/v1/layouts/\(layout.hexadecimal)/changes", query: query))
    }
    return (response.status, response.body)
  }

  // MARK: The library's log

  /// Takes a line of the HTTP library's log.
  public func log(_ message: String) { log(message) }
}

extension Request {
  /// `POST /v1/layouts?query`, or to another path, with this body.
  public init(posting snapshot: [UInt8], to path: String = "/v1/layouts", query: String = "") {
    self.init(
      .post, "\(path)?\(query)", headers: [("Content-Type", "application/json")],
      body: snapshot, bodyByteCountMax: .max)
  }
}
