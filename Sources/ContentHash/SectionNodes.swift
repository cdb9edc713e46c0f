package import LayoutCore

/// The digests of the nodes over a snapshot's sections (docs/rules.md#layout-id).
struct SectionNodes: Sendable {
  /// The digest of the root: that of all sections.
  let root: Digest
  /// The lowest nodes, in order.
  private let lowest: [EqualNodes]

  /// Adjacent nodes with the same digest, and therefore with the same number of sections.
  private struct EqualNodes {
    let digest: Digest
    /// The number of sections of each node.
    let sectionCount: Int
    /// The number after the last section.
    var end: Int
  }

  /// Computes the digests of the nodes, reusing those of nodes whose sections all come from another snapshot.
  /// O(sections)
  init(
    _ digests: [Digest], of snapshot: Snapshot,
    from before: (named: IdentifiedSnapshot, origins: OriginRuns<Int>)? = nil
  ) {
    /// Whether the sections of a node have the digests and the ids of the ones before them.
    func isRepeated(_ sections: Range<Int>, after count: Int) -> Bool {
      let before = sections.lowerBound - count..<sections.lowerBound
      return digests[sections] == digests[before]
        && SectionNode.hasSameIDs(sections, of: snapshot, as: before, of: snapshot)
    }
    // A list that grows takes three times its final size, which can be most of what a body takes.
    var (runCount, previousCount) = (0, 0)
    SectionNode.forEachLowest(over: digests) { sections in
      if !isRepeated(sections, after: previousCount) { runCount += 1 }
      previousCount = sections.count
    }
    var root = SectionRoot()
    var runs: [EqualNodes] = []
    runs.reserveCapacity(runCount)
    SectionNode.forEachLowest(over: digests) { sections in
      if let last = runs.last, isRepeated(sections, after: last.sectionCount) {
        root.add(last.digest)
        runs[runs.count - 1].end = sections.upperBound
        return
      }
      let known = before.flatMap { before in
        before.named.sectionNodes.digest(
          over: sections, digests, of: snapshot, in: before.named, before.origins)
      }
      let digest =
        known
        ?? Digest {
          SectionNode.writeCanonicalBytes(over: sections, of: snapshot, digests: digests, to: &$0)
        }
      root.add(digest)
      runs.append(
        EqualNodes(digest: digest, sectionCount: sections.count, end: sections.upperBound))
    }
    self.root = root.finish()
    lowest = runs
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int { HeapBytes.array(lowest) }

  /// The digest of a node over the same sections in the other snapshot; nil if there is none. O(sections)
  private func digest(
    over sections: Range<Int>, _ digests: [Digest], of snapshot: Snapshot,
    in named: IdentifiedSnapshot, _ origins: OriginRuns<Int>
  ) -> Digest? {
    guard let first = sections.first, let from = origins.run(from: first).from else { return nil }
    let end = from + sections.count
    let place = partitionPoint(0..<lowest.count) { lowest[$0].end >= end }
    guard place < lowest.count, lowest[place].sectionCount == sections.count else { return nil }
    let start = place == 0 ? 0 : lowest[place - 1].end
    guard from >= start, (from - start).isMultiple(of: sections.count),
      named.sectionDigests[from..<end] == digests[sections],
      SectionNode.hasSameIDs(sections, of: snapshot, as: from..<end, of: named.snapshot)
    else { return nil }
    return lowest[place].digest
  }
}

/// The root over a snapshot's lowest nodes, which are added one by one. It stores only the children of the last node of
/// each level.
package struct SectionRoot {
  /// The children of the last node of each level, from the second level on.
  private var levels: [[Digest]] = [[]]

  package init() {}

  /// Adds the next lowest node. O(1) on average
  package mutating func add(_ lowest: Digest) { add(lowest, at: 0) }

  /// Ends all nodes and returns the digest of the root. At least one node must have been added. O(levels)
  package mutating func finish() -> Digest {
    var level = 0
    while level + 1 < levels.count || levels[level].count > 1 {
      if !levels[level].isEmpty { end(level) }
      level += 1
    }
    return levels[level][0]
  }

  private mutating func add(_ child: Digest, at level: Int) {
    if level == levels.count { levels.append([]) }
    levels[level].append(child)
    if SectionNode.ends(after: child, count: levels[level].count) { end(level) }
  }

  private mutating func end(_ level: Int) {
    let digest = Digest {
      SectionNode.writeCanonicalBytes(over: levels[level][...], level: level + 2, to: &$0)
    }
    levels[level].removeAll(keepingCapacity: true)
    add(digest, at: level + 1)
  }
}

extension SectionNode {
  /// Calls `body` with the sections of each lowest node, in order: once without sections if there are none. O(sections)
  package static func forEachLowest(over digests: [Digest], _ body: (Range<Int>) -> Void) {
    var start = 0
    for place in digests.indices where ends(after: digests[place], count: place + 1 - start) {
      body(start..<place + 1)
      start = place + 1
    }
    if start < digests.count || digests.isEmpty { body(start..<digests.count) }
  }
}
