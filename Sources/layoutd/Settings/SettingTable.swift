import HTTPServer
import LayoutService
import LayoutWire

extension Setting {
  private static let timeouts: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3_600)
  private static let drainTimes: ClosedRange<Duration> = .zero ... .seconds(3_600)

  /// Every setting, in the order of help and README. Their defaults stand where their values are
  /// declared: in the server's configuration, the service's limits and ``Configuration``.
  static let all: [Setting] = [
    .address(
      "listen", \.server.listen, "where to accept connections; port 0 takes a free one",
      protects: """
        Who can reach the service. On loopback only this machine can; otherwise name the address that the proxy uses, \
        never one that the outside reaches.
        """),
    .optionalAddress(
      "metrics-listen", \.metricsListen,
      "where `/metrics` and the probes are answered without keys; `/metrics` then only there",
      protects: """
        What the numbers tell, from callers; and it spares scrapers a key. Set it wherever others than its operators \
        reach `--listen`.
        """),
    .origins(
      "cors-origins", \.corsOrigins, "the web origins whose pages may call from a browser",
      protects: """
        Users of browsers from pages of other origins; no program is stopped by it. Name each web client that is not \
        served from the same origin.
        """),
    .path(
      "api-keys-file", \.apiKeysFile,
      "the API keys that callers need, read again on SIGHUP; none lets everybody call",
      protects: """
        Layouts, memory and processors from whoever reaches the port. Set it unless all of these are trusted.
        """),
    .choice(
      "playground", \.playground, "a page at `/` to try the service on; `--no-playground` is `off`",
      protects: """
        Users of browsers from a page that they do not need. It holds no data and can do nothing that its reader could not \
        do without it.
        """),
    .count(
      "threads", \.threads, 0...1_024, "network threads; 0 takes one per processor",
      protects: "Processors for other programs of the machine: fewer threads take fewer of them."),
    .automaticCount(
      "max-connections", \.memory.connections, inForce: \.server.connectionsMax, 1...1_000_000,
      "open connections, at most 10000 by itself; fewer when the descriptor limit is lower",
      protects: """
        Memory and descriptors from floods of connections. Raise it, and the descriptor limit (`ulimit -n`), where \
        `LayoutdConnectionsNearLimit` fires though nobody floods.
        """),
    .count(
      "max-requests-per-connection", \.server.requestsPerConnectionMax, 1...1_000_000_000,
      "requests before a connection is closed",
      protects: """
        An even load: who connects again may be sent to another replica. Lower it where busy connections stay with \
        old replicas for too long.
        """),

    .automaticBytes(
      "memory-limit", \.memory.limit, inForce: \.memoryLimitBytes, (16 << 20)...(1 << 40),
      "memory that all of the program may take; `auto`: what its cgroup or the machine has",
      protects: """
        The program from the kernel, which kills what takes more. What follows and says `auto` is a share of it \
        (see [Sizing](#sizing)). Set it where several programs share a machine.
        """),
    .automaticBytes(
      "memo-bytes", \.memory.memo, inForce: \.limits.memoBytes, 0...(1 << 40),
      "memory for prepared layouts, at most 512MiB by itself",
      protects: """
        Memory. Layouts beyond it are prepared again when they are asked for, which costs time: raise it where \
        `LayoutdMemoTooSmall` fires.
        """),
    .count(
      "memo-widths", \.limits.memoWidths, 1...1_000_000,
      "prepared layouts of one snapshot; several take at most half of that memory",
      protects: """
        Everybody's layouts from one snapshot that is asked for at ever new widths. Raise it where more widths than \
        that are really in use.
        """),
    .automaticBytes(
      "snapshot-bytes", \.memory.snapshots, inForce: \.limits.snapshotBytes, 0...(1 << 40),
      "memory for snapshots, at most 1GiB by itself",
      protects: """
        Memory. The least recently used snapshots are forgotten, and their clients post them again: raise it where \
        `LayoutdSnapshotsForgotten` fires.
        """),

    .automaticBytes(
      "max-body", \.memory.body, inForce: \.server.bodyBytesMax, 1_024...(2 << 30),
      "the largest body of a request, at most 64MiB by itself",
      protects: """
        Memory and processors from one request. Lower it to what the largest real snapshot takes, and in the proxy \
        with it. By itself it is what `--working-bytes` has room for.
        """),
    .automaticBytes(
      "working-bytes", \.memory.working, inForce: \.limits.workingBytes, 0...(1 << 40),
      "memory for reading and laying out large requests, 20 times each one's body",
      protects: """
        Memory from large requests that are worked on at one time: who finds no room waits in the compute queue. Raise it \
        where compute threads are idle while `layoutd_compute_jobs_waiting` is not 0.
        """),
    .automaticBytes(
      "max-bodies-in-flight", \.memory.bodiesInFlight, inForce: \.server.bodiesInFlightBytesMax,
      1_024...(1 << 40),
      "memory for bodies that are being received, of all requests together, at most 256MiB by itself",
      protects: """
        Memory from many bodies at one time, and posts from large bodies: [shares](#bodies-in-flight). Keep it at three \
        times `--max-body` or more, else an address has no room for the largest body.
        """),
    .automaticBytes(
      "max-answers-in-flight", \.memory.answersInFlight,
      inForce: \.server.answersInFlightBytesMax, 1_024...(1 << 40),
      "memory for answers that clients have yet to take, of all requests together, at most 256MiB by itself",
      protects: """
        Memory from clients that ask for much and read slowly. A proxy that buffers answers takes them off the \
        service at once.
        """),
    .count(
      "max-depth", \.limits.maximumDepth, 4...64, "nesting of a snapshot's JSON",
      protects:
        "The parser's memory. No snapshot needs more than 6, so there is no reason to raise it."
    ),
    .automaticCount(
      "max-sections", \.memory.sections, inForce: \.limits.snapshot.sections, 1...10_000_000,
      "sections of a snapshot, at most 1000000 by itself",
      protects: """
        Memory and time from one snapshot: a section costs as much as some ten items. Lower it to what clients need.
        """),
    .count(
      "max-items", \.limits.snapshot.explicitItems, 1...1_000_000_000,
      "items of a snapshot whose sizes are given one by one",
      protects: """
        Memory and time from one snapshot (see [Sizing](#sizing)). Lower it to what clients need; equal items given \
        as a count are free.
        """),
    .count(
      "max-columns", \.limits.snapshot.columns, 1...1_000_000, "columns of a section",
      protects: """
        The time of queries, which look into every column. A screen shows some dozens, so it can be lowered far.
        """),
    .count(
      "max-segments", \.limits.snapshot.segments, 1...1_000_000,
      "styles of a mosaic's `segments`, and of its `leadingSegments`",
      protects: """
        The time to name snapshots: the inherited styles are hashed for each section with metrics of its own. Patterns \
        repeat after a few styles, so it can be lowered far.
        """),
    .count(
      "max-elements", \.limits.maximumElements, 1...1_000_000, "elements in one answer",
      protects: """
        The size of an answer, some 100 to 200 bytes for each element, and the time to write it; what is cut goes on with \
        `cursor`.
        """),

    .bytes(
      "max-target", \.server.targetBytesMax, 256...(64 << 10), "a request's target",
      protects: "Memory of every request. The longest useful targets have some hundred bytes."),
    .bytes(
      "max-head", \.server.headBytesMax, 1_024...(256 << 10), "a request's head",
      protects: """
        Memory of every connection, which holds twice as much once it was used. Raise it only for a proxy that adds \
        long headers.
        """),
    .count(
      "max-header-lines", \.server.headerLinesMax, 8...1_000, "header lines of a request",
      protects: "Memory and time from heads of very many lines."),

    .duration(
      "head-timeout", \.server.headTimeout, timeouts, "for a head, however slowly it comes",
      protects: """
        Connections from clients that send a byte now and then. It also ends those on which no request ever comes.
        """),
    .duration(
      "body-timeout", \.server.bodyTimeout, timeouts,
      "for a body, beside the time that its rate allows",
      protects: """
        Memory of bodies from clients that send slowly. Behind a proxy that buffers requests it can be lowered.
        """),
    .bytes(
      "body-rate", \.server.bodyBytesPerSecondMin, 1...(1 << 30),
      "each so many bytes received give a body one more second",
      protects: """
        The same from clients that send large bodies slowly. Lower it where real clients have slower lines.
        """,
      unit: "BYTES/S"),
    .duration(
      "body-silence", \.server.bodySilence, timeouts, "for the next byte of a body",
      protects: """
        The same from clients that send much and then nothing, as what they sent has bought them time.
        """),
    .duration(
      "idle-timeout", \.server.idleTimeout, timeouts, "between two requests",
      protects: """
        Connections and their memory. Keep it longer than the proxy keeps its idle connections, else the proxy \
        sends requests into closing ones.
        """),
    .duration(
      "response-timeout", \.server.answerTimeout, timeouts, "for a client to take an answer",
      protects: "Memory of answers from clients that do not read. Raise it for very slow lines."),

    .count(
      "compute-threads", \.limits.computeThreads, 1...1_024, "threads for large requests",
      protects: """
        Small requests, which have threads of their own, from large ones. Give it as many processors as large \
        requests may take.
        """),
    .count(
      "compute-queue", \.limits.computeQueueLength, 1...1_000_000,
      "large requests that wait for such a thread; more are told to come back",
      protects: """
        Waiting clients from waiting in vain. More places help against short bursts; against lasting load only \
        processors do.
        """),
    .duration(
      "compute-timeout", \.computeTimeout, timeouts, "for the work of one request",
      protects: """
        Processors from one request, its wait for a thread included. Keep it below the proxy's time-out for reading \
        an answer.
        """),

    .duration(
      "drain-delay", \.drainDelay, drainTimes,
      "between turning unready and refusing connections; 5s suits Kubernetes",
      protects: """
        Clients from refused connections while a balancer has not yet noticed. Take a little more than its probes \
        need for that.
        """),
    .duration(
      "drain-timeout", \.drainTimeout, drainTimes, "for requests in flight when the program ends",
      protects: """
        Requests in flight at the end. Together with `--drain-delay` it has to be shorter than the time after which \
        the supervisor kills.
        """),
    .choice(
      "log-level", \.logLevel, "the least level that is logged",
      protects:
        "Readers of the log from what they do not need; the access log does not depend on it."
    ),
    .choice(
      "log-format", \.logFormat, "auto: text on a terminal, else JSON lines",
      protects: "Whatever reads the log; `json` says it where standard error may be a terminal."),
    .choice(
      "access-log", \.accessLog, "a line for each request, whatever the least level is",
      protects: """
        The trace of what was asked, without which nobody can tell what happened. Switch it off where the proxy's log \
        is enough, to save its cost.
        """),
  ]

  /// The table for the README.
  static func markdown() -> String {
    table(["flag", "environment", "default", "values", "meaning"]) { setting in
      [
        "`--\(setting.name)`", "`\(setting.variable)`", "`\(setting.defaultText)`", setting.range,
        setting.meaning,
      ]
    }
  }

  /// The table for docs/operations.md.
  static func operationsMarkdown() -> String {
    table(["flag", "unit", "default", "what it protects"]) { setting in
      [
        "`--\(setting.name)`", setting.unit.lowercased(), "`\(setting.defaultText)`",
        setting.protects,
      ]
    }
  }

  /// A Markdown table with a row for each setting.
  private static func table(_ titles: [String], row: (Setting) -> [String]) -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let rule = "|\(String(repeating: "---|", count: titles.count))\n"
    return line(titles) + rule + all.map { line(row($0)) }.joined()
  }
}
