/// The header lines of an answer, in order, in one buffer.
///
/// The alternative, a list of pairs of texts, costs a request several allocations and every byte a step.
public struct HeaderLines: Sendable, ExpressibleByArrayLiteral {
  /// Room that the lines of nearly every answer fit in.
  private static let usualByteCount = 512

  /// The lines as they are sent: each `Name: value`, then a carriage return and a line feed.
  var bytes: [UInt8] = []

  /// Makes room for the lines of an answer.
  public init() { bytes.reserveCapacity(HeaderLines.usualByteCount) }

  public init(arrayLiteral lines: (name: StaticString, value: StaticString)...) {
    self.init()
    for line in lines { append(line.name, line.value) }
  }

  /// Adds a line.
  public mutating func append(_ name: StaticString, _ value: StaticString) {
    begin(name)
    HeaderLines.append(value, to: &bytes)
    end()
  }

  /// Adds a line whose value is not known beforehand; none where the value is empty or has a control character.
  public mutating func append(_ name: StaticString, text value: String) {
    append(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Adds a line whose value `write` appends to the bytes that it is given; none where the value is empty or has a
  /// control character.
  @inline(__always)
  public mutating func append(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    begin(name)
    let valueStart = bytes.count
    write(&bytes)
    if isValue(from: valueStart) { end() } else { bytes.removeSubrange(start...) }
  }

  private mutating func begin(_ name: StaticString) {
    HeaderLines.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
  }

  private mutating func end() {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether the bytes from a place on can be a value: what follows a line break would be a line of its own.
  private func isValue(from start: Int) -> Bool {
    let value = bytes.span.extracting(start...)
    // Without branches the compiler looks at many bytes at a time.
    var least = UInt8.max
    for index in value.indices { least = min(least, value[index]) }
    return !value.isEmpty && least >= UInt8(ascii: " ")
  }
}
