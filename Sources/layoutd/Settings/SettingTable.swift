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
      protects: """
        It decides which machines can reach the service. On a loopback address only this machine \
        can. Otherwise name the address that the proxy uses, never one that outside clients can \
        reach.
        """),
    .optionalAddress(
      "metrics-listen", \.metricsListen,
      """
      The address that answers `/metrics` and the probes without keys. The main address then answers `/metrics` with \
      404.
      """,
      protects: """
        It keeps the numbers from callers, and scrapers need no key. Set it if anyone but the \
        operators can reach `--listen`.
        """),
    .origins(
      "cors-origins", \.corsOrigins,
      "The web origins whose pages may call the service from a browser.",
      protects: """
        It decides which pages of other origins a browser lets read answers. It stops no other program. List each \
        web client that is served from another origin.
        """),
    .basePath(
      "base-path", \.basePath,
      """
      The path under which a proxy makes the service reachable. The service writes it in front of each path in an answer.
      """,
      protects: """
        Set it if the service is at a path of a site, such as `https://example.com/layouts/`, whether or not the proxy \
        removes that path from requests; see [Base path](#base-path).
        """),
    .path(
      "api-keys-file", \.apiKeysFile,
      """
      The file of the API keys that callers need. SIGHUP reads it again. With `none`, callers need no key.
      """,
      protects: """
        It protects layouts, memory and processors from clients without a key. Set it unless you \
        trust all clients that can reach the port.
        """),
    .choice(
      "shared-caches", \.sharedCaches,
      "Whether caches that clients share may keep answers that never change. With keys they never may.",
      protects: """
        Such a cache answers without asking for a key, for up to a year. Set it `off` if you are going to set keys; see \
        [Shared caches](#shared-caches).
        """),
    .choice(
      "playground", \.playground, inForce: { $0.hasPlayground ? .on : .off },
      """
      Whether the service answers `/`, a page on which to try it. `auto` is `off` with `--api-keys-file` and `on` \
      without. `--no-playground` is `off`.
      """,
      protects: """
        Switch it off if users do not need the page. It holds no data, and its reader can do the \
        same without it. It is answered without a key.
        """),
    .count(
      "threads", \.threads, 0...1_024, "The number of network threads. 0 takes one per processor.",
      protects: "Fewer threads leave processors to other programs of the machine."),
    .automaticCount(
      "max-connections", \.memory.connections, inForce: \.server.connectionsMax, 1...1_000_000,
      """
      The most open connections. `auto` is at most 10000, and fewer when the descriptor limit is lower.
      """,
      protects: """
        It bounds memory and descriptors when clients flood the service with connections. Raise it, and the \
        descriptor limit (`ulimit -n`), if `LayoutdConnectionsNearLimit` fires without a flood.
        """),
    .count(
      "max-requests-per-connection", \.server.requestsPerConnectionMax, 1...1_000_000_000,
      "The most requests on one connection. The last answer closes it.",
      protects: """
        A client that connects again may reach another replica, which evens out the load. Lower it \
        if busy connections stay with old replicas for too long.
        """),

    .automaticBytes(
      "memory-limit", \.memory.limit, inForce: \.memoryLimitBytes, (16 << 20)...(1 << 40),
      """
      The memory that the whole program may take. `auto` is the memory of its cgroup or of the machine.
      """,
      protects: """
        The kernel kills a program that takes too much memory. Every setting below that says `auto` is a share of \
        this one (see [Sizing](#sizing)). Set it if several programs share a machine.
        """),
    .automaticBytes(
      "memo-bytes", \.memory.memo, inForce: \.limits.memoBytes, 0...(1 << 40),
      "The memory for prepared layouts. `auto` is at most 512MiB.",
      protects: """
        It bounds memory. Evicted layouts are prepared again when they are asked for, which takes \
        time. Raise it if `LayoutdMemoTooSmall` fires.
        """),
    .count(
      "memo-widths", \.limits.memoWidths, 1...1_000_000,
      """
      The most prepared layouts of one snapshot. Two or more of them take at most half of `--memo-bytes`.
      """,
      protects: """
        It keeps a snapshot that is asked for at ever new widths from evicting all other layouts. \
        Raise it if clients use more widths.
        """),
    .automaticBytes(
      "snapshot-bytes", \.memory.snapshots, inForce: \.limits.snapshotBytes, 0...(1 << 40),
      "The memory for snapshots. `auto` is at most 1GiB.",
      protects: """
        It bounds memory. The least recently used snapshots are forgotten, and their clients post \
        them again. Raise it if `LayoutdSnapshotsForgotten` fires.
        """),

    .store(
      "store", \.store.location,
      """
      Where layouts and documents are kept: `memory` loses them when the program ends, `sqlite:PATH` keeps them in a file, \
      `postgresql://USER@HOST/DATABASE` in a database that several programs share.
      """,
      protects: """
        It decides what a restart loses. With `memory` clients post their snapshots and put their \
        documents again. With a file, what was \
        acknowledged is there after a crash or a power cut; see [Keeping layouts](#keeping-layouts). Several hosts, with \
        commas between, are tried in turn for the one that can be written to.
        """),
    .path(
      "store-password-file", \.store.passwordFile,
      "The file whose first line is the password for the database.",
      protects: """
        It is read for each connection, so a new password needs no restart. A password in `--store` is refused, since \
        others can read it there.
        """),
    .count(
      "store-connections", \.store.connections, 1...64,
      "The connections to the database, beside one that listens.",
      protects: """
        It bounds the connections of one program to the database. A larger number helps if the \
        database's disk has a long latency but is not busy.
        """),
    .optionalBytes(
      "store-bytes", \.store.bytesMax, (1 << 20)...(1 << 50),
      "The largest size of an SQLite store's file, or of documents in memory. Beyond it writes are rejected with 507.",
      protects: """
        It keeps the store from filling a disk that others need, too. Its log takes up to 256MiB more. In memory `none` \
        is a part of the memory, at most 64MiB.
        """),
    .days(
      "store-retention", \.limits.storeRetentionDays, 2...36_500,
      "The time after which unused layouts are deleted from the store.",
      protects: """
        It bounds the store's growth. Use counts by days. A layout stays that others are derived from, or that a \
        document or its log names. With `none` nothing is deleted.
        """),
    .duration(
      "store-timeout", \.limits.storeTimeout, timeouts,
      "The time for a call of the store, waiting included.",
      protects: """
        It bounds how long a request waits for a slow disk. Beyond it the answer is 503, which says whether anything \
        may have been written.
        """),
    .count(
      "store-queue", \.store.waitingMax, 16...1_000_000,
      "The most calls of the store that wait. Further ones are rejected with 503.",
      protects: """
        It rejects requests that would wait for too long. Writes that wait together are written together, so a longer \
        queue makes a slow disk faster.
        """),
    .automaticBytes(
      "store-queue-bytes", \.memory.storeQueue, inForce: \.store.waitingBytesMax,
      (1 << 20)...(1 << 40),
      "The memory for calls that wait for the store, and for what it has read. `auto` is at most 128MiB.",
      protects: """
        It bounds memory when the disk is slower than posts arrive. One call alone may take more.
        """),
    .count(
      "max-documents", \.store.documents.documentsMax, 1...10_000_000,
      "The most documents. Further ones are rejected with 507.",
      protects: """
        It bounds the space that clients can fill by creating new names.
        """),
    .count(
      "history", \.store.documents.recordsMax, 1...1_000_000,
      "The newest records of a document's log that are kept. Those beyond 64MiB go earlier.",
      protects: """
        It bounds the store. A client that was away for longer reads the document again; raise it \
        if many do.
        """),
    .count(
      "max-watchers", \.limits.watchers, 1...1_000_000,
      "The most requests that follow documents at a time. Further ones are rejected with 429.",
      protects: """
        It bounds the memory of requests that wait for logs. Each has a connection, so \
        `--max-connections` has to be higher.
        """),

    .automaticBytes(
      "max-body", \.memory.body, inForce: \.server.bodyBytesMax, 1_024...(2 << 30),
      "The largest body of a request. `auto` is at most 64MiB.",
      protects: """
        It bounds the memory and the processor time of one request. Lower it to what the largest real snapshot \
        takes, and lower the proxy's limit with it. `auto` is what `--working-bytes` has room for.
        """),
    .automaticBytes(
      "working-bytes", \.memory.working, inForce: \.limits.workingBytes, 0...(1 << 40),
      "The memory for reading and laying out large requests. Each takes 20 times its body, or more with many steps.",
      protects: """
        It bounds the memory of large requests that are computed at the same time. A request without room waits in \
        the compute queue. Raise it if compute threads are idle while \
        `layoutd_compute_jobs_waiting` is not 0.
        """),
    .automaticBytes(
      "max-bodies-in-flight", \.memory.bodiesInFlight, inForce: \.server.bodiesInFlightBytesMax,
      1_024...(1 << 40),
      """
      The memory for the bodies of all requests while they arrive. `auto` is at most 256MiB.
      """,
      protects: """
        It bounds the memory of many bodies at the same time, and its [shares](#bodies-in-flight) keep large bodies \
        from blocking small ones. Keep it at three times `--max-body` or more, or else one address has no room for \
        the largest body.
        """),
    .automaticBytes(
      "max-answers-in-flight", \.memory.answersInFlight,
      inForce: \.server.answersInFlightBytesMax, 1_024...(1 << 40),
      "The memory for all answers until clients have taken them. `auto` is at most 256MiB.",
      protects: """
        It bounds memory when clients ask for much and read slowly, and when answers wait for a slow store. A stream \
        of events waits until there is room for its next ones. A proxy that buffers answers takes them from the service \
        at once.
        """),
    .count(
      "max-depth", \.limits.maximumDepth, 4...64,
      "The deepest nesting of a snapshot's JSON; with a source 16 levels more.",
      protects: """
        It bounds the parser's memory. A body with a source may be 16 levels deeper. No other snapshot needs more than 6 \
        levels, so there is no reason to raise it.
        """
    ),
    .automaticCount(
      "max-sections", \.memory.sections, inForce: \.limits.snapshot.sections, 1...10_000_000,
      "The most sections of a snapshot. `auto` is at most 1000000.",
      protects: """
        It bounds the memory and the time of one snapshot. A section costs as much as some ten items. Lower it to \
        what clients need.
        """),
    .count(
      "max-items", \.limits.snapshot.explicitItems, 1...1_000_000_000,
      "The most items of a snapshot whose sizes are given one by one.",
      protects: """
        It bounds the memory and the time of one snapshot (see [Sizing](#sizing)). Lower it to what clients need. \
        Equal items given as a count do not count.
        """),
    .count(
      "max-columns", \.limits.snapshot.columns, 1...1_000_000, "The most columns of a section.",
      protects: """
        It bounds the time of queries, which look into every column. A screen shows some dozens, so it can be \
        lowered far.
        """),
    .count(
      "max-segments", \.limits.snapshot.segments, 1...1_000_000,
      "The most styles in `segments`, and in `leadingSegments`, of a mosaic.",
      protects: """
        It bounds the time of naming a snapshot, which hashes inherited styles for each section with its own \
        metrics. Patterns repeat after a few styles, so it can be lowered far.
        """),
    .count(
      "max-elements", \.limits.maximumElements, 1...1_000_000, "The most elements in one answer.",
      protects: """
        It bounds the size of an answer, some 100 to 200 bytes for each element, and the time of writing it. \
        `cursor` asks for the rest.
        """),

    .bytes(
      "max-target", \.server.targetBytesMax, 256...(64 << 10), "The longest request target.",
      protects: """
        It bounds the memory of every request. The longest useful targets have some hundred bytes.
        """),
    .bytes(
      "max-head", \.server.headBytesMax, 1_024...(256 << 10), "The largest request head.",
      protects: """
        It bounds the memory of every connection, which takes twice as much after its first request. Raise it only \
        for a proxy that adds long headers.
        """),
    .count(
      "max-header-lines", \.server.headerLinesMax, 8...1_000, "The most header lines of a request.",
      protects: "It bounds the memory and the time of a request head."),

    .duration(
      "head-timeout", \.server.headTimeout, timeouts, "The time for a whole request head.",
      protects: """
        It closes connections of clients that send a byte now and then, and connections on which no request comes.
        """),
    .duration(
      "body-timeout", \.server.bodyTimeout, timeouts,
      "The time for a whole body, before `--body-rate` extends it.",
      protects: """
        It frees the memory of bodies that arrive slowly. Behind a proxy that buffers requests it can be lowered.
        """),
    .bytes(
      "body-rate", \.server.bodyBytesPerSecondMin, 1...(1 << 30),
      "The number of received bytes for which a body gets one more second.",
      protects: """
        It gives large bodies more time than small ones. Lower it if real clients have slower \
        connections.
        """,
      unit: "BYTES/S"),
    .duration(
      "body-silence", \.server.bodySilence, timeouts, "The time until the next byte of a body.",
      protects: """
        It frees the memory of a body whose client has stopped sending, although its bytes have earned it more time.
        """),
    .duration(
      "idle-timeout", \.server.idleTimeout, timeouts,
      "The time between two requests on a connection.",
      protects: """
        It closes idle connections and frees their memory. Keep it longer than the proxy keeps its idle connections, \
        or else the proxy sends requests into closing ones.
        """),
    .duration(
      "response-timeout", \.server.answerTimeout, timeouts,
      "The time for a client to take an answer.",
      protects: """
        It frees the memory of answers that clients do not read. Raise it for very slow connections.
        """),

    .count(
      "compute-threads", \.limits.computeThreads, 1...1_024,
      "The number of threads for large requests.",
      protects: """
        It keeps large requests off the network threads, which answer small ones. Give it as many processors as \
        large requests may take.
        """),
    .count(
      "compute-queue", \.limits.computeQueueLength, 1...1_000_000,
      """
      The most large requests that wait for a compute thread. Further ones are rejected with 503.
      """,
      protects: """
        It rejects requests that would wait for too long. A longer queue helps against short bursts. Against lasting \
        load only processors help.
        """),
    .duration(
      "compute-timeout", \.computeTimeout, timeouts,
      "The time for the work of one request, waiting included.",
      protects: """
        It bounds the processor time of one request. Keep it below the proxy's time-out for reading an answer.
        """),

    .duration(
      "drain-delay", \.drainDelay, drainTimes,
      """
      The time between `/readyz` turning 503 and refusing connections. 5s suits Kubernetes.
      """,
      protects: """
        A balancer needs this time to notice that the program is ending. Take a little more than its probes need.
        """),
    .duration(
      "drain-timeout", \.drainTimeout, drainTimes,
      "The time for requests in flight when the program ends.",
      protects: """
        It lets requests in flight finish. Together with `--drain-delay` it has to be shorter than the time after \
        which the supervisor kills.
        """),
    .choice(
      "log-level", \.logLevel, "The lowest level that is logged.",
      protects: """
        It leaves out lines that readers of the log do not need. The access log does not depend on it.
        """
    ),
    .choice(
      "log-format", \.logFormat,
      "The form of log lines. `auto` is text on a terminal and JSON elsewhere.",
      protects: "Set `json` if a program reads the log and standard error may be a terminal."),
    .choice(
      "access-log", \.accessLog,
      """
      The requests that have a line in the log, whatever the level: all, those with status 400 and above, or none.
      """,
      protects: """
        It records the requests. Set `errors` or `off` if the proxy's log is enough; that saves its cost.
        """),
  ]

  /// The table of settings in docs/operations.md.
  static func markdown() -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let rows = all.map { setting in
      line([
        "`--\(setting.name)`", "`\(setting.variable)`", "`\(setting.defaultText)`",
        setting.range, "\(setting.meaning) \(setting.protects)",
      ])
    }
    let titles = line(["flag", "environment", "default", "values", "meaning, and when to set it"])
    return titles + "|---|---|---|---|---|\n" + rows.joined()
  }
}
