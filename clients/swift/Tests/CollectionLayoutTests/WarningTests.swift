import CollectionLayout
import Testing

@Suite("Warnings")
struct WarningTests {
  private func texts(_ warnings: [Refusal.Issue]) -> [String] {
    warnings.map { "\($0.pointer ?? "") \($0.code): \($0.detail)" }
  }

  private let sections = [
    SectionInput(
      engine: .flow, metrics: MetricsInput { $0.rowHeight = 30 },
      items: [ItemInput(width: 200, height: 10)]),
    SectionInput(
      engine: .column, metrics: MetricsInput { $0.sectionInset = .init(left: 60, right: 60) },
      items: 3),
  ]

  @Test("A layout has the warnings of its snapshot, then those of its width")
  func width() throws {
    let snapshot = try Snapshot(sections: sections)
    #expect(snapshot.warnings.map(\.pointer) == ["/sections/0/metrics/rowHeight"])
    #expect(try SnapshotLayout(snapshot, width: 500).warnings == snapshot.warnings)
    let narrow = try SnapshotLayout(snapshot, width: 100)
    #expect(narrow.warnings.prefix(1) == snapshot.warnings[...])
    let ofWidth = [
      "/sections/0/items wider-than-line: item 0 is 200 points wide, its line 100",
      "/sections/1 no-room: the insets leave no width for the items",
    ]
    #expect(texts(Array(narrow.warnings.dropFirst())) == ofWidth)
    // What steps make was not read as a snapshot.
    let changed = try narrow.applying([Step { $0.delete = [.init(section: 1, item: 0)] }]).layout
    #expect(texts(changed.warnings) == ofWidth)
  }

  @Test("Those of a horizontal layout speak of heights")
  func height() throws {
    let items = [ItemInput(width: 10, height: 200)]
    let snapshot = try Snapshot(
      scrollDirection: .horizontal, sections: [SectionInput(engine: .flow, items: .list(items))])
    #expect(
      texts(try SnapshotLayout(snapshot, height: 100).warnings) == [
        "/sections/0/items wider-than-line: item 0 is 200 points high, its line 100"
      ])
  }

  @Test("They are twenty at most, also together")
  func count() throws {
    let snapshot = try Snapshot(sections: Array(repeating: sections[0], count: 15))
    #expect(snapshot.warnings.count == 15)
    let warnings = try SnapshotLayout(snapshot, width: 100).warnings
    #expect(warnings.count == 20)
    #expect(warnings.last?.pointer == "/sections/4/items")
  }
}
