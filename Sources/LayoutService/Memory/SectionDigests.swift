import LayoutCore

extension Digest {
  /// The digest of all sections of a snapshot: that of the root of the nodes over them (docs/rules.md#layout-id).
  /// O(sections)
  init(ofSections digests: [Digest], of snapshot: Snapshot) {
    var children = SectionNode.ranges(digests).map { sections in
      Digest {
        SectionNode.writeCanonicalBytes(over: sections, of: snapshot, digests: digests, to: &$0)
      }
    }
    var level = 2
    while children.count > 1 {
      children = SectionNode.ranges(children).map { range in
        Digest {
          SectionNode.writeCanonicalBytes(over: children[range], level: level, to: &$0)
        }
      }
      level += 1
    }
    self = children[0]
  }
}

extension SectionNode {
  /// The children of each node, in order; one node without children where there are none.
  fileprivate static func ranges(_ digests: [Digest]) -> [Range<Int>] {
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
