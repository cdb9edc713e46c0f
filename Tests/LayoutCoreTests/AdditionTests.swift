import Oracle
import Testing

@testable import LayoutCore

/// Docs/rules.md#additions: what says something that only later rules have is named by the next version.
@Suite("Additions to the rules")
struct AdditionTests {
  private struct Bytes: CanonicalSink {
    var bytes: [UInt8] = []

    mutating func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  private static let digest = ContentDigest { _ in 0 }

  private static func metrics(_ height: CellHeight, _ order: CellOrder) -> SectionMetrics {
    SectionMetrics(
      engine: ColumnEngine(
        columns: .number(2), cellHeight: height, cellOrder: order, separator: nil,
        showsColumnSeparator: true),
      sectionInset: .zero, minimumLineSpacing: 0, minimumInteritemSpacing: 0,
      sectionSeparator: nil, showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
  }

  private static func stack(_ texts: [String]) -> SupplementaryStack {
    SupplementaryStack(
      texts.enumerated().map { index, text in
        Supplementary(
          index: index, extent: 1, isPinning: false,
          appearance: Appearance(
            backgroundColor: nil, selectedBackgroundColor: nil, padding: nil,
            members: GivenMembers().with(.text(Array(text.utf8)), of: MemberRow.ofHeaders[0])))
      })
  }

  private static func section(
    _ metrics: SectionMetrics, headers: SupplementaryStack = .empty,
    footers: SupplementaryStack = .empty
  ) -> Section {
    Section(metrics: metrics, items: .none, headers: headers, footers: footers)
  }

  private static func snapshot(
    _ sections: [Section], globalHeaders: SupplementaryStack = .empty
  ) -> Snapshot {
    Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: globalHeaders,
      sections: sections)
  }

  private static func bytes(_ section: Section) -> [UInt8] {
    var sink = Bytes()
    section.writeCanonicalBytes(to: &sink, metrics: digest)
    return sink.bytes
  }

  private static func bytes(_ snapshot: Snapshot) -> [UInt8] {
    var sink = Bytes()
    snapshot.writeCanonicalBytes(to: &sink, sections: digest)
    return sink.bytes
  }

  private static func bytes(_ metrics: SectionMetrics) -> [UInt8] {
    var sink = Bytes()
    metrics.writeCanonicalBytes(to: &sink)
    return sink.bytes
  }

  @Test("The version is the greatest of what something says and of what it contains")
  func versions() {
    let plain = AdditionTests.metrics(.natural, .leftToRight)
    let (none, some) = (AdditionTests.stack(["", ""]), AdditionTests.stack(["", "a"]))
    for (metrics, isLater) in [
      (plain, false), (AdditionTests.metrics(.row, .rightToLeft), true),
      (AdditionTests.metrics(.running, .leftToRight), true),
    ] {
      #expect(metrics.rulesVersion == (isLater ? 3 : 2))
      #expect(AdditionTests.bytes(metrics)[0] == metrics.rulesVersion)
      for headers in [none, some] {
        for footers in [none, some] {
          let section = AdditionTests.section(metrics, headers: headers, footers: footers)
          let hasData = headers.hasAdditions || footers.hasAdditions
          #expect(section.rulesVersion == (isLater || hasData ? 3 : 2))
          #expect(AdditionTests.bytes(section)[0] == section.rulesVersion)
          for globalHeaders in [none, some] {
            let snapshot = AdditionTests.snapshot(
              [AdditionTests.section(plain), section], globalHeaders: globalHeaders)
            let isOfLater = section.rulesVersion >= 3 || globalHeaders.hasAdditions
            #expect(snapshot.rulesVersion == (isOfLater ? 3 : 2))
            #expect(AdditionTests.bytes(snapshot)[0] == snapshot.rulesVersion)
          }
        }
      }
    }
    #expect(!none.hasAdditions && some.hasAdditions)
    #expect(rulesVersions == 2...5)
  }

  @Test("Metrics end with the numbers of their additions")
  func metrics() {
    let natural = AdditionTests.bytes(AdditionTests.metrics(.natural, .leftToRight)).dropFirst()
    let row = AdditionTests.bytes(AdditionTests.metrics(.row, .leftToRight)).dropFirst()
    func form(_ height: CellHeight, _ order: CellOrder) -> [UInt8] {
      AdditionTests.bytes(AdditionTests.metrics(height, order))
    }
    #expect(form(.natural, .rightToLeft) == [3] + natural + [1])
    #expect(form(.row, .rightToLeft) == [3] + row + [1])
    #expect(form(.running, .leftToRight) == [3] + row + [2])
    #expect(form(.running, .rightToLeft) == [3] + row + [1, 2])
    // Six kinds of metrics, none equal to another.
    let all = CellHeight.allCases.flatMap { height in
      CellOrder.allCases.map { AdditionTests.metrics(height, $0) }
    }
    for (place, one) in all.enumerated() {
      for (otherPlace, other) in all.enumerated() {
        #expect((one == other) == (place == otherPlace))
        #expect(one.engine.places(like: other.engine) == (place == otherPlace))
      }
    }
  }

  @Test("Backgrounds and shelves stand behind the other additions, each after its number")
  func extras() throws {
    func metrics(
      _ order: CellOrder, _ background: SectionBackground?, _ shelf: Shelf?
    ) -> SectionMetrics {
      let plain = AdditionTests.metrics(.row, order)
      return SectionMetrics(
        engine: plain.engine, sectionInset: .zero, minimumLineSpacing: 0,
        minimumInteritemSpacing: 0, sectionSeparator: nil,
        showsSectionSeparatorWhenLastSection: false, cellAppearance: nil,
        extras: SectionExtras.given(background: background, shelf: shelf))
    }
    func form(
      _ order: CellOrder, _ background: SectionBackground?, _ shelf: Shelf?
    ) -> [UInt8] {
      AdditionTests.bytes(metrics(order, background, shelf))
    }
    let background = SectionBackground(color: nil, insets: .zero, place: .items)
    let shelf = Shelf(color: "a", insets: .zero, height: 0)
    let plain = Array(AdditionTests.bytes(AdditionTests.metrics(.row, .leftToRight)).dropFirst())
    let zeros = [UInt8](repeating: 0, count: 32)
    let ofBackground = [5, 0] + zeros + [1]
    let ofShelf = [6, 1, 1, 0, 0, 0, 0, 0, 0, 0, 97] + zeros + [1] + zeros.prefix(8)
    #expect(form(.leftToRight, nil, nil) == [2] + plain)
    #expect(form(.leftToRight, background, nil) == [4] + plain + ofBackground)
    #expect(form(.rightToLeft, background, shelf) == [4] + plain + [1] + ofBackground + ofShelf)
    // Metrics are equal where their forms are.
    let colors: [Color?] = [nil, "a"]
    let insets = [EdgeInsets.zero, EdgeInsets(left: 1)]
    let heights: [Double?] = [nil, 0, 1]
    var backgrounds: [SectionBackground?] = [nil]
    var shelves: [Shelf?] = [nil]
    for color in colors {
      for insets in insets {
        for place in BackgroundPlace.allCases {
          backgrounds.append(SectionBackground(color: color, insets: insets, place: place))
        }
        for height in heights {
          shelves.append(Shelf(color: color, insets: insets, height: height))
        }
      }
    }
    var all: [SectionMetrics] = []
    for background in backgrounds {
      for shelf in shelves { all.append(metrics(.leftToRight, background, shelf)) }
    }
    #expect(Set(all.map { AdditionTests.bytes($0) }).count == all.count)
    for (place, one) in all.enumerated() {
      for (otherPlace, other) in all.enumerated() {
        #expect((one == other) == (place == otherPlace))
      }
    }
  }

  @Test("Different stacks never have the same form")
  func stacks() {
    // Texts with the bytes of numbers and counts among them.
    let texts = ["", "a", "\0", "\u{1}", "\u{1}\0\0\0\0\0\0\0", "\0\u{1}a"]
    var lists: [[String]] = [[]]
    for _ in 0..<3 { lists += lists.flatMap { list in texts.map { list + [$0] } } }
    lists = Array(Set(lists))
    let metrics = AdditionTests.metrics(.row, .leftToRight)
    var forms: Set<[UInt8]> = []
    for list in lists {
      forms.insert(
        AdditionTests.bytes(AdditionTests.section(metrics, headers: AdditionTests.stack(list))))
    }
    #expect(forms.count == lists.count)
    // Which of two stacks an element is in.
    var pairs: Set<[UInt8]> = []
    let short = lists.filter { $0.count <= 2 }
    for headers in short {
      for footers in short {
        pairs.insert(
          AdditionTests.bytes(
            AdditionTests.section(
              metrics, headers: AdditionTests.stack(headers),
              footers: AdditionTests.stack(footers))))
      }
    }
    #expect(pairs.count == short.count * short.count)
  }
}
