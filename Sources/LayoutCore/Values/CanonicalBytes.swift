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
  /// Writes what the section's digest is taken over: the digest of its metrics, which `writeMetricsDigest` writes to
  /// the sink, 32 bytes, and all else that an answer can depend on, but for the id. O(explicit items)
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
    items.writeCanonicalBytes(by: &writer, to: &sink)
    writer.flush(to: &sink)
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

extension Extents {
  func writeCanonicalBytes(
    by writer: inout CanonicalWriter, to sink: inout some CanonicalSink, as form: CanonicalNumber
  ) {
    switch self {
    case .uniform(let extent):
      writer.byte(0)
      writer.number(extent)
    case .explicit(let extents):
      writer.byte(form.rawValue)
      writer.flush(to: &sink)
      writeNumbers(extents, to: &sink, as: form)
    }
  }
}
