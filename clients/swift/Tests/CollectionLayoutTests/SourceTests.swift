import CollectionLayout
import Foundation
import Testing

@Suite("Sources")
struct SourceTests {
  /// The page of docs/rules.md#sources, with reviews that load in two parts.
  private static func page(selected: Int, reviews: [SourceNode] = waiting) -> SnapshotInput {
    SnapshotInput(
      engine: .column, globalHeaders: [SupplementaryInput(height: 100, data: "title")],
      minimumContentLength: 416,
      source: SourceNode(
        id: "product", headers: [SupplementaryInput(height: 44, pin: true)],
        children: [
          SourceNode(
            id: "details",
            children: [
              SourceNode(id: "status", metrics: MetricsInput { $0.rowHeight = 60 }, items: 2),
              SourceNode(
                id: "information", headers: [SupplementaryInput(height: 30)], items: 5),
              SourceNode(items: 1),
            ]),
          SourceNode(id: "episodes", items: 24, movable: true, editable: true),
          SourceNode(id: "reviews", placeholder: PlaceholderInput(data: "wait"), children: reviews),
        ], selected: selected))
  }

  private static let waiting = [
    SourceNode(id: "ratings", state: .initial), SourceNode(id: "texts", state: .initial),
  ]
  private static let loading = [
    SourceNode(id: "ratings", state: .loading), SourceNode(id: "texts", state: .loading),
  ]

  @Test("A source is merged into sections, which are known by their nodes")
  func page() throws {
    let snapshot = try Snapshot(Self.page(selected: 0))
    let layout = try SnapshotLayout(snapshot, width: 320)
    #expect(layout.cell(section: 0, item: 1)?.frame.minY == 204)
    #expect(layout.supplementary(.header, section: 1, index: 0)?.frame.minY == 264)
    #expect(layout.cell(section: 2, item: 0)?.frame.minY == 514)
    let source = try #require(snapshot.source)
    #expect(source.state == .loaded && source.load == [])
    #expect(source.path(1).map(\.node) == ["product", "details", "information"])
    #expect(source.path(2).map(\.section) == [2, 2] && source.path(3).isEmpty)
    #expect(source.place("details", section: 2) == 2 && source.place("details", section: 3) == nil)
    #expect(source.place("episodes") == nil && source.place("none") == nil)
    #expect(source.place("status", section: -1) == nil && source.path(-1).isEmpty)
    let episodes = source.nodes.first { $0.id == "episodes" }
    #expect(
      episodes
        == .init(id: "episodes", state: .loaded, sectionCount: 0, movable: true, editable: true))
    // Sections alone are content.
    #expect(try Snapshot(json: snapshot.json) == snapshot)
    #expect(try Snapshot(json: snapshot.json).source == nil)
  }

  @Test(
    "Keys are equal where those of a service are",
    arguments: [
      ([1, 1.0], true), ([0, -0.0], true), ([1.5, 1.5], true), ([1.5, 2], false),
      ([1, "1"], false), (["é", "e\u{301}"], false), ([1e300, 2e300], false),
      ([.integer(1 << 62), .number(0x1p62)], true),
      ([.integer(1 << 53 + 1), .number(0x1p53)], false),
      ([.number(0x1p63), .number(0x1p64)], false),
      ([.integer(.min), .number(-0x1p63)], true), ([.integer(.max), .number(0x1p63)], false),
    ] as [([ItemKey], Bool)])
  func equalKeys(keys: [ItemKey], areEqual: Bool) throws {
    #expect((keys[0] == keys[1]) == areEqual)
    #expect(Set(keys).count == (areEqual ? 1 : 2))
    let input = SnapshotInput(source: SourceNode(items: 2, keys: keys))
    let text = try JSONEncoder().encode(input)
    #expect(try JSONDecoder().decode(SnapshotInput.self, from: text) == input)
    for make in [{ try Snapshot(input) }, { try Snapshot(json: Array(text)) }] {
      if areEqual {
        let twice = try #require(throws: Refusal.self) { try make() }
        #expect(twice.issues.map(\.code) == ["duplicate-key"])
      } else {
        #expect(try make().itemCount == 2)
      }
    }
  }

  @Test("Keys are strings and numbers of any size")
  func keysRead() throws {
    let text = #"[1.5,2,3.0,1e300,9223372036854775809,9007199254740993,"2"]"#
    let keys = try JSONDecoder().decode([ItemKey].self, from: Data(text.utf8))
    #expect(keys == [1.5, 2, 3, 1e300, .number(0x1p63), .integer(9_007_199_254_740_993), "2"])
    for text in ["[true]", "[null]", "[[1]]", "[1e400]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([ItemKey].self, from: Data(text.utf8))
      }
    }
    let infinite = try #require(throws: Refusal.self) {
      try Snapshot(SnapshotInput(source: SourceNode(items: 2, keys: [1.5, .number(.infinity)])))
    }
    #expect(infinite.issues.map(\.pointer) == ["/source/keys/1"])
    #expect(infinite.issues.map(\.code) == ["out-of-range"])
  }

  @Test("Nodes whose ids look alike are others")
  func alike() throws {
    let nodes = ["\u{C4}", "A\u{308}"].map { SourceNode(id: $0, items: 1) }
    let snapshot = try Snapshot(SnapshotInput(source: SourceNode(children: nodes)))
    let source = try #require(snapshot.source)
    #expect(source.place("\u{C4}") == 0 && source.place("A\u{308}") == 1)
  }

  @Test("A tree is changed where its nodes are")
  func update() throws {
    var tree = try #require(Self.page(selected: 0).source)
    tree.selected = 2
    #expect(tree.update("texts") { $0.basic?.state = .loading })
    #expect(tree.update("ratings") { $0 = SourceNode(id: "ratings", state: .loading) })
    #expect(tree == Self.page(selected: 2, reviews: Self.loading).source)
    #expect(!tree.update("none") { $0.id = "some" })
    #expect(tree.update("texts") { $0.id = "\u{C4}" })
    #expect(!tree.update("A\u{308}") { $0.id = nil })
    #expect(tree.update("\u{C4}") { $0.id = "texts" })
    // A node is basic, or has children.
    let before = tree
    tree.basic = .init(.items(3))
    #expect(tree == before && tree.basic == nil)
    var basic = SourceNode(sections: [])
    basic.selected = 1
    #expect(basic == SourceNode(sections: []) && basic.selected == nil)
  }

  @Test(
    "A node with children lists nothing, one with sections has no items, and no member is null",
    arguments: [
      #"{"children":[],"items":3}"#, #"{"children":[],"state":"loaded"}"#,
      #"{"children":[],"sections":[]}"#, #"{"sections":[],"items":3}"#,
      #"{"sections":[],"keys":[]}"#, #"{"selected":0}"#, #"{"sections":[],"selected":0}"#,
      #"{"children":null}"#, #"{"sections":null}"#, #"{"children":[],"selected":null}"#,
      #"{"items":null}"#, #"{"state":null}"#,
    ])
  func mixed(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SourceNode.self, from: Data(text.utf8))
    }
    #expect(throws: Refusal.self) { try Snapshot(json: Array(#"{"source":\#(text)}"#.utf8)) }
  }

  @Test("Warnings about a width name the nodes")
  func warnings() throws {
    let snapshot = try Snapshot(
      SnapshotInput(source: SourceNode(children: [SourceNode(items: .equal(count: 1, width: 999))]))
    )
    #expect(
      try SnapshotLayout(snapshot, width: 320).warnings.map(\.pointer)
        == ["/source/children/0/items"])
  }
}
