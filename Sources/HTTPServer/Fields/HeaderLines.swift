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
    begin(name)
    HeaderLines.append(value, "\r\n", to: &bytes)
  }

  /// Appends a line with a value that is not a literal. Does nothing if the value is empty or contains a control
  /// character.
  public mutating func append(_ name: StaticString, text value: String) {
    append(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Appends a line with the value that `write` appends to its argument. Does nothing if the value is empty or contains
  /// a control character.
  @inline(__always)
  public mutating func append(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    begin(name)
    let valueStart = bytes.count
    write(&bytes)
    if isValue(from: valueStart) { end() } else { bytes.removeSubrange(start...) }
  }

  private mutating func begin(_ name: StaticString) {
    HeaderLines.append(name, ": ", to: &bytes)
  }

  private mutating func end() {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether the bytes from `start` on are a valid value. A line break in a value would begin another line.
  private func isValue(from start: Int) -> Bool {
    let value = bytes.span.extracting(start...)
    // Without branches, so that the compiler compares several bytes at once.
    var least = UInt8.max
    for index in value.indices { least = min(least, value[index]) }
    return !value.isEmpty && least >= UInt8(ascii: " ")
  }
}
