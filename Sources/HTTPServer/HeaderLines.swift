/// The header lines of an answer, in order, in one buffer.
///
/// The alternative, a list of pairs of texts, costs a request several allocations and every byte a step.
public struct HeaderLines: Sendable, ExpressibleByArrayLiteral {
  /// Room that the lines of nearly every answer fit in.
  private static let usualByteCount = 512

  /// For each line its name, a zero byte, its value, a zero byte.
  private(set) var bytes: [UInt8] = []
  /// How many lines there are.
  public private(set) var count = 0

  /// Makes room for the lines of an answer.
  public init() { bytes.reserveCapacity(HeaderLines.usualByteCount) }

  public init(arrayLiteral lines: (name: String, value: String)...) {
    self.init()
    for line in lines { append(line.name, line.value) }
  }

  /// Adds a line. Neither name nor value holds a zero byte.
  public mutating func append(_ name: String, _ value: String) {
    append(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Adds a line whose value `write` appends to the bytes that it is given. Neither holds a zero byte.
  @inline(__always)
  public mutating func append(_ name: String, _ write: (inout [UInt8]) -> Void) {
    bytes.append(contentsOf: name.utf8)
    bytes.append(0)
    write(&bytes)
    bytes.append(0)
    count += 1
  }

  /// Adds the lines of others.
  public mutating func append(_ lines: HeaderLines) {
    bytes.append(contentsOf: lines.bytes)
    count += lines.count
  }
}
