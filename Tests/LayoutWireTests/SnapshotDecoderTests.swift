import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Snapshots that are read")
struct SnapshotDecoderTests {
  @Test("What is left out has the defaults of docs/rules.md#metrics")
  func defaults() throws {
    let snapshot = try decoded(
      #"{"sections":[{},{"engine":"column","items":2},{"engine":"waterfall"},{"engine":"mosaic"}]}"#
    )
    #expect(snapshot.scrollDirection == .vertical)
    #expect(snapshot.layoutDirection == .ltr)
    #expect(snapshot.globalHeaders.entries.isEmpty)
    let metrics = snapshot.sections.map(\.metrics)
    let engines: [any LayoutEngine] = [
      FlowEngine(lineAlignment: .uikit, itemAlignment: .center),
      ColumnEngine(
        columns: .number(1), cellHeight: .row, separator: nil, showsColumnSeparator: true),
      WaterfallEngine(columns: .number(2), placement: .shortest),
      MosaicEngine(
        segmentHeight: 200, leading: StyleSequence([.fullWidth]),
        cycle: StyleSequence([.fiftyFifty, .twoThirdsOneThird, .oneThirdTwoThirds])),
    ]
    #expect(zip(metrics, engines).allSatisfy { $0.engine.isEqual(to: $1) })
    #expect(metrics.map(\.minimumLineSpacing) == [10, 0, 10, 0])
    #expect(metrics.map(\.minimumInteritemSpacing) == [10, 0, 10, 0])
    #expect(metrics.allSatisfy { $0.sectionInset == .zero && $0.separatorThickness == nil })
    #expect(metrics.allSatisfy { $0.sectionSeparator == nil && $0.cellAppearance == nil })
    #expect(snapshot.sections.map(\.items.count) == [0, 2, 0, 0])
    #expect(snapshot.sections[1].items[0].height == 44)
    #expect(snapshot.sections.indices.allSatisfy { snapshot.id(ofSection: $0) == nil })
  }

  @Test(
    "Equal content decodes to equal sections, however it is spelled",
    arguments: [
      [
        #"{"sections":[{"items":3}]}"#,
        #" { "sections" : [ { "items" : 3.0 } ] , "engine" : "flow" } "#,
        #"{"sections":[{"items":30e-1,"engine":"flow"}],"layoutDirection":"ltr"}"#,
        #"{"sections":[{"items":{"count":3}}]}"#,
        #"{"sections":[{"items":{"count":3,"width":50,"height":50}}]}"#,
        #"{"sections":[{"items":[{},{"width":50},{"height":50.0}]}]}"#,
        #"{"sections":[{"items":{"widths":[50,50,50]}}]}"#,
        #"{"sections":[{"items":{"heights":[50,5e1,50]}}]}"#,
        #"{"sections":[{"items":3,"metrics":{"itemSize":{"width":50}}}]}"#,
        #"{"metrics":{"itemSize":{}},"sections":[{"items":3}]}"#,
        #"{"metrics":{"itemSize":{"width":9}},"sections":[{"items":3,"metrics":{"itemSize":{}}}]}"#,
        #"{"sections":[{"items":3,"metrics":{"rowHeight":9,"segmentHeight":9,"numberOfColumns":9}}]}"#,
        #"{"sections":[{"items":3,"metrics":{"separatorColor":"red","separatorThickness":9}}]}"#,
        #"{"sections":[{"items":3,"metrics":{"sectionInset":{},"minimumLineSpacing":10}}]}"#,
        #"{"sections":[{"items":3,"metrics":{"backgroundColor":null}}]}"#,
        #"{"sections":[{"items":3,"headers":[],"footers":[{"height":0},{"height":9,"hidden":true}]}]}"#,
        #"{"sections":[{"items":3,"metrics":{"sectionInset":{"top":-0}}}]}"#,
      ],
      [
        #"{"engine":"column","sections":[{"items":[{"height":44},{"width":3}]}]}"#,
        #"{"sections":[{"engine":"column","items":2}]}"#,
        #"{"engine":"column","sections":[{"items":{"widths":[1,2]}}]}"#,
        #"{"engine":"column","metrics":{"itemSize":{"height":1}},"sections":[{"items":2}]}"#,
        #"{"engine":"column","metrics":{"showsColumnSeparator":false},"sections":[{"items":2}]}"#,
      ],
      [
        #"{"engine":"mosaic","sections":[{"items":[{"height":44},{"width":3}]}]}"#,
        #"{"engine":"mosaic","sections":[{"items":2}]}"#,
        #"{"engine":"mosaic","sections":[{"items":{"count":2,"width":7}}]}"#,
      ],
      [
        #"{"engine":"waterfall","sections":[{"items":[{"height":4},{"height":4}]}]}"#,
        #"{"engine":"waterfall","sections":[{"items":{"heights":[4,4]}}]}"#,
        #"{"engine":"waterfall","sections":[{"items":{"count":2,"height":4}}]}"#,
      ],
      [
        #"{"sections":[{"items":{"widths":[-0,1,0]}}]}"#,
        #"{"sections":[{"items":[{"width":0},{"width":1},{"width":-0.0}]}]}"#,
      ],
    ])
  func equalContent(_ spellings: [String]) throws {
    let first = try summary(decoded(spellings[0]))
    for spelling in spellings.dropFirst() {
      #expect(try summary(decoded(spelling)) == first)
    }
  }

  @Test("Sizes of items fall back to what the engine says")
  func sizes() throws {
    let items = #""items":[{"width":1,"height":2},{"width":3},{"height":4},{}]"#
    func section(_ engine: String, _ items: String) throws -> Items {
      let metrics = #""metrics":{"itemSize":{"width":7},"rowHeight":8}"#
      return try decoded("{\"sections\":[{\"engine\":\"\(engine)\",\(metrics),\(items)}]}")
        .sections[0].items
    }
    let flow = try section("flow", items)
    #expect((0..<4).map { flow[$0].width } == [1, 3, 7, 7])
    #expect((0..<4).map { flow[$0].height } == [2, 50, 4, 50])
    let column = try section("column", items)
    #expect(column.uniform(.width) == 0)
    #expect((0..<4).map { column[$0].height } == [2, 8, 4, 8])
    let mosaic = try section("mosaic", items)
    #expect(mosaic.isOneRun && mosaic.count == 4)
    let waterfall = try section("waterfall", #""items":[{"width":1,"height":2},{"height":3}]"#)
    #expect((0..<2).map { waterfall[$0].extent(.width) } == [1, nil])
    #expect((0..<2).map { waterfall[$0].height } == [2, 3])
    let columns = try section("flow", #""items":{"widths":[3,4,1],"heights":[2,3,1]}"#)
    #expect((0..<3).map { columns[$0].width } == [3, 4, 1])
    #expect((0..<3).map { columns[$0].height } == [2, 3, 1])
    #expect(try section("waterfall", #""items":0"#).count == 0)
    #expect(try section("waterfall", #""items":{"widths":[]}"#).count == 0)
  }

  @Test("A horizontal snapshot is transposed, but for its padding and the names of its metrics")
  func horizontal() throws {
    let insets = #"{"top":1,"left":2,"bottom":3,"right":4}"#
    let snapshot = try decoded(
      """
      {"scrollDirection":"horizontal","globalHeaders":[{"width":0,"height":1},{"width":2,"height":3}],
       "metrics":{"sectionInset":\(insets),"padding":\(insets),"itemSize":{"width":5,"height":6},
         "sectionSeparatorColor":"s","sectionSeparatorInsets":\(insets),"separatorColor":"c",
         "separatorInsets":\(insets),"rowHeight":9,"minimumColumnWidth":8,"segmentHeight":7},
       "sections":[{"items":[{"width":1,"height":2},{}],"headers":[{"width":4,"padding":\(insets)}]},
         {"engine":"column","items":{"widths":[3,4]}},{"engine":"column","items":1},
         {"engine":"mosaic"}]}
      """)
    #expect(snapshot.globalHeaders.entries.map(\.element.index) == [1])
    #expect(snapshot.globalHeaders.entries.map(\.element.extent) == [2])
    let flow = snapshot.sections[0]
    #expect(flow.metrics.sectionInset == EdgeInsets(top: 2, left: 1, bottom: 4, right: 3))
    #expect(
      flow.metrics.cellAppearance?.padding == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(
      flow.metrics.sectionSeparator == SeparatorStyle(color: "s", left: 1, right: 3, thickness: 0.5)
    )
    #expect((0..<2).map { flow.items[$0].width } == [2, 6])
    #expect((0..<2).map { flow.items[$0].height } == [1, 5])
    #expect(flow.headers.entries.map(\.element.extent) == [4])
    #expect(
      flow.headers.entries[0].element.appearance?.padding
        == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    let column = snapshot.sections[1]
    #expect((0..<2).map { column.items[$0].height } == [3, 4])
    #expect(
      column.metrics.engine.isEqual(
        to: ColumnEngine(
          columns: .minimumWidth(8), cellHeight: .row,
          separator: SeparatorStyle(color: "c", left: 1, right: 3, thickness: 0.5),
          showsColumnSeparator: true)))
    #expect(snapshot.sections[2].items.uniform(.height) == 9)
    #expect((snapshot.sections[3].metrics.engine as? MosaicEngine)?.segmentHeight == 7)
  }

  @Test("A section's metrics replace the inherited ones key by key")
  func inheritance() throws {
    let snapshot = try decoded(
      """
      {"engine":"column",
       "metrics":{"sectionInset":{"top":1,"left":2},"minimumLineSpacing":3,"numberOfColumns":4,
         "separatorColor":"a","backgroundColor":"b","selectedBackgroundColor":"c",
         "separatorThickness":2},
       "sections":[{},
         {"metrics":{"sectionInset":{"top":9},"minimumColumnWidth":5}},
         {"metrics":{"separatorColor":null,"backgroundColor":null}},
         {"engine":"flow","metrics":{"minimumInteritemSpacing":6}},
         {"metrics":{"minimumColumnWidth":5},"engine":"waterfall"},
         {"metrics":{"numberOfColumns":4}}]}
      """)
    let sections = snapshot.sections
    func column(_ number: Int) -> ColumnEngine? { sections[number].metrics.engine as? ColumnEngine }
    #expect(sections[0].metrics.sectionInset == EdgeInsets(top: 1, left: 2))
    #expect(column(0)?.columns == .number(4))
    #expect(column(0)?.separator?.color == "a")
    #expect(sections[1].metrics.sectionInset == EdgeInsets(top: 9))
    #expect(column(1)?.columns == .minimumWidth(5))
    #expect(sections[1].metrics.minimumLineSpacing == 3)
    #expect(column(2)?.separator == nil)
    #expect(column(0)?.separator?.thickness == 2)
    #expect(sections[2].metrics.cellAppearance?.backgroundColor == nil)
    #expect(sections[2].metrics.cellAppearance?.selectedBackgroundColor == "c")
    #expect(sections[3].metrics.minimumInteritemSpacing == 6)
    #expect(sections[3].metrics.minimumLineSpacing == 3)
    #expect(
      sections[4].metrics.engine.isEqual(
        to: WaterfallEngine(columns: .minimumWidth(5), placement: .shortest)))
    #expect(sections[5].metrics === sections[0].metrics)
  }

  @Test("Headers and footers inherit colours, global headers nothing, and padding is nobody's")
  func appearances() throws {
    let snapshot = try decoded(
      """
      {"metrics":{"backgroundColor":"b","padding":{"top":1}},
       "globalHeaders":[{"height":1},{"height":1,"backgroundColor":"g"}],
       "sections":[{"metrics":{"selectedBackgroundColor":"s"},
         "headers":[{"height":1},{"height":1,"backgroundColor":"h"},
           {"height":1,"backgroundColor":null,"selectedBackgroundColor":null},
           {"height":1,"backgroundColor":null,"padding":{"left":2}}],
         "footers":[{"height":1}]}]}
      """)
    #expect(summary(snapshot.globalHeaders) == ["0 1.0 false none", "1 1.0 false g - nil"])
    let section = snapshot.sections[0]
    #expect(
      section.headers.entries.map { summary($0.element.appearance) } == [
        "b s nil", "h s nil", "none",
        "- s \(String(describing: Optional(EdgeInsets(left: 2))))",
      ])
    #expect(summary(section.footers) == ["0 1.0 false b s nil"])
    #expect(section.metrics.cellAppearance?.padding == EdgeInsets(top: 1))
  }

  @Test("Hidden and empty elements are left out and keep their places")
  func hidden() throws {
    let snapshot = try decoded(
      #"{"sections":[{"headers":[{"hidden":true},{"height":30,"hidden":true},{"height":20,"pin":true},{"height":0,"width":9}]}]}"#
    )
    let entries = snapshot.sections[0].headers.entries
    #expect(entries.map(\.element.index) == [2])
    #expect(entries[0].element.isPinning)
  }

  @Test("Ids and colours are handed back as they came")
  func strings() throws {
    let id = String(repeating: "é", count: 128)
    let color = String(repeating: "x", count: 64)
    let snapshot = try decoded(
      "{\"sections\":[{\"id\":\"\(id)\",\"metrics\":{\"backgroundColor\":\"\(color)\"}},"
        + #"{"id":""},{"id":"\u0000\n"}]}"#)
    #expect(snapshot.sections.indices.map(snapshot.id(ofSection:)) == [id, "", "\0\n"])
    #expect(snapshot.sections[0].metrics.cellAppearance?.backgroundColor?.text == color)
  }

  @Test("Sections with equal metrics share them")
  func sharing() throws {
    let sections = Array(
      repeating: #"""
        {},{"engine":"mosaic"},{"metrics":{"padding":{"top":1}}},{"metrics":{"rowHeight":1}}
        """#, count: 10
    ).joined(separator: ",")
    let snapshot = try decoded("{\"sections\":[\(sections)]}")
    // `rowHeight` is not read here.
    #expect(Set(snapshot.sections.map { ObjectIdentifier($0.metrics) }).count == 3)
  }

  @Test("A million empty sections are a snapshot")
  func manySections() throws {
    let sections = Array(repeating: "{}", count: 1_000_000).joined(separator: ",")
    #expect(try decoded("{\"sections\":[\(sections)]}").sections.count == 1_000_000)
    #expect(problem("{\"sections\":[\(sections),{}]}")?.pointers == ["/sections"])
  }
}
