internal import LayoutCore
internal import LayoutSources

/// The tree `from` of a change, which stands for the layout that is changed: compared with it before the steps are
/// applied (docs/rules.md#two-trees).
final class SourceOfChange: Sendable {
  private let from: ComparedSource

  init(_ from: ComparedSource) { self.from = from }

  /// The sections of each basic node, with what a user may do there.
  var permissions: ItemPermissions { from.compared.permissions }

  /// The problem of a layout with other directions, or other counts of sections or items, than the tree; nil if there is
  /// none. O(sections)
  func problem(of layout: Snapshot) -> Problem? {
    var issues: [Problem.Issue] = []
    let directions = TreeDirections(of: from.compared.snapshot)
    for (key, detail) in directions.differences(
      from: TreeDirections(of: layout), sayingOther: ", that of the layout is ")
    {
      issues.append(Problem.Issue(.pointer("/from/\(key.name)"), .notAllowed, detail.text))
    }
    let mismatches = from.compared.mismatches(
      with: layout.sections.map { $0.items.count }, countMax: Problem.issuesMax - issues.count)
    for mismatch in mismatches {
      let numbers: [Problem.Issue.Fact] = [
        .number("expected", mismatch.expected), .number("given", mismatch.given),
      ]
      if let section = mismatch.section {
        issues.append(
          Problem.Issue(
            .pointer(from.pointer(toItemsOf: section)), .itemCountMismatch, mismatch.detail.text,
            facts: [.number("section", section)] + numbers))
      } else {
        issues.append(
          Problem.Issue(
            .pointer("/from/source"), .sectionCountMismatch, mismatch.detail.text, facts: numbers))
      }
    }
    return issues.isEmpty ? nil : Problem(invalidChange: issues)
  }
}
