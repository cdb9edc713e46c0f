import LayoutCore
import Oracle
import Testing

@Suite("Every conflict of a stage is listed")
struct StepConflictTests {
  private typealias Entry = (list: String, entry: NaiveStep.Entry)

  private static let counts = [2, 1]

  /// Every entry that names one item, or place, of two sections with two items and one.
  private static let items: [Entry] = {
    let places = [(0, 0), (0, 1), (1, 0)]
    var all: [Entry] = []
    for (section, item) in places {
      for list in ["delete", "reload", "resize", "insert"] {
        all.append((list, .init(section, item)))
      }
      for (toSection, toItem) in places {
        all.append(("move", .init(section, item, to: toSection, toItem)))
      }
    }
    return all + [
      ("insert", .init(2, 0)), ("insert", .init(1, 4)), ("move", .init(0, 0, to: 2, 0)),
    ]
  }()

  /// No entry of sections, and each that changes one of them.
  private static let sections: [[Entry]] = [
    [], [("deleteSections", .init(0))], [("deleteSections", .init(1))],
    [("reloadSections", .init(0, itemCounts: [2]))],
    [("reloadSections", .init(1, itemCounts: [2]))],
    [("insertSections", .init(0, itemCounts: [2]))],
    [("insertSections", .init(1, itemCounts: [0]))], [("moveSections", .init(1, to: 0))],
    [("deleteSections", .init(0)), ("insertSections", .init(0, itemCounts: [1]))],
    [("reloadSections", .init(0, itemCounts: [1])), ("moveSections", .init(1, to: 0))],
    [("setSections", .init(0)), ("setSections", .init(0))],
    [("deleteSections", .init(0)), ("deleteSections", .init(0))],
    [("deleteSections", .init(0)), ("moveSections", .init(0, to: 0))],
    [("moveSections", .init(0, to: 0)), ("moveSections", .init(0, to: 0))],
  ]

  private func expectErrors(_ entries: [Entry]) {
    var naive = NaiveStep()
    for (list, entry) in entries { naive[list].append(entry) }
    let expected = naive.errors(StepConflictTests.counts)
    var applied = AppliedSteps(StepConflictTests.counts)
    var found: [String] = []
    do throws(StepFailure) {
      try applied.apply(Step(naive))
    } catch {
      found = error.texts
    }
    #expect(found == expected, "\(entries)")
  }

  @Test(
    "Two entries of items, whatever the same step does to sections", arguments: sections.indices)
  func pairs(number: Int) {
    let sections = StepConflictTests.sections[number]
    for (place, first) in StepConflictTests.items.enumerated() {
      for second in StepConflictTests.items[place...] { expectErrors(sections + [first, second]) }
    }
  }

  @Test("Three entries of items, two of them alike", arguments: sections.indices)
  func triples(number: Int) {
    let sections = StepConflictTests.sections[number]
    for first in StepConflictTests.items {
      for second in StepConflictTests.items { expectErrors(sections + [first, first, second]) }
    }
  }

  @Test("What is refused for its section is compared with what is refused for it, too")
  func refused() {
    func errors(_ entries: [Entry]) -> [String] {
      var naive = NaiveStep()
      for (list, entry) in entries { naive[list].append(entry) }
      var applied = AppliedSteps(StepConflictTests.counts)
      do throws(StepFailure) {
        try applied.apply(Step(naive))
        return []
      } catch {
        return error.texts
      }
    }
    let twice: [Entry] = [("move", .init(0, 1, to: 0, 0)), ("move", .init(0, 1, to: 0, 0))]
    let expected = [
      "/move/0 move-from-deleted-section", "/move/1 moves-from-same",
      "/move/1 move-from-deleted-section",
    ]
    #expect(errors(twice + [("deleteSections", .init(0))]) == expected)
    #expect(errors(twice + [("reloadSections", .init(0, itemCounts: [1]))]) == expected)
    let inserted: Entry = ("insertSections", .init(0, itemCounts: [3]))
    #expect(
      errors([
        ("move", .init(0, 0, to: 0, 0)), ("move", .init(0, 1, to: 0, 0)),
        ("insert", .init(0, 1)), ("insert", .init(0, 1)), inserted,
      ]) == [
        "/move/0 move-into-inserted-section", "/move/1 moves-to-same",
        "/move/1 move-into-inserted-section", "/insert/0 insert-into-inserted-section",
        "/insert/1 insert-into-inserted-section", "/insert/1 duplicate-insert",
      ])
    // What is deleted or resized in a section that goes has no effect.
    #expect(
      errors([
        ("delete", .init(0, 0)), ("delete", .init(0, 0)), ("reload", .init(0, 0)),
        ("resize", .init(0, 0)), ("resize", .init(0, 0)), ("deleteSections", .init(0)),
      ]) == [])
  }
}
