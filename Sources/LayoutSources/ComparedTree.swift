package import LayoutCore

/// One of the two trees of a change: its nodes, the sections that they make, and what it says of these.
package final class ComparedTree: Sendable {
  package let snapshot: Snapshot
  package let tree: SourceTree
  /// The keys of the items of each section, by numbers that equal keys of both trees have; nil if it has none.
  package let keys: [[Int32]?]
  /// Whether each section has a member that gives its items.
  package let givesItems: [Bool]

  package init(_ snapshot: Snapshot, _ tree: SourceTree, keys: [[Int32]?], givesItems: [Bool]) {
    (self.snapshot, self.tree, self.keys, self.givesItems) = (snapshot, tree, keys, givesItems)
  }

  /// What a user may do with the items of each basic node.
  package var permissions: ItemPermissions {
    var nodes: [ItemPermissions.NodePermissions] = []
    for node in tree.nodes where node.hasOwnSections {
      nodes.append(
        ItemPermissions.NodePermissions(
          sections: node.sections, isMovable: node.isMovable, isEditable: node.isEditable))
    }
    return ItemPermissions(nodes)
  }

  /// How the tree differs from a layout that it has to stand for: in its numbers of sections or items. O(sections)
  ///
  /// - Parameters:
  ///   - itemCounts: The number of items of each section of the layout.
  ///   - countMax: The greatest number of differences that are returned.
  package func mismatches(with itemCounts: [Int], countMax: Int) -> [TreeMismatch] {
    let (given, expected) = (snapshot.sections.count, itemCounts.count)
    if given != expected {
      return [TreeMismatch(section: nil, given: given, expected: expected)]
    }
    var mismatches: [TreeMismatch] = []
    for (section, expected) in itemCounts.enumerated() where mismatches.count < countMax {
      let given = snapshot.sections[section].items.count
      if given == expected { continue }
      mismatches.append(TreeMismatch(section: section, given: given, expected: expected))
    }
    return mismatches
  }
}

extension ComparedTree {
  /// The mistake that the tree differs from its layout.
  package func fault(of mismatch: TreeMismatch) -> SourceFault {
    var place = SourcePlace(0)
    if let section = mismatch.section {
      let own = tree.place(ofSection: section)
      place = SourcePlace(own.node, section: own.section, givesItems[section] ? .items : nil)
    }
    let code = mismatch.section == nil ? SourceFault.Code.sectionCountMismatch : .itemCountMismatch
    return SourceFault(place, code, mismatch.detail)
  }
}

/// A number of sections, or of items of a section, that differs from that of the layout for which a tree stands.
package struct TreeMismatch: Sendable {
  /// Nil for the number of sections.
  package let section: Int?
  package let given: Int
  package let expected: Int

  /// The predicate of a sentence whose subject is the source, or the items.
  package var detail: SourceDetail {
    let isOne = given == 1
    guard let section else {
      let end = isOne ? " section, the layout has " : " sections, the layout has "
      return SourceDetail("has ", given, end).and(expected)
    }
    return SourceDetail("has ", given, isOne ? " item, section " : " items, section ")
      .and(section, " of the layout has ").and(expected)
  }
}
