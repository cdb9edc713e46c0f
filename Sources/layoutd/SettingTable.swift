import HTTPServer
import LayoutService
import LayoutWire

extension Setting {
  private static let timeouts: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3_600)
  private static let drainTimes: ClosedRange<Duration> = .zero ... .seconds(3_600)

  /// Every setting, in the order of help and README. Their defaults stand where their values are
  /// declared: in the server's configuration, the service's limits and ``Configuration``.
  static let all: [Setting] = [
    .address("listen", \.server.listen, "where to accept connections; port 0 takes a free one"),
    .optionalAddress(
      "metrics-listen", \.metricsListen,
      "where `/metrics` and the probes are answered without keys; `/metrics` then only there"),
    .origins(
      "cors-origins", \.corsOrigins, "the web origins whose pages may call from a browser"),
    .path(
      "api-keys-file", \.apiKeysFile,
      "the API keys that callers need, read again on SIGHUP; none lets everybody call"),
    .count("threads", \.threads, 0...1_024, "network threads; 0 takes one per processor"),
    .count(
      "max-connections", \.server.connectionsMax, 1...1_000_000,
      "open connections; fewer when the descriptor limit is lower"),
    .count(
      "max-requests-per-connection", \.server.requestsPerConnectionMax, 1...1_000_000_000,
      "requests before a connection is closed"),

    .bytes("memo-bytes", \.limits.memoBytes, 0...(1 << 40), "memory for prepared layouts"),
    .count(
      "memo-widths", \.limits.memoWidths, 1...1_000_000,
      "prepared layouts of one snapshot; several take at most half of that memory"),
    .bytes("snapshot-bytes", \.limits.snapshotBytes, 0...(1 << 40), "memory for snapshots"),

    .bytes("max-body", \.server.bodyBytesMax, 1_024...(2 << 30), "the largest body of a request"),
    .bytes(
      "max-bodies-in-flight", \.server.bodiesInFlightBytesMax, 1_024...(1 << 40),
      "memory for bodies that are being received, of all requests together"),
    .bytes(
      "max-answers-in-flight", \.server.answersInFlightBytesMax, 1_024...(1 << 40),
      "memory for answers that clients have yet to take, of all requests together"),
    .count("max-depth", \.limits.maximumDepth, 4...64, "nesting of a snapshot's JSON"),
    .count("max-sections", \.limits.snapshot.sections, 1...10_000_000, "sections of a snapshot"),
    .count(
      "max-items", \.limits.snapshot.explicitItems, 1...1_000_000_000,
      "items of a snapshot whose sizes are given one by one"),
    .count("max-columns", \.limits.snapshot.columns, 1...1_000_000, "columns of a section"),
    .count("max-elements", \.limits.maximumElements, 1...1_000_000, "elements in one answer"),

    .bytes("max-target", \.server.targetBytesMax, 256...(64 << 10), "a request's target"),
    .bytes("max-head", \.server.headBytesMax, 1_024...(256 << 10), "a request's head"),
    .count("max-header-lines", \.server.headerLinesMax, 8...1_000, "header lines of a request"),

    .duration(
      "head-timeout", \.server.headTimeout, timeouts, "for a head, however slowly it comes"),
    .duration(
      "body-timeout", \.server.bodyTimeout, timeouts,
      "for a body, beside the time that its rate allows"),
    .bytes(
      "body-rate", \.server.bodyBytesPerSecondMin, 1...(1 << 30),
      "each so many bytes received give a body one more second", unit: "BYTES/S"),
    .duration(
      "idle-timeout", \.server.idleTimeout, timeouts, "between two requests"),
    .duration(
      "response-timeout", \.server.answerTimeout, timeouts, "for a client to take an answer"),

    .count(
      "compute-threads", \.limits.computeThreads, 1...1_024, "threads for large requests"),
    .count(
      "compute-queue", \.limits.computeQueueLength, 1...1_000_000,
      "large requests that wait for such a thread; more are told to come back"),
    .duration(
      "compute-timeout", \.computeTimeout, timeouts, "for the work of one request"),

    .duration(
      "drain-delay", \.drainDelay, drainTimes,
      "between turning unready and refusing connections; 5s suits Kubernetes"),
    .duration(
      "drain-timeout", \.drainTimeout, drainTimes, "for requests in flight when the program ends"),
    .choice("log-level", \.logLevel, "the least level that is logged"),
    .choice("log-format", \.logFormat, "auto: text on a terminal, else JSON lines"),
    .choice("access-log", \.accessLog, "a line for each request, whatever the least level is"),
  ]

  /// The table for the README.
  static func markdown() -> String {
    var lines = [
      "| flag | environment | default | values | meaning |", "|---|---|---|---|---|",
    ]
    for setting in all {
      lines.append(
        "| `--\(setting.name)` | `\(setting.variable)` | `\(setting.defaultText)` "
          + "| \(setting.range) | \(setting.meaning) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
