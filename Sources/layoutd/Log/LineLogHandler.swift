import Logging

/// The format of the log's lines.
enum LogFormat: String, CaseIterable, Sendable {
  /// Text when standard error is a terminal, else JSON.
  case auto
  case text
  case json
}

/// A log handler that passes every event to a writer as one line.
///
/// The writer is called on the logging thread, so it must accept or drop the line at once.
struct LineLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  private let format: LineFormat
  private let write: @Sendable ([UInt8]) -> Void

  init(level: Logger.Level, format: LineFormat, write: @escaping @Sendable ([UInt8]) -> Void) {
    logLevel = level
    self.format = format
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var metadata = self.metadata
    if let provided = metadataProvider?.get() { metadata.merge(provided) { _, new in new } }
    if let own = event.metadata { metadata.merge(own) { _, new in new } }
    if let error = event.error { metadata["error"] = "\(error)" }
    let line = LogLine(
      time: OperatingSystem.wallClockMilliseconds(), level: event.level.rawValue,
      message: event.message.description,
      metadata: metadata.map { ($0.key, $0.value.description) }.sorted { $0.0 < $1.0 })
    write(line.bytes(format))
  }
}

extension LogFormat {
  /// The format of lines on standard error.
  var lineFormat: LineFormat {
    switch self {
    case .auto: OperatingSystem.isTerminal(OperatingSystem.standardError) ? .text : .json
    case .text: .text
    case .json: .json
    }
  }
}
