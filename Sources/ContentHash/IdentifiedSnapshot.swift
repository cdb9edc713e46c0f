public import LayoutCore

/// A snapshot with its digests. An object, so that a request can hold several references to it at little cost.
public final class IdentifiedSnapshot: Sendable {
  /// The layout id.
  public let id: Digest
  public let snapshot: Snapshot
  /// The digest of each section, in order.
  package let sectionDigests: [Digest]
  /// The digests of the nodes over the sections.
  let sectionNodes: SectionNodes
  /// The first 16 digits of the id of the layout with which the lineage began. Load balancers may use it to keep a
  /// lineage together.
  package let near: UInt64
  /// The parent from which this snapshot was made by steps; nil if it was not.
  package let lineage: Lineage?
  /// Bytes of shared content that were made for it.
  package let addedContentBytes: Int

  /// The parent of a snapshot.
  package struct Lineage: Sendable {
    /// The layout id of the parent.
    package let parent: Digest
    /// The origins of the sections in the parent.
    package let sections: OriginRuns<Int>
  }

  /// Computes the digests of a snapshot. Calls `isLate` now and then; returns nil once it returns true. O(sections)
  ///
  /// - Parameter addedContentBytes: Bytes of shared content that were made for it.
  package convenience init?(
    _ snapshot: Snapshot, adding addedContentBytes: Int = 0, unless isLate: () -> Bool
  ) {
    self.init(snapshot, from: nil, adding: addedContentBytes, unless: isLate)
  }

  /// Computes the digests of a snapshot, reusing those of another one for the sections that come from it. Calls
  /// `isLate` now and then; returns nil once it returns true. O(sections)
  ///
  /// - Parameters:
  ///   - origin: The other snapshot, and the origins of the sections in it.
  ///   - addedContentBytes: Bytes of shared content that were made for it.
  package init?(
    _ snapshot: Snapshot, from origin: (parent: IdentifiedSnapshot, sections: OriginRuns<Int>)?,
    adding addedContentBytes: Int = 0, unless isLate: () -> Bool
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
      // Only recently used metrics occur again, except the inherited ones, which are few.
      if metricsDigests.count >= IdentifiedSnapshot.metricsRemembered { metricsDigests = [:] }
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
    self.addedContentBytes = addedContentBytes
    sectionDigests = digests
    sectionNodes = SectionNodes(
      digests, of: snapshot, from: origin.map { (named: $0.parent, origins: $0.sections) })
    id = Digest(of: snapshot, sections: sectionNodes.root)
    near = origin?.parent.near ?? id.prefix
    lineage = origin.map { Lineage(parent: $0.parent.id, sections: $0.sections) }
  }

  private static let metricsRemembered = 1024

  /// Memory that the snapshot and its digests use, in bytes.
  package var byteCount: Int {
    HeapBytes.object((Digest, Snapshot, [Digest], SectionNodes, UInt64, Lineage?, Int).self)
      + snapshot.byteCount + HeapBytes.array(sectionDigests) + sectionNodes.byteCount
      + (lineage.map { HeapBytes.array($0.sections.runs) } ?? 0)
  }

  /// The part of these bytes that is released with it, unless others share it by then.
  package var releasedContentBytes: Int { min(addedContentBytes, snapshot.countedByteCount) }

  /// The part of its bytes that is not counted as shared content.
  package var ownByteCount: Int { byteCount - snapshot.countedByteCount }
}
