/// Takes the canonical bytes of a section or snapshot, piece by piece.
public protocol CanonicalSink {
  /// Takes the next numbers, of a type without padding, each with its least byte first.
  mutating func append<Number: BitwiseCopyable>(_ numbers: [Number])
}

/// The version of the rules that answers follow. A release that changes any answer raises it, so that ids change and no
/// cache is wrong (docs/rules.md#rules-version).
public let rulesVersion: UInt8 = 1

extension SectionMetrics {
  /// Writes what the metrics' digest is taken over: all that an answer can depend on, in one form.
  public func writeCanonicalBytes(to sink: inout some CanonicalSink) {
    var writer = CanonicalWriter()
    writer.byte(rulesVersion)
    writer.metrics(self)
    writer.flush(to: &sink)
  }
}

extension Section {
  /// Writes what the section's digest is taken over: the digest of its metrics, which `writeMetricsDigest` writes to the
  /// sink, 32 bytes, and all else that an answer can depend on, but for the id. O(explicit items)
  public func writeCanonicalBytes<Sink: CanonicalSink>(
    to sink: inout Sink, writeMetricsDigest: (inout Sink) -> Void
  ) {
    var writer = CanonicalWriter()
    writer.byte(rulesVersion)
    writer.flush(to: &sink)
    writeMetricsDigest(&sink)
    writer.stack(headers, to: &sink)
    writer.stack(footers, to: &sink)
    writer.count(items.count)
    writer.flush(to: &sink)
    items.widths.writeCanonicalBytes(to: &sink, as: items.widthForm)
    items.heights.writeCanonicalBytes(to: &sink, as: items.heightForm)
  }
}

extension Snapshot {
  /// Writes what the layout id is taken over: the digests of the sections and all that they leave out.
  ///
  /// `writeDigest` writes the digest of a section, 32 bytes, to the sink. O(sections)
  public func writeCanonicalBytes<Sink: CanonicalSink>(
    to sink: inout Sink, writeDigest: (Int, inout Sink) -> Void
  ) {
    var writer = CanonicalWriter()
    writer.byte(rulesVersion)
    writer.flag(scrollDirection == .horizontal)
    writer.flag(layoutDirection == .rtl)
    writer.stack(globalHeaders, to: &sink)
    writer.count(sections.count)
    for number in sections.indices {
      writer.text(ids[number])
      writer.flush(to: &sink)
      writeDigest(number, &sink)
    }
    writer.flush(to: &sink)
  }
}

/// Fixed-width numbers and counted text, so that no two contents write the same bytes.
private struct CanonicalWriter {
  /// What is written piece by piece is flushed when it has so many bytes.
  private static let pieceBytes = 16 << 10

  private var bytes: [UInt8] = []

  mutating func flush(to sink: inout some CanonicalSink) {
    sink.append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

  mutating func count(_ value: Int) { word(UInt64(value)) }

  /// −0 is 0.
  mutating func number(_ value: Double) { word((value + 0).bitPattern) }

  private mutating func word(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  mutating func text(_ value: String?) { text(value?.utf8) }

  /// UTF-8, or nothing.
  mutating func text(_ value: (some Collection<UInt8>)?) {
    flag(value != nil)
    guard let value else { return }
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// The place of a value among all of its kind.
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
      appearance(entry.element.appearance)
    }
  }

  mutating func metrics(_ metrics: SectionMetrics) {
    engine(metrics.engine)
    insets(metrics.sectionInset)
    number(metrics.minimumLineSpacing)
    number(metrics.minimumInteritemSpacing)
    appearance(metrics.cellAppearance)
    separator(metrics.sectionSeparator)
    if metrics.sectionSeparator != nil {
      flag(metrics.showsSectionSeparatorWhenLastSection)
    }
    if metrics.hasSeparators { number(metrics.separatorThickness) }
  }

  private mutating func engine(_ engine: Engine) {
    choice(engine.name)
    switch engine {
    case .flow(let metrics):
      choice(metrics.lineAlignment)
      choice(metrics.itemAlignment)
    case .column(let metrics):
      columns(metrics.columns)
      choice(metrics.cellHeight)
      separator(metrics.separator)
      if metrics.separator != nil { flag(metrics.showsColumnSeparator) }
    case .waterfall(let metrics):
      columns(metrics.columns)
      choice(metrics.placement)
    case .mosaic(let metrics):
      number(metrics.segmentHeight)
      styles(metrics.leading)
      styles(metrics.cycle)
    }
  }

  private mutating func columns(_ columns: ColumnCount) {
    switch columns {
    case .number(let number):
      byte(0)
      count(number)
    case .minimumWidth(let width):
      byte(1)
      number(width)
    }
  }

  private mutating func styles(_ styles: StyleSequence) {
    count(styles.count)
    bytes.append(contentsOf: styles.codes)
  }

  private mutating func separator(_ style: SeparatorStyle?) {
    text(style?.color.text)
    guard let style else { return }
    number(style.left)
    number(style.right)
  }
}

extension SectionMetrics {
  /// Whether a separator may look as these metrics say.
  fileprivate var hasSeparators: Bool {
    if case .column(let metrics) = engine, metrics.separator != nil { return true }
    return sectionSeparator != nil
  }
}

extension Extents {
  fileprivate func writeCanonicalBytes(
    to sink: inout some CanonicalSink, as form: CanonicalNumber
  ) {
    switch self {
    case .uniform(let extent):
      var writer = CanonicalWriter()
      writer.byte(0)
      writer.number(extent)
      writer.flush(to: &sink)
    case .explicit(let extents):
      sink.append([form.rawValue])
      writeNumbers(extents, to: &sink, as: form)
    }
  }
}
