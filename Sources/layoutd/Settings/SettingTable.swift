import HTTPServer
import LayoutService
import LayoutStore
import LayoutWire

extension Setting {
  private static let timeouts: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3_600)
  private static let drainTimes: ClosedRange<Duration> = .zero ... .seconds(3_600)

  /// Every setting, in the order of help and docs/operations.md. The defaults are those of the fields: of the server's
  /// configuration, the service's limits and ``Configuration``.
  static let all: [Setting] = [
    .address(
      "listen", \.server.listen, "The address that accepts connections. Port 0 takes a free port.",
      protects: "Name one that outside clients cannot reach."),
    .optionalAddress(
      "metrics-listen", \.metricsListen,
      """
      The address that answers `/metrics` and the probes without keys. The main address then answers `/metrics` with \
      404.
      """,
      protects: "Set it if others than operators can reach `--listen`."),
    .origins(
      "cors-origins", \.corsOrigins,
      "The web origins whose pages may call the service from a browser.",
      protects: "See [CORS](#cors)."),
    .basePath(
      "base-path", \.basePath,
      """
      The path under which a proxy makes the service reachable. The service writes it in front of each path in an answer.
      """,
      protects: "See [Base path](#base-path)."),
    .path(
      "api-keys-file", \.apiKeysFile,
      """
      The file of the API keys that callers need. SIGHUP reads it again. With `none`, callers need no key.
      """,
      protects: "See [Keys](#keys)."),
    .choice(
      "shared-caches", \.sharedCaches,
      "Whether caches that clients share may keep answers that never change. With keys they keep only what a line opens to callers without one.",
      protects: "See [Shared caches](#shared-caches)."),
    .choice(
      "playground", \.playground, inForce: { $0.hasPlayground ? .on : .off },
      """
      Whether the service answers `/`, a page on which to try it. `auto` is `off` with `--api-keys-file` and `on` \
      without. `--no-playground` is `off`.
      """,
      protects: "It holds no data and needs no key."),
    .path(
      "client-folder", \.clientFolder,
      """
      The folder `clients/typescript` whose module and bundles are answered below `/client/`, as they are at the moment. \
      With `none`, those of the build are.
      """,
      protects: "`script/server` sets it."),
    .count(
      "threads", \.threads, 0...1_024, "The number of network threads. 0 takes one per processor.",
      protects: "Fewer leave processors to other programs."),
    .automaticCount(
      "max-connections", \.memory.connections, inForce: \.server.connectionsMax, 1...1_000_000,
      """
      The most open connections. `auto` is at most 10000, and fewer when the descriptor limit is lower.
      """,
      protects: """
        Raise it, and `ulimit -n`, if `LayoutdConnectionsNearLimit` fires without a flood.
        """),
    .count(
      "max-requests-per-connection", \.server.requestsPerConnectionMax, 1...1_000_000_000,
      "The most requests on one connection. The last answer closes it.",
      protects: "A client that connects again may reach another replica."),

    .automaticBytes(
      "memory-limit", \.memory.limit, inForce: \.memoryLimitBytes, (16 << 20)...(1 << 40),
      """
      The memory that the whole program may take. `auto` is the memory of its cgroup or of the machine.
      """,
      protects: "Set it if several programs share a machine ([Sizing](#sizing))."),
    .automaticBytes(
      "memo-bytes", \.memory.memo, inForce: \.limits.memoBytes, 0...(1 << 40),
      "The memory for prepared layouts. `auto` is at most 512MiB.",
      protects: "Raise it if `LayoutdMemoTooSmall` fires."),
    .count(
      "memo-widths", \.limits.memoWidths, 1...1_000_000,
      """
      The most prepared layouts of one snapshot. Two or more of them take at most half of `--memo-bytes`.
      """,
      protects: "Raise it if clients use more widths."),
    .automaticBytes(
      "snapshot-bytes", \.memory.snapshots, inForce: \.limits.snapshotBytes, 0...(1 << 40),
      "The memory for snapshots. `auto` is at most 1GiB.",
      protects: "Raise it if `LayoutdSnapshotsForgotten` fires."),

    .store(
      "store", \.store.location,
      """
      Where layouts and documents are kept: `memory` loses them when the program ends, `sqlite:PATH` keeps them in a file, \
      `postgresql://USER@HOST/DATABASE` in a database that several programs share.
      """,
      protects: "See [Keeping layouts](#keeping-layouts)."),
    .path(
      "store-password-file", \.store.passwordFile,
      "The file whose first line is the password for the database.",
      protects: "It is read for each connection. A password in `--store` is refused."),
    .count(
      "store-connections", \.store.connections, 1...64,
      "The connections to the database, beside one that listens.",
      protects: "More help if the database's disk has a long latency but is not busy."),
    .optionalBytes(
      "store-bytes", \.store.bytesMax, (1 << 20)...(1 << 50),
      "The largest size of an SQLite store's file, or of documents in memory. Beyond it writes are rejected with 507.",
      protects: "The log of the file takes up to 256MiB more. In memory `none` is at most 64MiB."),
    .days(
      "store-retention", \.limits.storeRetentionDays, 2...36_500,
      "The time after which unused layouts are deleted from the store.",
      protects: """
        Use counts by days. A layout stays if others are derived from it, or if a document or its \
        log names it.
        """),
    .duration(
      "store-timeout", \.limits.storeTimeout, timeouts,
      "The time for a call of the store, waiting included.",
      protects: "Beyond it the answer is 503, which says whether anything may have been written."),
    .count(
      "store-queue", \.store.waitingMax, 16...1_000_000,
      "The most calls of the store that wait. Further ones are rejected with 503.",
      protects: "A longer one makes a slow disk faster, since what waits is written together."),
    .automaticBytes(
      "store-queue-bytes", \.memory.storeQueue, inForce: \.store.waitingBytesMax,
      (1 << 20)...(1 << 40),
      "The memory for calls that wait for the store, and for what it has read. `auto` is at most 128MiB.",
      protects: "One call alone may take more."),
    .count(
      "max-documents", \.store.documents.documentsMax, 1...10_000_000,
      "The most documents. Further ones are rejected with 507.",
      protects: "It bounds the space that clients can fill with new names."),
    .count(
      "history", \.store.documents.recordsMax, 1...1_000_000,
      "The newest records of a document's log that are kept. Those beyond 64MiB go earlier.",
      protects: "A client that was away for longer reads the document again."),
    .count(
      "max-watchers", \.limits.watchers, 1...1_000_000,
      "The most requests that follow documents at a time. Further ones are rejected with 429.",
      protects: "`--max-connections` has to be higher."),

    .automaticBytes(
      "max-body", \.memory.body, inForce: \.server.bodyBytesMax, 1_024...(2 << 30),
      "The largest body of a request. `auto` is at most 64MiB.",
      protects: "Lower it to the largest real snapshot, and the proxy's limit with it."),
    .automaticBytes(
      "working-bytes", \.memory.working, inForce: \.limits.workingBytes, 0...(1 << 40),
      "The memory for reading and laying out large requests. Each takes 20 times its body, or more with many steps.",
      protects: "Requests without room wait in the compute queue."),
    .automaticBytes(
      "max-bodies-in-flight", \.memory.bodiesInFlight, inForce: \.server.bodiesInFlightBytesMax,
      1_024...(1 << 40),
      """
      The memory for the bodies of all requests while they arrive. `auto` is at most 256MiB.
      """,
      protects: """
        Keep it at three times `--max-body` or more; see its [shares](#bodies-in-flight).
        """),
    .automaticBytes(
      "max-answers-in-flight", \.memory.answersInFlight,
      inForce: \.server.answersInFlightBytesMax, 1_024...(1 << 40),
      "The memory for all answers until clients have taken them. `auto` is at most 256MiB.",
      protects: "A stream of events waits for room. A proxy that buffers takes answers at once."),
    .count(
      "max-depth", \.limits.maximumDepth, 4...64,
      "The deepest nesting of a snapshot's JSON; with a source 16 levels more.",
      protects: "No snapshot without a source or groups needs more than 6."
    ),
    .automaticCount(
      "max-sections", \.memory.sections, inForce: \.limits.snapshot.sections, 1...10_000_000,
      "The most sections of a snapshot. `auto` is at most 1000000.",
      protects: "A section costs as much as some ten items."),
    .count(
      "max-items", \.limits.snapshot.explicitItems, 1...1_000_000_000,
      "The most items of a snapshot whose sizes are given one by one.",
      protects: "Equal items given as a count do not count."),
    .count(
      "max-columns", \.limits.snapshot.columns, 1...1_000_000, "The most columns of a section.",
      protects: "A screen shows some dozens, so it can be lowered far."),
    .count(
      "max-segments", \.limits.snapshot.segments, 1...1_000_000,
      "The most styles in `segments`, and in `leadingSegments`, of a mosaic.",
      protects: "It can be lowered far."),
    .count(
      "max-elements", \.limits.maximumElements, 1...1_000_000, "The most elements in one answer.",
      protects: "Each takes 100 to 200 bytes. `cursor` asks for the rest."),

    .bytes(
      "max-target", \.server.targetBytesMax, 256...(64 << 10), "The longest request target.",
      protects: "Useful ones have some hundred bytes."),
    .bytes(
      "max-head", \.server.headBytesMax, 1_024...(256 << 10), "The largest request head.",
      protects: """
        Each connection takes twice as much. Raise it only for a proxy that adds long headers.
        """),
    .count(
      "max-header-lines", \.server.headerLinesMax, 8...1_000, "The most header lines of a request.",
      protects: "It bounds the time to read a head."),

    .duration(
      "head-timeout", \.server.headTimeout, timeouts, "The time for a whole request head.",
      protects: "It closes connections whose clients send a byte now and then."),
    .duration(
      "body-timeout", \.server.bodyTimeout, timeouts,
      "The time for a whole body, before `--body-rate` extends it.",
      protects: "Behind a proxy that buffers requests it can be lowered."),
    .bytes(
      "body-rate", \.server.bodyBytesPerSecondMin, 1...(1 << 30),
      "The number of received bytes for which a body gets one more second.",
      protects: "Lower it if real clients are slower.",
      unit: "BYTES/S"),
    .duration(
      "body-silence", \.server.bodySilence, timeouts, "The time until the next byte of a body.",
      protects: "It drops bodies whose clients have stopped sending."),
    .duration(
      "idle-timeout", \.server.idleTimeout, timeouts,
      "The time between two requests on a connection.",
      protects: """
        Keep it longer than the proxy keeps idle connections, or else it sends requests into \
        closing ones.
        """),
    .duration(
      "response-timeout", \.server.answerTimeout, timeouts,
      "The time for a client to take an answer.",
      protects: "Raise it for very slow connections."),

    .count(
      "compute-threads", \.limits.computeThreads, 1...1_024,
      "The number of threads for large requests.",
      protects: "Give it as many processors as large requests may take."),
    .count(
      "compute-queue", \.limits.computeQueueLength, 1...1_000_000,
      """
      The most large requests that wait for a compute thread. Further ones are rejected with 503.
      """,
      protects: "A longer queue only helps against short bursts."),
    .duration(
      "compute-timeout", \.computeTimeout, timeouts,
      "The time for the work of one request, waiting included.",
      protects: "Keep it below the proxy's time-out for reading an answer."),

    .duration(
      "drain-delay", \.drainDelay, drainTimes,
      """
      The time between `/readyz` turning 503 and refusing connections. 5s suits Kubernetes.
      """,
      protects: "A balancer has to notice within it that the program ends."),
    .duration(
      "drain-timeout", \.drainTimeout, drainTimes,
      "The time for requests in flight when the program ends.",
      protects: """
        With `--drain-delay` it has to be shorter than the time after which the supervisor kills.
        """),
    .choice(
      "log-level", \.logLevel, "The lowest level that is logged.",
      protects: "The access log does not depend on it."
    ),
    .choice(
      "log-format", \.logFormat,
      "The form of log lines. `auto` is text on a terminal and JSON elsewhere.",
      protects: "Set `json` if a program reads it and standard error may be a terminal."),
    .choice(
      "access-log", \.accessLog,
      """
      The requests that have a line in the log, whatever the level: all, those with status 400 and above, or none.
      """,
      protects: "`errors` and `off` save its cost if the proxy's log is enough."),
  ]

  /// The table of settings in docs/operations.md.
  static func markdown() -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let rows = all.map { setting in
      let value = "`\(setting.defaultText)`"
      let others = setting.range.replacing(", or \(value)", with: "")
      return line([
        "`--\(setting.name)`", "\(value); \(others)",
        "\(setting.meaning) \(setting.protects)",
      ])
    }
    let titles = line(["setting", "default; values", "meaning, and when to set it"])
    return titles + "|---|---|---|\n" + rows.joined()
  }
}
