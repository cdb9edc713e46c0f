package import LayoutCore

/// The digests of the nodes over a snapshot's sections (docs/rules.md#layout-id).
struct SectionNodes: Sendable {
  /// The digest of the root: that of all sections.
  let root: Digest
  /// The digest of each lowest node, in order, and the number after its last section.
  private let lowest: [(digest: Digest, end: Int)]

  /// Computes the digests of the nodes, reusing those of nodes whose sections all come from another snapshot.
  /// O(sections)
  init(
    _ digests: [Digest], of snapshot: Snapshot,
    from before: (named: NamedSnapshot, origins: OriginRuns<Int>)? = nil
  ) {
    lowest = SectionNode.ranges(digests).map { sections in
      let known = before.flatMap { before in
        before.named.sectionNodes.digest(
          over: sections, digests, of: snapshot, in: before.named, before.origins)
      }
      let digest =
        known
        ?? Digest {
          SectionNode.writeCanonicalBytes(over: sections, of: snapshot, digests: digests, to: &$0)
        }
      return (digest, sections.upperBound)
    }
    root = SectionNode.root(over: lowest.map { $0.digest })
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int { HeapBytes.array(lowest) }

  /// The digest of a node over the same sections in the other snapshot; nil if there is none. O(sections)
  private func digest(
    over sections: Range<Int>, _ digests: [Digest], of snapshot: Snapshot,
    in named: NamedSnapshot, _ origins: OriginRuns<Int>
  ) -> Digest? {
    guard let first = sections.first, let from = origins.run(from: first).from else { return nil }
    let end = from + sections.count
    let node = partitionPoint(0..<lowest.count) { lowest[$0].end >= end }
    guard node < lowest.count, lowest[node].end == end,
      (node == 0 ? 0 : lowest[node - 1].end) == from,
      named.sectionDigests[from..<end] == digests[sections],
      SectionNode.hasSameIDs(sections, of: snapshot, as: from..<end, of: named.snapshot)
    else { return nil }
    return lowest[node].digest
  }
}

extension SectionNode {
  /// The digest of the root over the lowest nodes. O(nodes)
  package static func root(over lowest: [Digest]) -> Digest {
    var (children, level) = (lowest, 2)
    while children.count > 1 {
      children = ranges(children).map { range in
        Digest { writeCanonicalBytes(over: children[range], level: level, to: &$0) }
      }
      level += 1
    }
    return children[0]
  }

  /// The children of each node, in order. One node without children if there are none.
  package static func ranges(_ digests: [Digest]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = digests.startIndex
    for place in digests.indices where ends(after: digests[place], count: place + 1 - start) {
      ranges.append(start..<place + 1)
      start = place + 1
    }
    if start < digests.endIndex || ranges.isEmpty { ranges.append(start..<digests.endIndex) }
    return ranges
  }
}
