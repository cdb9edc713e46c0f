import CollectionLayout
import Testing

@Suite("Whole pixels")
struct WholePixelsTests {
  private static let everywhere = LayoutRect(x: 0, y: 0, width: 1000, height: 1000)

  /// Example D8: three columns in 100.
  private static func columns(_ change: (inout MetricsInput) -> Void = { _ in }) throws
    -> SnapshotLayout
  {
    var metrics = MetricsInput {
      $0.numberOfColumns = 3
      $0.rowHeight = 33.4
      $0.separatorColor = "gray"
    }
    change(&metrics)
    let section = SectionInput(
      engine: .column, metrics: metrics, headers: [], items: .equal(count: 4))
    return try SnapshotLayout(Snapshot(sections: [section]), width: 100)
  }

  private static func rounded(
    _ layout: SnapshotLayout, _ scale: Double, _ kind: ElementKind?
  ) throws -> [LayoutRect] {
    try layout.rounded(layout.elements(in: everywhere), scale: scale)
      .filter { $0.kind == kind }.map(\.frame)
  }

  @Test("Edges are rounded, and separators are at least one pixel thick")
  func example() throws {
    let layout = try Self.columns()
    #expect(
      try Self.rounded(layout, 1, nil) == [
        LayoutRect(x: 0, y: 0, width: 33, height: 33),
        LayoutRect(x: 33, y: 0, width: 34, height: 33),
        LayoutRect(x: 67, y: 0, width: 33, height: 33),
        LayoutRect(x: 0, y: 33, width: 33, height: 34),
      ])
    #expect(
      try Self.rounded(layout, 1, .rowSeparator) == [LayoutRect(x: 0, y: 33, width: 100, height: 1)]
    )
    #expect(
      try Self.rounded(layout, 2, .rowSeparator)
        == [LayoutRect(x: 0, y: 33.5, width: 100, height: 0.5)])
    #expect(try Self.rounded(layout, 1, .columnSeparator).map(\.minX) == [33, 67, 33])
    #expect(try layout.contentSize(scale: 1) == LayoutSize(width: 100, height: 67))
  }

  @Test("Rows from right to left have their column separators at left edges")
  func mirrored() throws {
    let layout = try Self.columns { $0.cellOrder = .rightToLeft }
    #expect(try Self.rounded(layout, 1, .columnSeparator).map(\.maxX) == [67, 33, 67])
  }

  @Test("Other scales are refused")
  func refused() throws {
    let layout = try Self.columns()
    for scale in [0, 0.09, 16.1, -1, .nan, .infinity] {
      let refusal = #expect(throws: Refusal.self) { try layout.rounded([], scale: scale) }
      #expect(refusal?.issues.first?.parameter == "scale")
      #expect(throws: Refusal.self) { try layout.contentSize(scale: scale) }
    }
  }
}
