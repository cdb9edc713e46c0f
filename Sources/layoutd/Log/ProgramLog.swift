import Logging

/// The log and the access log on standard error, as configured.
struct ProgramLog: Sendable {
  let logger: Logger
  /// Nil when it is off.
  let access: AccessLog?
  private let writer: LogWriter

  init(_ configuration: Configuration) {
    let format = configuration.logFormat.lineFormat
    let writer = LogWriter(descriptor: OperatingSystem.standardError) { count in
      LogLine(
        time: OperatingSystem.wallClockMilliseconds(), level: Logger.Level.warning.rawValue,
        message: "lines of the log were dropped", metadata: [("count", "\(count)")]
      ).bytes(format)
    }
    logger = Logger(label: "layoutd") { _ in
      LineLogHandler(level: configuration.logLevel, format: format) { writer.write($0.span) }
    }
    access =
      configuration.accessLog == .off
      ? nil
      : AccessLog(
        writer: writer, format: format, errorsAlone: configuration.accessLog == .errors)
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
