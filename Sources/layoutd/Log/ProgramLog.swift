import Logging

/// The value of `--access-log`.
enum AccessLogSwitch: String, CaseIterable, Sendable {
  case on, errors, off
}

/// The log and the access log on standard error, as configured.
struct ProgramLog: Sendable {
  let logger: Logger
  /// Nil when it is off.
  let access: AccessLog?
  private let writer: LogWriter

  init(level: Logger.Level, format: LogFormat, access: AccessLogSwitch) {
    let format = format.lineFormat
    let writer = LogWriter(descriptor: OperatingSystem.standardError) { count in
      LogLine(
        time: OperatingSystem.wallClockMilliseconds(), level: Logger.Level.warning.rawValue,
        message: "lines of the log were dropped", metadata: [("count", "\(count)")]
      ).bytes(format)
    }
    logger = Logger(label: "layoutd") { _ in
      LineLogHandler(level: level, format: format) { writer.write($0.span) }
    }
    self.access =
      access == .off
      ? nil : AccessLog(writer: writer, format: format, errorsAlone: access == .errors)
    self.writer = writer
  }

  /// The number of lines dropped because the log is read too slowly.
  var droppedCount: Int { writer.droppedCount }

  /// Reports suppressed lines, and waits for at most a second until everything is written.
  func end() {
    access?.end()
    writer.flush(within: .seconds(1))
  }
}
