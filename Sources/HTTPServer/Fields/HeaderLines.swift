/// The header lines of an answer, in order, in one buffer.
///
/// The alternative, a list of pairs of texts, costs a request several allocations and every byte a step.
public struct HeaderLines: Sendable, ExpressibleByArrayLiteral {
  /// Room that the lines of nearly every answer fit in.
  private static let usualByteCount = 512

  /// For each line its name, a zero byte, its value, a zero byte.
  var bytes: [UInt8] = []
  /// How many lines there are.
  public private(set) var count = 0

  /// Makes room for the lines of an answer.
  public init() { bytes.reserveCapacity(HeaderLines.usualByteCount) }

  public init(arrayLiteral lines: (name: StaticString, value: StaticString)...) {
    self.init()
    for line in lines { append(line.name, line.value) }
  }

  /// Adds a line.
  public mutating func append(_ name: StaticString, _ value: StaticString) {
    append(name) { HeaderLines.append(value, to: &$0) }
  }

  /// Adds a line whose value is not known beforehand. It holds no zero byte.
  public mutating func append(_ name: StaticString, text value: String) {
    append(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Adds a line whose value `write` appends to the bytes that it is given. It holds no zero byte.
  @inline(__always)
  public mutating func append(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    HeaderLines.append(name, to: &bytes)
    bytes.append(0)
    write(&bytes)
    bytes.append(0)
    count += 1
  }
}
