public import HTTPServer
import LayoutCore
import LayoutNaming
public import LayoutStore
import LayoutWire
import Synchronization

/// The service. A request passes through admission, the needs of its call, and the call, to the answer.
///
/// Small work is done on the network thread that receives the request. Work that would block this thread starts again
/// on a compute thread. A request for a layout that another request is computing is suspended until the layout is
/// there.
public final class Service: RequestHandler {
  let limits: ServiceLimits
  let metrics: ServiceMetrics
  /// The snapshots in memory.
  let cache: SnapshotCache
  /// Stores documents, and layouts if it is not in memory; nil if there are no documents.
  let store: (any Store)?
  /// Whether layouts are stored beyond the end of the process.
  let keepsLayouts: Bool
  let loads = SnapshotLoads()
  let watchers: Watchers
  /// Whether the layout of every document is named by the current rules.
  let hasNamedDocuments: Atomic<Bool>
  let bodyTags = BodyTag.Maker()
  /// Names the leaves of items, and finds equal ones.
  let naming: ContentNaming
  let content: SharedContent
  let memo: LayoutMemo
  let pool: ComputePool
  let keys: APIKeyRing?
  let origins: AllowedOrigins
  let basePath: BasePath
  let madeFiles: MadeFiles?
  let clock: ServiceClock
  let accessLog: (@Sendable (AccessRecord) -> Void)?
  /// The body of `GET /version`.
  let versionJSON: [UInt8]
  private let log: @Sendable (String) -> Void
  let hasOperationsDoor: Bool
  let hasPlayground: Bool
  let allowsSharedCaches: Bool
  private let isDraining = Atomic(false)

  /// Creates an empty service.
  ///
  /// - Parameters:
  ///   - keys: The keys that clients need; nil allows everyone.
  ///   - origins: The origins whose pages may call from a browser.
  ///   - basePath: The path under which a proxy makes the service reachable.
  ///   - madeFiles: Files in place of those in the program.
  ///   - hasOperationsDoor: Whether `/metrics` is only answered by an ``OperationsDoor``.
  ///   - hasPlayground: Whether `/` is answered with a page to try the service on.
  ///   - allowsSharedCaches: Whether answers that never change are `public` if no key is needed.
  ///   - facts: The content of `GET /version`.
  ///   - store: Stores documents, and layouts if it is not in memory; without it there are no documents.
  ///   - clock: Runs what happens after a time.
  ///   - accessLog: Receives a record of every answer, on the thread that answers. Must not wait.
  ///   - log: Receives lines of the HTTP library, and about documents of earlier rules, one at a time.
  public init(
    limits: ServiceLimits, metrics: ServiceMetrics, keys: APIKeyRing? = nil,
    origins: AllowedOrigins = .none, basePath: BasePath = .none, madeFiles: MadeFiles? = nil,
    hasOperationsDoor: Bool = false, hasPlayground: Bool = true, allowsSharedCaches: Bool = true,
    facts: ServiceFacts = ServiceFacts(), store: (any Store)? = nil,
    clock: ServiceClock = .system, accessLog: (@Sendable (AccessRecord) -> Void)? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.limits = limits
    self.metrics = metrics
    self.keys = keys
    self.origins = origins
    self.basePath = basePath
    self.madeFiles = madeFiles
    self.hasOperationsDoor = hasOperationsDoor
    self.hasPlayground = hasPlayground
    self.allowsSharedCaches = allowsSharedCaches
    self.clock = clock
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
    watchers = Watchers(store, keys: keys, countMax: limits.watchers, clock)
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

  /// Whether the service accepts new requests: the answer of `/readyz`.
  public var isReady: Bool {
    !isDraining.load(ordering: .relaxed) && store?.condition != .starting
      && hasNamedDocuments.load(ordering: .relaxed)
  }

  /// Whether answers to requests that follow documents close their connections, so that their clients go elsewhere.
  var endsFollowing: Bool { isDraining.load(ordering: .relaxed) }

  /// Makes `/readyz` answer 503, and ends the waiting of requests that follow documents. Later ones are answered as
  /// before, and so is every other request: a client that is answered at once may come back at once.
  public func beginDrain() {
    isDraining.store(true, ordering: .relaxed)
    watchers.drain(isFinal: false)
  }

  /// Ends the waiting of all requests that follow documents, now and later. New connections are refused by then.
  public func endFollowing() { watchers.drain(isFinal: true) }

  /// The input of the operators' calls.
  var operations: Operations {
    Operations(
      isReady: isReady, metrics: metrics, versionJSON: versionJSON, basePath: basePath)
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
    // Without a body, the head has not been admitted yet.
    if let kept = exchange.takeKept() as? KeptWork {
      handle(kept.work)
    } else {
      handle(admitted(Client(exchange), through: door))
    }
  }

  /// Waits for the response to a request of a caller in this process.
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

  /// The answer to `POST /v1/layouts?query` with this body: the output of `layoutd compute`.
  ///
  /// With `changes`, the answer to `POST /v1/layouts/{id}/changes?query` with this body, for the layout of the
  /// snapshot.
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

  /// Logs a line of the HTTP library.
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
