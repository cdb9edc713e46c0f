/// Writes numbers of fixed width and texts after their length, so that no two contents write the same bytes.
public struct CanonicalWriter {
  /// How many bytes are collected before they are flushed.
  private static let pieceBytes = 16 << 10

  private(set) var bytes: [UInt8] = []

  /// Makes a writer with room for what most sections write.
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

  /// −0 is 0.
  mutating func number(_ value: Double) { word((value + 0).bitPattern) }

  private mutating func word(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// UTF-8, or nothing.
  mutating func text(_ value: String?) {
    flag(value != nil)
    guard let value else { return }
    count(value.utf8.span.count)
    bytes.append(utf8: value)
  }

  /// UTF-8, or nothing.
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

  /// Writes the place of a value in its list of cases.
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

  mutating func stack(_ stack: SupplementaryStack, to sink: inout some CanonicalSink) {
    count(stack.entries.count)
    for entry in stack.entries {
      // A stack may have millions of elements.
      if bytes.count >= CanonicalWriter.pieceBytes { flush(to: &sink) }
      count(entry.element.index)
      number(entry.element.extent)
      flag(entry.element.isPinning)
      flag(entry.element.isEstimated)
      appearance(entry.element.appearance)
    }
  }

  mutating func metrics(_ metrics: SectionMetrics) {
    choice(metrics.engine.name)
    metrics.engine.writeCanonicalBytes(to: &self)
    insets(metrics.sectionInset)
    number(metrics.minimumLineSpacing)
    number(metrics.minimumInteritemSpacing)
    appearance(metrics.cellAppearance)
    separator(metrics.sectionSeparator)
    if metrics.sectionSeparator != nil {
      flag(metrics.showsSectionSeparatorWhenLastSection)
    }
    if let thickness = metrics.separatorThickness { number(thickness) }
  }

  mutating func columns(_ columns: ColumnCount) {
    switch columns {
    case .number(let number):
      byte(0)
      count(number)
    case .minimumWidth(let width):
      byte(1)
      number(width)
    }
  }

  mutating func separator(_ style: SeparatorStyle?) {
    text(style?.color.text)
    guard let style else { return }
    number(style.left)
    number(style.right)
  }
}
