/// What the nodes of a source allow a user to do with the items of a list's sections (docs/rules.md#steps-of-a-user).
public struct ItemPermissions: Sendable {
  /// The sections of a node without children, and what is allowed there.
  public struct NodePermissions: Sendable {
    public let sections: Range<Int>
    public let isMovable: Bool
    public let isEditable: Bool

    /// Creates the permissions of a node with at least one section.
    public init(sections: Range<Int>, isMovable: Bool, isEditable: Bool) {
      self.sections = sections
      self.isMovable = isMovable
      self.isEditable = isEditable
    }
  }

  private let nodes: [NodePermissions]

  /// Creates permissions from nodes that have all sections, in order.
  public init(_ nodes: [NodePermissions]) { self.nodes = nodes }

  /// The number of the node that has a section; nil if none has it. O(log nodes)
  private func node(of section: Int) -> Int? {
    let place = partitionPoint(0..<nodes.count) { nodes[$0].sections.upperBound > section }
    return place < nodes.count ? place : nil
  }

  /// Refuses the entries that the nodes do not allow: deletes, and moves to sections that exist.
  func check(
    _ deletes: [EntryRange<ItemPath>], _ moves: [EntryRange<ItemPath>], in check: inout StepCheck
  ) {
    for claim in deletes {
      guard let node = node(of: claim.range.lowerBound.section) else { continue }
      if !nodes[node].isEditable { check.refuse(.notEditable, .delete, claim.entry) }
    }
    for claim in moves {
      guard let node = node(of: claim.range.lowerBound.section),
        let target = self.node(of: check.step.move[claim.entry].to.section)
      else { continue }
      if node != target {
        check.refuse(.crossSourceMove, .move, claim.entry)
      } else if !nodes[node].isMovable {
        check.refuse(.notMovable, .move, claim.entry)
      }
    }
  }
}
