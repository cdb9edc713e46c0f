/// Receives the canonical bytes of a section or snapshot, piece by piece.
public protocol CanonicalSink {
  /// Appends numbers of a type without padding, each with its lowest byte first.
  mutating func append<Number: BitwiseCopyable>(_ numbers: [Number])
}

/// Writes numbers of fixed width, and texts after their lengths, so that different contents never write the same bytes.
public struct CanonicalWriter {
  private(set) var bytes: [UInt8] = []
  /// The numbers of the additions that an engine wrote, a bit for each.
  var additions: UInt16 = 0
  /// The numbers of those additions that have one, each with the addition's bit.
  var additionNumbers: [(bit: UInt16, number: Double)] = []

  /// Creates a writer with enough memory for most sections.
  init() { bytes.reserveCapacity(64) }

  mutating func flush(to sink: inout some CanonicalSink) {
    sink.append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func digest(_ digest: ContentDigest) {
    for place in 0..<4 { word(digest.words[place].byteSwapped) }
  }

  mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

  mutating func count(_ value: Int) { word(UInt64(value)) }

  /// Writes a number, with −0 as 0.
  mutating func number(_ value: Double) { word((value + 0).bitPattern) }

  private mutating func word(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Writes a text as UTF-8, or nil.
  mutating func text(_ value: String?) {
    flag(value != nil)
    if let value { counted(value) }
  }

  /// Writes a text as UTF-8, after its number of bytes.
  mutating func counted(_ value: String) {
    count(value.withUTF8Span { $0.count })
    bytes.append(utf8: value)
  }

  /// Writes a text as UTF-8, or nil.
  mutating func text(_ value: ArraySlice<UInt8>?) {
    flag(value != nil)
    guard let value else { return }
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// Writes bytes after their number.
  mutating func counted(_ values: [UInt8]) {
    count(values.count)
    bytes.append(contentsOf: values)
  }

  /// Writes the position of a value in its list of cases.
  mutating func choice<Value: CaseIterable & Equatable>(_ value: Value) {
    for (place, candidate) in Value.allCases.enumerated() where candidate == value {
      byte(UInt8(place))
    }
  }

  mutating func insets(_ insets: EdgeInsets) {
    for value in [insets.top, insets.left, insets.bottom, insets.right] { number(value) }
  }

  mutating func appearance(_ appearance: Appearance?) {
    flag(appearance != nil)
    guard let appearance else { return }
    text(appearance.backgroundColor?.text)
    text(appearance.selectedBackgroundColor?.text)
    flag(appearance.padding != nil)
    if let padding = appearance.padding { insets(padding) }
  }
}
