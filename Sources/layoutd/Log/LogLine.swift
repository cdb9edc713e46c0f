import LayoutService

/// One line of the log. Control characters are escaped, and text beyond 4 KiB is omitted.
struct LogLine {
  /// Milliseconds since 1970.
  var time: Int64
  var level: String
  var message: String
  /// In the order to be written.
  var metadata: [(String, String)]

  /// The bytes of the line, including its end.
  func bytes(_ format: LineFormat) -> [UInt8] {
    let ends = [format.afterMessage, format.beforeMetadata, format.afterMetadata, format.cutEnd]
    var line = BoundedLine()
    line.keepRoom(forEnd: ends.reduce(0) { $0 + $1.utf8.count })
    line.append(format.beforeTime)
    line.append(CalendarTime(milliseconds: time))
    line.append(format.beforeLevel)
    line.append(level)
    line.append(format.beforeMessage)
    line.appendEscaped(message)
    line.appendEnd(format.afterMessage)
    if !metadata.isEmpty {
      line.appendEnd(format.beforeMetadata)
      var beforeName = format.beforeFirstName
      for (name, value) in metadata {
        let isWhole = line.appendWhole { line in
          line.append(beforeName)
          line.appendEscaped(name)
          line.append(format.afterName)
          line.append(format.aroundText)
          line.appendEscaped(value)
          line.append(format.aroundText)
        }
        if isWhole { beforeName = format.beforeName }
      }
      line.appendEnd(format.afterMetadata)
    }
    line.appendEnd(line.isCut ? format.cutEnd : format.end)
    var bytes: [UInt8] = []
    line.withBytes { bytes.append($0) }
    return bytes
  }
}
