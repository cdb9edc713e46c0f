import ContentHash
import LayoutCore
public import LayoutStore
import LayoutWire
import Synchronization

/// The service. A request passes through admission, the needs of its call, and the call, to the answer.
///
/// Small work is done on the network thread that receives the request. Work that would block this thread starts again
/// on a compute thread. A request for a layout that another request is computing is suspended until the layout is
/// there.
public final class Service: Sendable {
  let limits: ServiceLimits
  let metrics: ServiceMetrics
  /// The snapshots in memory.
  let cache: SnapshotCache
  /// Stores documents, and layouts if it is not in memory; nil if there are no documents.
  let store: (any Store)?
  let hasDocuments: Bool
  /// Whether layouts are stored beyond the end of the process.
  let keepsLayouts: Bool
  let loads = SnapshotLoads()
  let watchers: Subscribers
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
    hasDocuments = store != nil
    keepsLayouts = store?.isDurable == true
    hasNamedDocuments = Atomic(!keepsLayouts)
    watchers = Subscribers(store, keys: keys, countMax: limits.watchers, clock)
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
    guard let store else { return }
    metrics.read(from: store)
    metrics.setReading(.watchers) { [watchers] in Double(watchers.count) }
    metrics.setReading(.watchersLimit) { [watchers] in Double(watchers.countMax) }
    keepUpEveryHour()
    if keepsLayouts { nameDocuments(in: store) }
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

  /// Logs a line of the HTTP library.
  public func log(_ message: String) { log(message) }
}
