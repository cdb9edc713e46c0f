import LayoutCore

/// The canonical bytes of a snapshot, with those of its sections in place of their digests.
struct CanonicalBytes: CanonicalSink, Equatable {
  private var bytes: [UInt8] = []

  init(of snapshot: Snapshot) {
    snapshot.writeCanonicalBytes(to: &self) { number, sink in
      let section = snapshot.sections[number]
      section.writeCanonicalBytes(to: &sink) { sink in
        section.metrics.writeCanonicalBytes(to: &sink)
      }
    }
  }

  mutating func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
    numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}
