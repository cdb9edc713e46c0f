import LayoutCore

/// The canonical bytes of a snapshot, with those of its sections beside them.
struct CanonicalBytes: CanonicalSink, Equatable {
  private var bytes: [UInt8] = []

  init(of snapshot: Snapshot) {
    let noDigest = ContentDigest { _ in 0 }
    let noDigests = snapshot.sections.map { _ in noDigest }
    snapshot.writeCanonicalBytes(to: &self, sections: noDigest)
    for (number, section) in snapshot.sections.enumerated() {
      SectionNode.writeCanonicalBytes(
        over: number..<number + 1, of: snapshot, digests: noDigests, to: &self)
      section.metrics.writeCanonicalBytes(to: &self)
      section.writeCanonicalBytes(to: &self, metrics: noDigest)
    }
  }

  mutating func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
    numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}
