import LayoutCore

/// The names of a snapshot, its sections and its items (docs/rules.md#layout-id).
struct SnapshotNames {
  /// The layout id.
  let id: ContentDigest
  /// The digest of each section, in order.
  let sections: [ContentDigest]
  /// The metrics that were named last, which a snapshot made from this one often has, too.
  private let lastMetrics: (metrics: SectionMetrics, digest: ContentDigest)?

  /// Names a snapshot; sections of one before it have their names. O(sections)
  ///
  /// - Parameter origins: Where its sections stood in the snapshot before.
  init(
    _ snapshot: Snapshot,
    from before: (snapshot: Snapshot, names: SnapshotNames, origins: OriginRuns<Int>)? = nil
  ) {
    var sections: [ContentDigest] = []
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
        last = (section.metrics, digest { section.metrics.writeCanonicalBytes(to: &$0) })
      }
      let metrics = last!.digest
      sections.append(digest { section.writeCanonicalBytes(to: &$0, metrics: metrics) })
    }
    self.sections = sections
    lastMetrics = last
    let root = SnapshotNames.root(over: sections, of: snapshot)
    id = digest { snapshot.writeCanonicalBytes(to: &$0, sections: root) }
  }

  /// The digest of the root of the nodes over sections.
  private static func root(
    over sections: [ContentDigest], of snapshot: Snapshot
  ) -> ContentDigest {
    var children = ranges(sections).map { range in
      digest {
        SectionNode.writeCanonicalBytes(over: range, of: snapshot, digests: sections, to: &$0)
      }
    }
    var level = 2
    while children.count > 1 {
      children = ranges(children).map { range in
        digest { SectionNode.writeCanonicalBytes(over: children[range], level: level, to: &$0) }
      }
      level += 1
    }
    return children[0]
  }

  /// The children of each node, in order; one node without children where there are none.
  private static func ranges(_ digests: [ContentDigest]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for place in digests.indices
    where SectionNode.ends(after: digests[place], count: place + 1 - start) {
      ranges.append(start..<place + 1)
      start = place + 1
    }
    if start < digests.count || ranges.isEmpty { ranges.append(start..<digests.count) }
    return ranges
  }
}

/// The digest of what `write` writes.
private func digest(_ write: (inout SHA256) -> Void) -> ContentDigest {
  var hash = SHA256()
  write(&hash)
  return hash.digest
}
