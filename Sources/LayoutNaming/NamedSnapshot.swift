public import LayoutCore

/// A snapshot with its names.
public struct NamedSnapshot: Sendable {
  /// The layout id.
  public let id: Digest
  public let snapshot: Snapshot
  /// The digest of each section, in order.
  package let sectionDigests: [Digest]
  /// The names of the nodes over the sections.
  let sectionNodes: SectionNodes
  /// The first 16 digits of the id of the layout that the lineage began with: what balancers may keep it together by.
  package let near: UInt64
  /// The snapshot that this one was made from by steps, if it was.
  package let lineage: Lineage?

  /// Where a snapshot comes from.
  package struct Lineage: Sendable {
    /// The layout id of the snapshot before the steps.
    package let parent: Digest
    /// Where its sections stood there.
    package let sections: OriginRuns<Int>
  }

  /// Names a snapshot; nil when that takes until it is late, which is asked now and then.
  /// O(sections)
  package init?(_ snapshot: Snapshot, unless isLate: () -> Bool) {
    self.init(snapshot, from: nil, unless: isLate)
  }

  /// Names a snapshot whose sections have, as far as they are those of another one, the names that they have there; nil
  /// when that takes until it is late. O(sections)
  ///
  /// - Parameter origin: The other one, and where its sections stood there.
  package init?(
    _ snapshot: Snapshot, from origin: (parent: NamedSnapshot, sections: OriginRuns<Int>)?,
    unless isLate: () -> Bool
  ) {
    var digests: [Digest] = []
    var metricsDigests: [ObjectIdentifier: Digest] = [:]
    digests.reserveCapacity(snapshot.sections.count)
    func name(_ number: Int, _ section: Section) {
      if number > 0, section === snapshot.sections[number - 1] {
        digests.append(digests[number - 1])
        return
      }
      let identity = ObjectIdentifier(section.metrics)
      let metricsDigest = metricsDigests[identity] ?? Digest(of: section.metrics)
      // Only the last ones come again, but for those without metrics of their own, which are few.
      if metricsDigests.count >= NamedSnapshot.metricsRemembered { metricsDigests = [:] }
      metricsDigests[identity] = metricsDigest
      digests.append(Digest(of: section, metrics: metricsDigest))
    }
    let runs = origin?.sections.runs.map { ($0.count, $0.from) } ?? [(snapshot.sections.count, nil)]
    for (count, from) in runs {
      for offset in 0..<count {
        let number = digests.count
        if number % 64 == 0, isLate() { return nil }
        let section = snapshot.sections[number]
        if let from, let parent = origin?.parent,
          section === parent.snapshot.sections[from + offset]
        {
          digests.append(parent.sectionDigests[from + offset])
        } else {
          name(number, section)
        }
      }
    }
    self.snapshot = snapshot
    sectionDigests = digests
    sectionNodes = SectionNodes(
      digests, of: snapshot, from: origin.map { (named: $0.parent, origins: $0.sections) })
    id = Digest(of: snapshot, sections: sectionNodes.root)
    near = origin?.parent.near ?? id.prefix
    lineage = origin.map { Lineage(parent: $0.parent.id, sections: $0.sections) }
  }

  private static let metricsRemembered = 1024

  /// Bytes of memory that the snapshot and its names hold.
  package var byteCount: Int {
    snapshot.byteCount + HeapBytes.array(sectionDigests) + sectionNodes.byteCount
      + (lineage.map { HeapBytes.array($0.sections.runs) } ?? 0)
  }

  /// Bytes of shared content that were made for it.
  package var addedContentBytes = 0

  /// Those of them that go with it, unless others have come to share them.
  package var releasedContentBytes: Int { min(addedContentBytes, snapshot.countedByteCount) }

  /// Those of them that are not counted where snapshots share content.
  package var ownByteCount: Int { byteCount - snapshot.countedByteCount }
}
