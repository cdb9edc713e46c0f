import ContentHash
import LayoutCore

/// The names of a snapshot, its sections and its items (docs/rules.md#layout-id).
struct SnapshotNames {
  /// The layout id.
  let id: Digest
  /// The digest of each section, in order.
  let sections: [Digest]
  /// The metrics that were named last; a snapshot made from this one often has them, too.
  private let lastMetrics: (metrics: SectionMetrics, digest: Digest)?

  /// Names a snapshot; sections of the old snapshot keep their names. O(sections)
  ///
  /// - Parameter origins: The old places of the sections.
  init(
    _ snapshot: Snapshot,
    from before: (snapshot: Snapshot, names: SnapshotNames, origins: OriginRuns<Int>)? = nil
  ) {
    var sections: [Digest] = []
    sections.reserveCapacity(snapshot.sections.count)
    var last = before?.names.lastMetrics
    for (number, section) in snapshot.sections.enumerated() {
      if number > 0, section === snapshot.sections[number - 1] {
        sections.append(sections[number - 1])
        continue
      }
      if let before, let from = before.origins.run(from: number).from,
        section === before.snapshot.sections[from]
      {
        sections.append(before.names.sections[from])
        continue
      }
      if last?.metrics !== section.metrics {
        last = (section.metrics, Digest(of: section.metrics))
      }
      let metrics = last!.digest
      sections.append(Digest(of: section, metrics: metrics))
    }
    self.sections = sections
    lastMetrics = last
    var root = SectionRoot()
    SectionNode.forEachLowest(over: sections) { range in
      root.add(
        Digest {
          SectionNode.writeCanonicalBytes(over: range, of: snapshot, digests: sections, to: &$0)
        })
    }
    id = Digest(of: snapshot, sections: root.finish())
  }
}
