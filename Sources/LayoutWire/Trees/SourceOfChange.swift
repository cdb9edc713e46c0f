internal import LayoutCore

/// The tree `from` of a change, which stands for the layout that is changed: compared with it before the steps are
/// applied (docs/rules.md#two-trees).
final class SourceOfChange: Sendable {
  private let from: ComparedSource

  init(_ from: ComparedSource) { self.from = from }

  /// The sections of each basic node, with what a user may do there.
  var permissions: ItemPermissions {
    ItemPermissions(
      from.tree.nodes.filter(\.hasOwnSections).map {
        ItemPermissions.NodePermissions(
          sections: $0.sections, isMovable: $0.isMovable, isEditable: $0.isEditable)
      })
  }

  /// The problem of a layout with other directions, or other counts of sections or items, than the tree; nil if there is
  /// none. O(sections)
  func problem(of layout: Snapshot) -> Problem? {
    var issues: [Problem.Issue] = []
    func compare(_ key: RootKey, _ given: String, _ expected: String) {
      if given == expected { return }
      issues.append(
        Problem.Issue(
          .pointer("/from/\(key.name)"), .notAllowed,
          "is \(given), that of the layout is \(expected)"))
    }
    let snapshot = from.snapshot
    compare(
      .scrollDirection, snapshot.scrollDirection.rawValue, layout.scrollDirection.rawValue)
    compare(
      .layoutDirection, snapshot.layoutDirection.rawValue, layout.layoutDirection.rawValue)
    let (given, expected) = (snapshot.sections.count, layout.sections.count)
    if given != expected {
      issues.append(
        Problem.Issue(
          .pointer("/from/source"), .sectionCountMismatch,
          "has \(Self.text(given, "section")), the layout has \(expected)",
          facts: [.number("expected", expected), .number("given", given)]))
    } else {
      for section in snapshot.sections.indices where issues.count < Problem.issuesMax {
        let given = snapshot.sections[section].items.count
        let expected = layout.sections[section].items.count
        if given == expected { continue }
        issues.append(
          Problem.Issue(
            .pointer(from.pointer(toItemsOf: section)), .itemCountMismatch,
            "has \(Self.text(given, "item")), section \(section) of the layout has \(expected)",
            facts: [
              .number("section", section), .number("expected", expected), .number("given", given),
            ]))
      }
    }
    return issues.isEmpty ? nil : Problem(invalidChange: issues)
  }

  private static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
