public import HTTPServer
public import LayoutCore
import LayoutStore
public import LayoutWire
import Metrics
import Synchronization

/// The service's metrics (docs/rules.md#get-metrics, docs/operations.md#metrics).
///
/// The values of all labels are from fixed lists, so the number of series is limited, whatever clients send. An
/// instrument is created when its labels first occur; counting afterwards neither allocates nor takes a lock. All
/// methods may be called on any thread.
public final class ServiceMetrics: Sendable {
  /// Values that are read from elsewhere for the exposition.
  public enum Reading: String, Sendable, CaseIterable {
    /// Always 1, with labels about the build.
    case buildInfo = "layoutd_build_info"
    case ready = "layoutd_ready"
    /// By `state`.
    case connections = "layoutd_connections"
    case connectionsLimit = "layoutd_connections_limit"
    case connectionsAccepted = "layoutd_connections_accepted_total"
    /// By `reason`.
    case connectionsRefused = "layoutd_connections_refused_total"
    /// By `state`.
    case connectionsTimedOut = "layoutd_connections_timed_out_total"
    case requestsInFlight = "layoutd_requests_in_flight"
    case bodiesInFlight = "layoutd_bodies_in_flight"
    case bodyBytesInFlight = "layoutd_body_bytes_in_flight"
    case bodyBytesSpare = "layoutd_body_bytes_spare"
    case bodiesLimitBytes = "layoutd_bodies_in_flight_limit_bytes"
    case answerBytesInFlight = "layoutd_answer_bytes_in_flight"
    case answersLimitBytes = "layoutd_answers_in_flight_limit_bytes"
    case memoryLimitBytes = "layoutd_memory_limit_bytes"
    case memoBytes = "layoutd_memo_bytes"
    case memoLimitBytes = "layoutd_memo_limit_bytes"
    case layoutsHeld = "layoutd_layouts_held"
    case snapshotsHeld = "layoutd_snapshots_held"
    case snapshotBytes = "layoutd_snapshot_bytes"
    case snapshotLimitBytes = "layoutd_snapshot_limit_bytes"
    case computeThreads = "layoutd_compute_threads"
    case computeJobsRunning = "layoutd_compute_jobs_running"
    case computeJobsWaiting = "layoutd_compute_jobs_waiting"
    case computeQueueLimit = "layoutd_compute_queue_limit"
    case storeUp = "layoutd_store_up"
    /// By `state`.
    case storeCondition = "layoutd_store_condition"
    /// By `operation` and `outcome`.
    case storeOperations = "layoutd_store_operations_total"
    case storeQueue = "layoutd_store_queue"
    case storeQueueLimit = "layoutd_store_queue_limit"
    case storeQueueBytes = "layoutd_store_queue_bytes"
    case storeGroups = "layoutd_store_groups_total"
    case storeGroupedWrites = "layoutd_store_grouped_writes_total"
    case storeBytes = "layoutd_store_bytes"
    case storeLogBytes = "layoutd_store_log_bytes"
    /// By `outcome`.
    case storeCheckpoints = "layoutd_store_checkpoints_total"
    case storeCollected = "layoutd_store_collected_total"
    case documents = "layoutd_documents"
    /// By `state`.
    case databaseConnections = "layoutd_database_connections"
    case databaseConnectionsLimit = "layoutd_database_connections_limit"
    case databaseBreakerOpen = "layoutd_database_breaker_open"
    case databaseListening = "layoutd_database_listening"
    case databaseLookAge = "layoutd_database_look_age_seconds"
    case keys = "layoutd_keys"
    case keysReadSucceeded = "layoutd_keys_read_succeeded"
    case keysReadTime = "layoutd_keys_read_timestamp_seconds"
    case watchers = "layoutd_watchers"
    case watchersLimit = "layoutd_watchers_limit"
    case logLinesDropped = "layoutd_log_lines_dropped_total"
    case accessLogLinesSuppressed = "layoutd_access_log_lines_suppressed_total"

    var kind: PrometheusRegistry.Kind { rawValue.hasSuffix("_total") ? .counter : .gauge }

    var help: String {
      switch self {
      case .buildInfo:
        """
        1, with the program's version, the version of the rules that layout ids are made by, the version of \
        libmicrohttpd, and how it was compiled.
        """
      case .ready:
        "1 while new requests are welcome, 0 from the moment the program is told to end: what /readyz answers."
      case .connections:
        """
        Open connections by what they are at: head (new, or a request head is arriving), body (a body is arriving), \
        handling (being answered, or waiting for that), answer (the client takes an answer), stream (an answer is sent \
        in pieces, as there is news), idle (between requests).
        """
      case .connectionsLimit:
        """
        Connections that may be open at one time: max-connections, or fewer where the descriptor limit is lower. \
        Further ones are answered 503 and closed.
        """
      case .connectionsAccepted:
        "Connections accepted; much fewer than requests where clients keep theirs."
      case .connectionsRefused:
        """
        Connections answered 503 and closed at once: too many were open (max-connections), or no descriptor was \
        left (descriptors).
        """
      case .connectionsTimedOut:
        """
        Connections closed because the client was too slow, by what it was slow at: sending a head (head-timeout) or a \
        body (body-timeout, body-rate, body-silence), or taking an answer or a piece of a stream (response-timeout).
        """
      case .requestsInFlight:
        "Requests whose head is complete and whose answer has not been taken yet, this scrape among them."
      case .bodiesInFlight:
        "Bodies of requests that memory is held for, because they are arriving or being worked on."
      case .bodyBytesInFlight: "Memory that bodies of requests take, in bytes."
      case .bodyBytesSpare:
        "Memory of buffers that wait some seconds for the next large body, and are freed where a body needs the room."
      case .bodiesLimitBytes:
        "Memory that bodies of requests may take (max-bodies-in-flight); beyond it requests are answered 503."
      case .answerBytesInFlight:
        "Memory that answers take until their clients have taken them, in bytes."
      case .answersLimitBytes:
        "Memory that answers may take (max-answers-in-flight); beyond it larger ones are replaced by 503."
      case .memoryLimitBytes:
        "Memory that the whole program may take: memory-limit, or that of its cgroup or machine."
      case .memoBytes: "Memory that prepared layouts take, in bytes."
      case .memoLimitBytes:
        "Memory that prepared layouts may take (memo-bytes); the least recently used ones make room."
      case .layoutsHeld: "Prepared layouts in the memo, each of one snapshot at one width."
      case .snapshotsHeld: "Snapshots in memory, whose ids are known."
      case .snapshotBytes: "Memory that snapshots take, in bytes."
      case .snapshotLimitBytes:
        """
        Memory that snapshots may take (snapshot-bytes); the least recently used ones are forgotten, and clients post \
        them again.
        """
      case .computeThreads:
        "Threads for large requests: those that would hold up a network thread (compute-threads)."
      case .computeJobsRunning: "Large requests that compute threads work on."
      case .computeJobsWaiting: "Large requests that wait for a compute thread."
      case .computeQueueLimit:
        "Large requests that may wait for a compute thread (compute-queue); further ones are answered 503."
      case .storeUp:
        "1 while the store reads and writes, in a file or in memory."
      case .storeCondition:
        """
        1 at the state that the store is in: working, failed (nothing is written: until the log is whole again, or because the database is read-only), \
        suspect (the file is being replaced by a copy), damaged (it is only read), starting (it has not been reached yet), \
        unreachable (it is tried again and again), closed.
        """
      case .storeOperations:
        """
        Calls of the store by operation (keep, load, forget, of layouts; document, documents, write, change, records, \
        of documents; stamp, collect, which nobody waits for) and outcome: ok, or full, unavailable, busy (too much \
        waited), overdue (store-timeout), unknown (it may have been done), damaged.
        """
      case .storeQueue: "Calls of the store that wait or are being done."
      case .storeQueueLimit:
        "Calls of the store that may wait (store-queue); further ones are answered 503."
      case .storeQueueBytes: "Memory that calls of the store and what it has read take, in bytes."
      case .storeGroups: "Transactions of the store."
      case .storeGroupedWrites:
        "Writes in the transactions of the store; several in each where many come at a time."
      case .storeBytes: "Bytes of the store's file."
      case .storeLogBytes:
        "Bytes of the store's log that checkpoints have yet to move into the file."
      case .storeCheckpoints: "Checkpoints of the store, by outcome: ok, or failed."
      case .storeCollected:
        "Layouts that were deleted because nobody had used them (store-retention)."
      case .documents: "Documents in the store; of a database those of the last two seconds."
      case .databaseConnections:
        "Connections to the database by state: in_use, idle; without the one that listens."
      case .databaseConnectionsLimit:
        "Connections to the database that may be open (store-connections)."
      case .databaseBreakerOpen:
        "1 while what needs the database is refused at once, since it could not be reached."
      case .databaseListening:
        "1 while the database tells at once of documents that other processes have written."
      case .databaseLookAge:
        """
        Time since documents that other processes have written were last looked for, in seconds: what is not told of \
        is found within 2 s.
        """
      case .keys: "API keys in force."
      case .keysReadSucceeded:
        "1 if the file of API keys could be used when it was last read; 0 while earlier keys stay in force."
      case .keysReadTime: "Time when the file of API keys was last read, in seconds since 1970."
      case .watchers: "Requests that follow documents: polls that wait, and streams of events."
      case .watchersLimit:
        "Requests that may follow documents (max-watchers); further ones are answered 429."
      case .logLinesDropped:
        "Lines of the log that were lost because whoever reads standard error is too slow."
      case .accessLogLinesSuppressed:
        "Lines of the access log that were left out because the same failure had just been logged."
      }
    }
  }

  /// Nil means all other methods.
  private static let methods: [Method?] = [.get, .head, .post, .put, .delete, .options, nil]
  /// The statuses of the service's answers, and of the HTTP layer's refusals.
  private static let statuses =
    Set(AnswerStatus.allCases.map(\.rawValue)).union(Refusal.statuses).sorted()

  /// The registry of the instruments.
  public let registry: PrometheusRegistry

  private let requests: LazyObjects<Counter>
  private let durations: LazyObjects<Timer>
  /// By the number of the engine.
  private let engineRuns: [Counter]
  private let itemsLaidOut: [Counter]
  /// By the number of the reason.
  private let refusals: [Counter]
  /// By the number of the code.
  private let warnings: [Counter]
  /// By problem, then by code. The last code means none.
  private let refusedInputs: [[Counter]]
  private let memoHits: Counter
  private let memoMisses: Counter
  private let memoEvictions: Counter
  private let snapshotEvictions: Counter
  private let specialOnlyAnswers: Counter
  private let computeWaits: Timer
  /// By the number of the result.
  private let loads: LazyObjects<Counter>
  /// By the number of the operation.
  private let storeDurations: LazyObjects<Timer>

  /// Creates the instruments in a registry.
  ///
  /// - Parameter routes: The templates of the paths of all calls, by number.
  init(routes: [String], registry: PrometheusRegistry) {
    self.registry = registry
    Self.describe(in: registry)

    func counter(_ name: String) -> Counter { Counter(label: name, factory: registry) }
    memoHits = counter("layoutd_memo_hits_total")
    memoMisses = counter("layoutd_memo_misses_total")
    memoEvictions = counter("layoutd_memo_evictions_total")
    snapshotEvictions = counter("layoutd_snapshot_evictions_total")
    specialOnlyAnswers = counter("layoutd_special_only_answers_total")
    computeWaits = Timer(label: "layoutd_compute_wait_seconds", factory: registry)

    let (methods, statuses) = (Self.methods, Self.statuses)
    requests = LazyObjects(count: routes.count * methods.count * (statuses.count + 1)) { index in
      let (head, status) = index.quotientAndRemainder(dividingBy: statuses.count + 1)
      let (route, method) = head.quotientAndRemainder(dividingBy: methods.count)
      return Counter(
        label: "layoutd_requests_total",
        dimensions: [
          ("route", routes[route]), ("method", methods[method]?.name ?? "other"),
          ("status", status < statuses.count ? String(statuses[status]) : "other"),
        ],
        factory: registry)
    }
    durations = LazyObjects(count: routes.count) { route in
      Timer(
        label: "layoutd_request_duration_seconds",
        dimensions: [("route", routes[route])], factory: registry)
    }
    loads = LazyObjects(count: LoadResult.allCases.count) { result in
      Counter(
        label: "layoutd_store_loads_total",
        dimensions: [("result", LoadResult.allCases[result].rawValue)], factory: registry)
    }
    storeDurations = LazyObjects(count: StoreOperation.ofRequests.count) { operation in
      Timer(
        label: "layoutd_store_operation_duration_seconds",
        dimensions: [("operation", StoreOperation.ofRequests[operation].rawValue)],
        factory: registry)
    }
    // All of them are created at once, because a counter that first appears as 1 has no rate.
    refusals = RefusalReason.allCases.map { reason in
      Counter(
        label: "layoutd_requests_refused_total", dimensions: [("reason", reason.label)],
        factory: registry)
    }
    warnings = SnapshotWarning.Code.allCases.map { code in
      Counter(
        label: "layoutd_warnings_total", dimensions: [("code", code.rawValue)], factory: registry)
    }
    refusedInputs = RefusedInput.problems.map { problem in
      (problem.codes.map(\.rawValue) + ["none"]).map { code in
        Counter(
          label: "layoutd_problems_total",
          dimensions: [("problem", problem.rawValue), ("code", code)], factory: registry)
      }
    }
    engineRuns = Engine.allCases.map { engine in
      Counter(
        label: "layoutd_engine_runs_total", dimensions: [("engine", engine.rawValue)],
        factory: registry)
    }
    itemsLaidOut = Engine.allCases.map { engine in
      Counter(
        label: "layoutd_items_laid_out_total", dimensions: [("engine", engine.rawValue)],
        factory: registry)
    }
  }

  /// Counts an answered request, and its duration from its last byte to its answer.
  ///
  /// - Parameters:
  ///   - method: Methods that HTTP does not define, and nil, count as `other`.
  ///   - status: The status of the answer. Statuses that the service does not use count as `other`.
  ///   - duration: Nil if the request had no complete head.
  public func requestFinished(route: Route, method: Method?, status: Int, duration: Duration?) {
    let method = Self.methods.firstIndex(of: method) ?? Self.methods.count - 1
    let status = Self.statuses.firstIndex(of: status) ?? Self.statuses.count
    let row = route.number * Self.methods.count + method
    requests[row * (Self.statuses.count + 1) + status].increment()
    guard let duration else { return }
    durations[route.number].recordNanoseconds(
      Int64(duration.count(ofAttoseconds: 1_000_000_000)))
  }

  /// Counts a section that an engine laid out, and its items.
  public func engineRan(_ engine: Engine, items: Int) {
    guard let number = Engine.allCases.firstIndex(of: engine) else { return }
    engineRuns[number].increment()
    itemsLaidOut[number].increment(by: items)
  }

  /// Counts an answer that needed a layout, by whether it was cached.
  public func memoAsked(wasThere: Bool) { (wasThere ? memoHits : memoMisses).increment() }

  /// Counts a request refused before anything was computed for it, or because of a limit.
  public func requestRefused(_ reason: RefusalReason) {
    if let number = reason.number { refusals[number].increment() }
  }

  /// Counts a warning of an answer.
  public func warned(_ code: SnapshotWarning.Code) {
    warnings[SnapshotWarning.Code.allCases.firstIndex(of: code) ?? 0].increment()
  }

  /// Counts a request whose input was refused.
  public func inputRefused(_ input: RefusedInput) {
    guard let problem = RefusedInput.problems.firstIndex(of: input.problem) else { return }
    let codes = refusedInputs[problem]
    let code = input.code.flatMap { input.problem.codes.firstIndex(of: $0) }
    codes[code ?? codes.count - 1].increment()
  }

  /// Counts layouts evicted from the cache.
  public func memoEvicted(_ count: Int = 1) { memoEvictions.increment(by: count) }

  /// Counts snapshots evicted from memory.
  public func snapshotsEvicted(_ count: Int) { snapshotEvictions.increment(by: count) }

  /// Counts an answer for which only special attributes were computed.
  public func specialOnlyAnswered() { specialOnlyAnswers.increment() }

  /// The result of looking in the store for a layout that is not in memory.
  enum LoadResult: String, CaseIterable {
    case hit, absent, damaged, failed
  }

  /// Creates the instruments of a store, so that they begin at 0.
  func beginStore() {
    for result in LoadResult.allCases.indices { _ = loads[result] }
    for operation in StoreOperation.ofRequests.indices { _ = storeDurations[operation] }
  }

  /// Counts a layout looked up in the store.
  func loaded(_ result: LoadResult) {
    if let number = LoadResult.allCases.firstIndex(of: result) { loads[number].increment() }
  }

  /// Records the time that a request waited for the store.
  func storeWaited(_ operation: StoreOperation, _ duration: Duration) {
    guard let number = StoreOperation.ofRequests.firstIndex(of: operation) else { return }
    storeDurations[number].recordSeconds(duration / .seconds(1))
  }

  /// Counts a job that a compute thread begins, and the time that it waited.
  func computeJobStarted(waited: Duration) {
    computeWaits.recordSeconds(waited / .seconds(1))
  }

  /// Sets the function that reads a value for each exposition. Replaces an earlier one with the same reading and
  /// labels.
  public func setReading(
    _ reading: Reading, labels: [(String, String)] = [], read: @escaping @Sendable () -> Double
  ) {
    registry.addReading(reading.rawValue, kind: reading.kind, labels: labels, read: read)
  }

  /// The body of `GET /metrics`, of type ``PrometheusRegistry/contentType``.
  public func exposition() -> String { registry.exposition() }

  private static func describe(in registry: PrometheusRegistry) {
    for reading in Reading.allCases {
      registry.describe(reading.rawValue, help: reading.help)
    }
    for (name, help) in [
      (
        "layoutd_requests_total",
        "Requests answered, by route, method and status; those whose head could not be read have the route other."
      ),
      (
        "layoutd_request_duration_seconds",
        "Time from a complete request head to its answer, by route; what a body took to arrive is part of it."
      ),
      (
        "layoutd_requests_refused_total",
        """
        Requests refused by reason: the setting whose limit they exceed, unauthorized (no key, or a wrong one), \
        forbidden (a key without the right), malformed (not HTTP as the service takes it), memory (none left).
        """
      ),
      (
        "layoutd_warnings_total",
        "Warnings in answers to posts, by code: what clients send is allowed, and probably not what they mean."
      ),
      (
        "layoutd_problems_total",
        "Requests answered 400 or 422, by the problem's name and the code of its first error (none where it has none)."
      ),
      (
        "layoutd_engine_runs_total",
        "Sections laid out, by engine: the work that the memo has not saved."
      ),
      ("layoutd_items_laid_out_total", "Items of the sections laid out, by engine."),
      ("layoutd_memo_hits_total", "Answers whose prepared layout was there."),
      ("layoutd_memo_misses_total", "Answers that had to wait for their layout to be prepared."),
      (
        "layoutd_memo_evictions_total",
        "Prepared layouts that made room for others; with a low share of hits, memo-bytes is too small."
      ),
      (
        "layoutd_snapshot_evictions_total",
        "Snapshots that were forgotten to make room for others; their ids answer 404 until clients post them again."
      ),
      (
        "layoutd_compute_wait_seconds",
        "Time that large requests waited for a compute thread, of those that got one; of one that is free, about 0."
      ),
      (
        "layoutd_store_loads_total",
        "Layouts that were not in memory, by what the store had: hit, absent, damaged, failed (the store did not answer)."
      ),
      (
        "layoutd_store_operation_duration_seconds",
        "Time that requests waited for the store, by operation (those of layoutd_store_operations_total)."
      ),
      (
        "layoutd_special_only_answers_total",
        "Answers for which nothing but special attributes was computed."
      ),
    ] {
      registry.describe(name, help: help)
    }
  }
}
