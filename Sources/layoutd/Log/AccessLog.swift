import LayoutService

/// The access log: one line for each request except probes and scrapes, and fewer for errors that
/// repeat.
///
/// The thread that answered the request formats the line on its stack. The writer's lock is held only to copy it.
final class AccessLog: Sendable {
  private let writer: LogWriter
  private let line: AccessLine
  private let errorsAlone: Bool
  private let now: @Sendable () -> Int64
  private let repeatedErrors = RepeatedErrors()

  /// - Parameters:
  ///   - errorsAlone: Whether only requests with status 400 and above get a line.
  ///   - now: The time in milliseconds since 1970.
  init(
    writer: LogWriter, format: LineFormat, errorsAlone: Bool = false,
    now: @escaping @Sendable () -> Int64 = OperatingSystem.wallClockMilliseconds
  ) {
    self.writer = writer
    self.errorsAlone = errorsAlone
    self.now = now
    line = AccessLine(format)
  }

  /// The number of lines omitted because errors repeated.
  var suppressedCount: Int { repeatedErrors.suppressedCount }

  /// Writes the line of a request, unless the request is a probe or the line repeats an error.
  func write(_ record: AccessRecord) {
    let time = now()
    if repeatedErrors.isWindowOver(at: time) {
      tell(of: repeatedErrors.beginWindow(at: time), at: time)
    }
    guard record.isLogged, !errorsAlone || record.status >= 400 else { return }
    var suppressed = 0
    if record.status >= 400 {
      let kind = RepeatedErrors.Kind(
        status: record.status, route: record.route, limit: record.limit, input: record.input)
      guard let untold = repeatedErrors.admit(kind) else { return }
      suppressed = untold
    }
    var bytes = BoundedLine()
    line.write(record, time: time, suppressed: suppressed, to: &bytes)
    bytes.withBytes { writer.write($0) }
  }

  /// Writes the numbers of suppressed lines that no later line reports.
  func end() {
    tell(of: repeatedErrors.end(), at: now())
  }

  private func tell(of untold: [RepeatedErrors.Kind?: Int], at time: Int64) {
    for (kind, count) in untold {
      var bytes = BoundedLine()
      line.writeSummary(of: kind, suppressed: count, time: time, to: &bytes)
      bytes.withBytes { writer.write($0) }
    }
  }
}

extension AccessRecord {
  /// Whether the request gets a line. Probes and scrapes get none unless they are refused. The 503 of `/readyz` is an
  /// answer, not a refusal.
  fileprivate var isLogged: Bool {
    route.isLogged || status >= 400 && status != 503
  }
}
