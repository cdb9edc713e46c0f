import Metrics
import Synchronization

/// The routes that requests are counted under: the templates of the contract's paths.
public enum Route: Int, Sendable, CaseIterable {
  case layouts, layout, elements, special, sections, item, supplementary, decoration, hit
  case healthz, readyz, metrics, version, openAPI, other

  /// The path with its changing parts in braces; `other` for every path that is none of them.
  public var template: String {
    switch self {
    case .layouts: "/v1/layouts"
    case .layout: "/v1/layouts/{id}"
    case .elements: "/v1/layouts/{id}/elements"
    case .special: "/v1/layouts/{id}/special"
    case .sections: "/v1/layouts/{id}/sections"
    case .item: "/v1/layouts/{id}/items"
    case .supplementary: "/v1/layouts/{id}/supplementary"
    case .decoration: "/v1/layouts/{id}/decorations"
    case .hit: "/v1/layouts/{id}/hit"
    case .healthz: "/healthz"
    case .readyz: "/readyz"
    case .metrics: "/metrics"
    case .version: "/version"
    case .openAPI: "/openapi.yaml"
    case .other: "other"
    }
  }
}

/// What the service counts (contract section 6, `GET /metrics`).
///
/// The values of every label come from fixed lists, so whatever clients send, the number of series
/// is bounded. A handle is made when its labels first occur; counting after that neither allocates
/// nor waits for anything but a lock held for a few instructions. All methods may be called from
/// any thread.
public final class ServiceMetrics: Sendable {
  /// What somebody else keeps and the exposition asks for.
  public enum Reading: String, Sendable, CaseIterable {
    case connectionsOpen = "layoutd_connections_open"
    case connectionsAccepted = "layoutd_connections_accepted_total"
    case connectionsRefused = "layoutd_connections_refused_total"
    case connectionsTimedOut = "layoutd_connections_timed_out_total"
    case requestsInFlight = "layoutd_requests_in_flight"
    case bodyBytesInFlight = "layoutd_body_bytes_in_flight"
    case answerBytesInFlight = "layoutd_answer_bytes_in_flight"
    case memoBytes = "layoutd_memo_bytes"
    case layoutsHeld = "layoutd_layouts_held"
    case snapshotsHeld = "layoutd_snapshots_held"
    case snapshotBytes = "layoutd_snapshot_bytes"

    var kind: PrometheusRegistry.Kind {
      switch self {
      case .connectionsAccepted, .connectionsRefused, .connectionsTimedOut:
        .counter
      case .connectionsOpen, .requestsInFlight, .bodyBytesInFlight, .answerBytesInFlight,
        .memoBytes, .layoutsHeld, .snapshotsHeld, .snapshotBytes:
        .gauge
      }
    }

    var help: String {
      switch self {
      case .connectionsOpen: "Connections that are open."
      case .connectionsAccepted: "Connections accepted."
      case .connectionsRefused: "Connections refused because too many were open."
      case .connectionsTimedOut: "Connections closed because the client was too slow."
      case .requestsInFlight: "Requests that are being answered."
      case .bodyBytesInFlight: "Memory that bodies of requests take, in bytes."
      case .answerBytesInFlight: "Memory that answers take until they are sent, in bytes."
      case .memoBytes: "Memory that prepared layouts take, in bytes."
      case .layoutsHeld: "Prepared layouts in the memo."
      case .snapshotsHeld: "Snapshots in the store."
      case .snapshotBytes: "Memory that snapshots take, in bytes."
      }
    }
  }

  private static let methods = ["GET", "HEAD", "POST", "DELETE", "other"]
  private static let statuses = [
    200, 201, 204, 304, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 422, 431, 500, 501, 503,
    505,
  ]
  private static let engines = ["flow", "column", "waterfall", "mosaic", "other"]

  /// Where the instruments live and their text comes from.
  public let registry: PrometheusRegistry

  private let requests: HandleTable<Counter>
  private let durations: HandleTable<Timer>
  private let engineRuns: HandleTable<Counter>
  private let itemsLaidOut: HandleTable<FloatingPointCounter>
  private let refusals: HandleTable<Counter>
  private let memoHits: Counter
  private let memoMisses: Counter
  private let memoEvictions: Counter
  private let specialOnlyAnswers: Counter

  /// Makes the instruments in a registry of this service's own, or in a given one.
  public init(registry: PrometheusRegistry = PrometheusRegistry()) {
    self.registry = registry
    Self.describe(in: registry)

    func counter(_ name: String) -> Counter { Counter(label: name, factory: registry) }
    memoHits = counter("layoutd_memo_hits_total")
    memoMisses = counter("layoutd_memo_misses_total")
    memoEvictions = counter("layoutd_memo_evictions_total")
    specialOnlyAnswers = counter("layoutd_special_only_answers_total")

    let (routes, methods, statuses) = (Route.allCases, Self.methods, Self.statuses)
    requests = HandleTable(count: routes.count * methods.count * (statuses.count + 1)) { index in
      let (head, status) = index.quotientAndRemainder(dividingBy: statuses.count + 1)
      let (route, method) = head.quotientAndRemainder(dividingBy: methods.count)
      return Counter(
        label: "layoutd_requests_total",
        dimensions: [
          ("route", routes[route].template), ("method", methods[method]),
          ("status", status < statuses.count ? String(statuses[status]) : "other"),
        ],
        factory: registry)
    }
    durations = HandleTable(count: routes.count) { route in
      Timer(
        label: "layoutd_request_duration_seconds",
        dimensions: [("route", routes[route].template)], factory: registry)
    }
    engineRuns = HandleTable(count: Self.engines.count) { engine in
      Counter(
        label: "layoutd_engine_runs_total", dimensions: [("engine", Self.engines[engine])],
        factory: registry)
    }
    refusals = HandleTable(count: RefusalReason.allCases.count) { number in
      Counter(
        label: "layoutd_requests_refused_total",
        dimensions: [("reason", RefusalReason.allCases[number].label)], factory: registry)
    }
    itemsLaidOut = HandleTable(count: Self.engines.count) { engine in
      FloatingPointCounter(
        label: "layoutd_items_laid_out_total", dimensions: [("engine", Self.engines[engine])],
        factory: registry)
    }
  }

  /// Counts an answered request and how long it took from its last byte to its answer.
  ///
  /// - Parameters:
  ///   - method: as the client spelled it; those that the service does not know count as `other`.
  ///   - status: of the answer; those that the contract does not name count as `other`.
  ///   - duration: nil where the request had no head to count from.
  public func requestFinished(route: Route, method: String, status: Int, duration: Duration?) {
    let method = Self.methods.firstIndex(of: method) ?? Self.methods.count - 1
    let status = Self.statuses.firstIndex(of: status) ?? Self.statuses.count
    let row = route.rawValue * Self.methods.count + method
    requests[row * (Self.statuses.count + 1) + status].increment()
    guard let (seconds, attoseconds) = duration?.components else { return }
    durations[route.rawValue].recordNanoseconds(
      seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Counts one section that an engine laid out, and its items.
  public func engineRan(_ engine: String, items: Int) {
    let engine = Self.engines.firstIndex(of: engine) ?? Self.engines.count - 1
    engineRuns[engine].increment()
    itemsLaidOut[engine].increment(by: Double(items))
  }

  /// Counts an answer that needed a prepared layout.
  public func memoAsked(wasThere: Bool) { (wasThere ? memoHits : memoMisses).increment() }

  /// Counts a request that was refused before anything was computed for it, or for a limit.
  public func requestRefused(_ reason: RefusalReason) { refusals[reason.number].increment() }

  /// Counts prepared layouts that made room for others.
  public func memoEvicted(_ count: Int = 1) { memoEvictions.increment(by: count) }

  /// Counts an answer for which nothing but special attributes was computed.
  public func specialOnlyAnswered() { specialOnlyAnswers.increment() }

  /// Says where a value is read whenever the exposition is made; the last one said counts.
  public func setReading(_ reading: Reading, read: @escaping @Sendable () -> Double) {
    registry.addReading(reading.rawValue, kind: reading.kind, read: read)
  }

  /// The body of `GET /metrics`, of type ``PrometheusRegistry/contentType``.
  public func exposition() -> String { registry.exposition() }

  private static func describe(in registry: PrometheusRegistry) {
    for reading in Reading.allCases {
      registry.describe(reading.rawValue, help: reading.help)
    }
    for (name, help) in [
      ("layoutd_requests_total", "Requests answered."),
      ("layoutd_request_duration_seconds", "Time from a request to its answer."),
      (
        "layoutd_requests_refused_total",
        "Requests refused for a limit, named as its setting, or before anything was computed."
      ),
      ("layoutd_engine_runs_total", "Sections laid out."),
      ("layoutd_items_laid_out_total", "Items of the sections laid out."),
      ("layoutd_memo_hits_total", "Answers whose prepared layout was there."),
      ("layoutd_memo_misses_total", "Answers that had to wait for their layout to be prepared."),
      ("layoutd_memo_evictions_total", "Prepared layouts that made room for others."),
      (
        "layoutd_special_only_answers_total",
        "Answers for which nothing but special attributes was computed."
      ),
    ] {
      registry.describe(name, help: help)
    }
  }
}

/// Handles by number, each made when it is first asked for.
private final class HandleTable<Handle: Sendable>: Sendable {
  private let handles: Mutex<[Handle?]>
  private let make: @Sendable (Int) -> Handle

  init(count: Int, make: @escaping @Sendable (Int) -> Handle) {
    handles = Mutex(Array(repeating: nil, count: count))
    self.make = make
  }

  subscript(index: Int) -> Handle {
    handles.withLock { handles in
      if let handle = handles[index] { return handle }
      let handle = make(index)
      handles[index] = handle
      return handle
    }
  }
}
