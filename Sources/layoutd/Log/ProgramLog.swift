import Logging

/// What the program writes to standard error, as it is configured.
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
    access = configuration.accessLog == .on ? AccessLog(writer: writer, format: format) : nil
    self.writer = writer
  }

  /// How many lines were dropped because nobody took those before.
  var droppedCount: Int { writer.droppedCount }

  /// Tells of what was not logged, and waits a second at most until everything is written.
  func end() {
    access?.end()
    writer.flush(within: .seconds(1))
  }
}
