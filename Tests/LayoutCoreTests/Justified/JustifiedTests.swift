import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Rows of pictures that fill the width")
struct JustifiedTests {
  /// Thirty photographs as cameras made them.
  private static let photographs: [(width: Double, height: Double)] = [
    (3024, 4032), (3876, 5426), (3687, 5162), (2848, 4272), (2832, 4240), (2767, 4150),
    (3024, 4032), (3024, 4032), (4160, 6240), (4480, 5600), (3024, 4032), (3666, 5500),
    (3888, 5184), (3888, 5184), (6000, 4000), (3777, 5665), (3393, 5079), (4160, 5547),
    (4000, 6000), (4156, 6234), (3456, 5184), (3900, 6240), (6240, 4160), (3472, 4624),
    (3648, 5472), (3805, 5708), (3024, 4032), (3243, 4166), (3656, 4567), (3333, 5000),
  ]

  private static func layout(
    _ sizes: [(width: Double, height: Double)], width: Double, _ metrics: JSONValue = [:]
  ) throws -> Layout {
    try Layout.of(
      [
        "engine": "justified", "metrics": metrics,
        "sections": [
          [
            "items": [
              "widths": .array(sizes.map { .number($0.width) }),
              "heights": .array(sizes.map { .number($0.height) }),
            ]
          ]
        ],
      ], containerWidth: width)
  }

  private static func cells(_ layout: Layout) -> [Rect] {
    layout.elements(in: Rect(x: 0, y: 0, width: 1e4, height: 1e9)).map(\.frame)
  }

  /// Full rows end at the right edge, all items have their proportions, and rows are those of the rule.
  private func check(
    _ sizes: [(width: Double, height: Double)], width: Double, _ metrics: JSONValue = [:]
  ) throws {
    let cells = Self.cells(try Self.layout(sizes, width: width, metrics))
    #expect(cells.count == sizes.count)
    let target = metrics["targetRowHeight"]?.double ?? 200
    let rows = NaiveJustified(sizes: sizes, metrics: metrics, available: width).rows
    for (number, row) in rows.enumerated() {
      let last = cells[row.items.upperBound - 1]
      if number < rows.count - 1, row.height < 2 * target {
        #expect(abs(last.x + last.width - width) <= 1e-9 * width)
      }
      for item in row.items {
        #expect(abs(cells[item].height - row.height) <= 1e-9)
        #expect(cells[item].y == cells[row.items.lowerBound].y)
        let ratio = sizes[item].width / sizes[item].height
        #expect(abs(cells[item].width / cells[item].height / ratio - 1) <= 1e-12)
      }
    }
  }

  @Test("Photographs at four widths", arguments: [320, 390, 768, 1440])
  func photographs(width: Double) throws {
    try check(Self.photographs, width: width)
    try check(Self.photographs, width: width, ["targetRowHeight": 90, "lineAlignment": "center"])
    var random = SplitMix64(seed: 5)
    let many = (0..<10_000).map { _ in random.one(of: Self.photographs) }
    try check(many, width: width)
  }

  @Test("Photographs that are appended change nothing above the last row that was not full")
  func appended() throws {
    var random = SplitMix64(seed: 9)
    let sizes = (0..<100_000).map { _ in random.one(of: Self.photographs) }
    let before = Self.cells(try Self.layout(Array(sizes.dropLast(1000)), width: 390))
    let after = Self.cells(try Self.layout(sizes, width: 390))
    let rows = NaiveJustified(
      sizes: Array(sizes.dropLast(1000)), metrics: [:], available: 390
    ).rows
    let full = rows[rows.count - 1].items.lowerBound
    #expect(before[..<full] == after[..<full])
  }

  @Test("Equal photographs are laid out by arithmetic, as one by one")
  func equal() throws {
    for count in 1...40 {
      for (width, target, alignment) in [
        (1000.0, 200.0, "leading"), (390, 200, "center"), (390, 20, "trailing"),
        (50, 300, "justify"), (0, 200, "leading"),
      ] {
        let metrics: JSONValue = [
          "targetRowHeight": .number(target), "lineAlignment": .string(alignment),
        ]
        let sizes = Array(repeating: (width: 3.0, height: 2.0), count: count)
        let cells = Self.cells(try Self.layout(sizes, width: width, metrics))
        let naive = NaiveJustified(sizes: sizes, metrics: metrics, available: width)
        guard width > 0 else {
          #expect(cells.isEmpty)
          continue
        }
        for row in naive.rows {
          #expect(cells[row.items].allSatisfy { abs($0.height - row.height) < 1e-9 })
          #expect(abs(cells[row.items.lowerBound].x - row.start) < 1e-9)
        }
      }
    }
    let giant = try Layout.of(
      [
        "engine": "justified",
        "sections": [["items": ["count": 1e9, "width": 3, "height": 2]]],
      ], containerWidth: 1000)
    let last = giant.elements(
      in: Rect(x: 0, y: giant.contentSize.height - 1, width: 1000, height: 1))
    #expect(last.map(\.element.index) == [999_999_999])
  }

  @Test("What rows show depends on proportions alone")
  func proportions() throws {
    let twice = Self.photographs.map { (width: $0.width * 2, height: $0.height * 2) }
    let cells = Self.cells(try Self.layout(Self.photographs, width: 390))
    #expect(Self.cells(try Self.layout(twice, width: 390)) == cells)
  }
}
