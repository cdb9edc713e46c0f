/// The header lines of an answer, in order, in one buffer.
///
/// A list of pairs of strings would cost each request several allocations and a step for each byte.
public struct HeaderLines: Sendable, ExpressibleByArrayLiteral {
  /// The capacity, which is enough for nearly every answer.
  private static let usualByteCount = 512

  /// The lines as they are sent: `Name: value`, a carriage return and a line feed.
  var bytes: [UInt8] = []

  /// Creates an empty list with memory for the lines of an answer.
  public init() { bytes.reserveCapacity(HeaderLines.usualByteCount) }

  public init(arrayLiteral lines: (name: StaticString, value: StaticString)...) {
    self.init()
    for line in lines { append(line.name, line.value) }
  }

  /// Appends a line that is a literal, such as `Vary: Origin`, or several lines with CR LF between them.
  public mutating func append(line: StaticString) {
    HeaderLines.append(line, "\r\n", to: &bytes)
  }

  /// Appends a line.
  public mutating func append(_ name: StaticString, _ value: StaticString) {
    HeaderLines.append(name, ": ", to: &bytes)
    HeaderLines.append(value, "\r\n", to: &bytes)
  }

  /// Appends a line with a value that is not a literal. Does nothing if the value is empty or contains a control
  /// character.
  public mutating func append(_ name: StaticString, text value: String) {
    append(name, value.utf8.span)
  }

  /// Appends a line with a value that is not a literal. Does nothing if the value is empty or contains a control
  /// character.
  public mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
    append(name, atMost: value.count) { output in
      for index in value.indices { output.append(value[index]) }
    }
  }

  /// Appends a line with the value that `write` writes, which has at most `count` bytes. Does nothing if the value is
  /// empty or contains a control character.
  public mutating func append(
    _ name: StaticString, atMost count: Int, _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    let marksBytes = ": \r\n".utf8.count
    bytes.append(addingCapacity: name.utf8CodeUnitCount + count + marksBytes) { output in
      let start = output.count
      HeaderLines.append(name, to: &output)
      HeaderLines.append(": ", to: &output)
      let valueStart = output.count
      write(&output)
      if HeaderLines.isValue(output.span.extracting(valueStart...)) {
        HeaderLines.append("\r\n", to: &output)
      } else {
        output.removeLast(output.count - start)
      }
    }
  }

  /// Whether the bytes are a valid value. A line break in a value would begin another line.
  private static func isValue(_ value: Span<UInt8>) -> Bool {
    // Without branches, so that the compiler compares several bytes at once.
    var least = UInt8.max
    for index in value.indices { least = min(least, value[index]) }
    return !value.isEmpty && least >= UInt8(ascii: " ")
  }
}
