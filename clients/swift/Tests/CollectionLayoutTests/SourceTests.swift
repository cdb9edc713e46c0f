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
  private static let loaded = [
    SourceNode(id: "ratings", items: [ItemInput(height: 70)]),
    SourceNode(id: "texts", items: .equal(count: 3, height: 88)),
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

  @Test("Parts that load are one change, and fill the screen until then")
  func loading() throws {
    let first = try SnapshotLayout(Snapshot(Self.page(selected: 2)), width: 320)
    #expect(first.snapshot.source?.load == ["ratings", "texts"])
    let waits = try first.applying(
      from: Self.page(selected: 2), to: Self.page(selected: 2, reviews: Self.loading)
    ).layout
    let placeholder = waits.supplementary(.placeholder, section: 0, index: 0)
    #expect(placeholder?.frame == LayoutRect(x: 0, y: 144, width: 320, height: 272))
    #expect(waits.snapshot.source?.state == .loading && waits.snapshot.sectionCount == 1)
    let half = [Self.loaded[0], Self.loading[1]]
    let same = try waits.applying(
      from: Self.page(selected: 2, reviews: Self.loading),
      to: Self.page(selected: 2, reviews: half))
    #expect(same.layout.id == waits.id && same.changed == nil)
    #expect(same.stepsJSON.map { String(decoding: $0, as: UTF8.self) } == "[{}]")
    #expect(
      same.layout.snapshot.source?.nodes.map(\.state) == [
        .loading, .loaded, .loaded, .loaded, .loaded, .loading, .loaded, .loading,
      ])
    let all = try waits.applying(
      from: Self.page(selected: 2, reviews: half),
      to: Self.page(selected: 2, reviews: Self.loaded))
    #expect(all.layout.contentSize.height == 478)
    let steps = try JSONDecoder().decode([Step].self, from: Data(try #require(all.stepsJSON)))
    #expect(steps.count == 1 && steps[0].insertSections?.map(\.section) == [1])
    #expect(steps[0].setSections?.map(\.placeholder) == [.some(nil)])
    #expect(try waits.applying(steps).layout.id == all.layout.id)
    #expect(all.layout.id == (try Snapshot(Self.page(selected: 2, reviews: Self.loaded)).id))
  }

  @Test("Segments slide, and the offset stays below the headers")
  func segments() throws {
    func tree(_ selected: Int) -> SnapshotInput {
      SnapshotInput(
        engine: .column,
        source: SourceNode(
          children: [
            SourceNode(items: .equal(count: 20, height: 50)),
            SourceNode(items: .equal(count: 1, height: 733)),
          ], selected: selected))
    }
    let bounds = LayoutRect(x: 0, y: 432, width: 320, height: 568)
    let layout = try SnapshotLayout(Snapshot(tree(0)), width: 320)
    let change = try layout.applying(from: tree(0), to: tree(1), bounds: bounds, transition: true)
    #expect(change.bounds?.minY == 0)
    let old = change.transition?.first { $0.from?.item == 9 }
    #expect(old?.initial.frame.minX == 0 && old?.final.frame.minX == -320)
    #expect(old?.final.frame.minY == 18)
  }

  @Test("Items are known again by their keys")
  func keys() throws {
    func tree(_ keys: [ItemKey], _ heights: [Double]) -> SnapshotInput {
      SnapshotInput(
        engine: .column, source: SourceNode(items: .columns(heights: heights), keys: keys))
    }
    let from = tree(["a", "b", 3, "d"], [44, 44, 44, 44])
    let to = tree(["d", "a", "b", "e"], [80, 44, 44, 60])
    let change = try SnapshotLayout(Snapshot(from), width: 320).applying(from: from, to: to)
    let json = try #require(change.stepsJSON)
    let step = try #require(JSONDecoder().decode([Step].self, from: Data(json)).first)
    #expect(step.delete == [.init(section: 0, item: 2)])
    #expect(
      step.move == [
        .init(from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 0))
      ])
    #expect(step.insert?.map(\.item) == [3] && step.resize?.map(\.item) == [3])
    #expect(change.layout.id == (try Snapshot(to).id))
    let last = tree(["d", "a", "b", "d"], [1, 2, 3, .nan])
    let infinite = try #require(throws: Refusal.self) {
      try change.layout.applying(from: to, to: last)
    }
    #expect(infinite.issues.map(\.pointer) == ["/to/source/items/heights/3"])
    let twice = try #require(throws: Refusal.self) {
      try Snapshot(tree(["d", "a", "b", "d"], [1, 2, 3, 4]))
    }
    #expect(twice.issues.map(\.pointer) == ["/source/keys/3"])
    #expect(twice.issues.map(\.code) == ["duplicate-key"])
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

  @Test("What a state, or a user, may not do is refused where it stands")
  func refused() throws {
    let page = Self.page(selected: 0)
    let layout = try SnapshotLayout(Snapshot(page), width: 320)
    var to = page
    to.source?.update("ratings") { $0.basic?.state = .loaded }
    let jump = try #require(throws: Refusal.self) { try layout.applying(from: page, to: to) }
    #expect(jump.name == "invalid-change")
    #expect(jump.issues.map(\.code) == ["illegal-transition"])
    #expect(jump.issues.map(\.pointer) == ["/to/source/children/2/children/0/state"])
    func step(_ change: (inout Step) -> Void) -> [Step] { [Step(change)] }
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    let steps = step {
      $0.delete = [.init(section: 2, item: 0)]
      $0.move = [.init(from: path(0, 0), to: path(1, 0)), .init(from: path(1, 0), to: path(1, 1))]
    }
    let refusal = try #require(throws: Refusal.self) { try layout.applying(steps, from: page) }
    #expect(
      refusal.issues.map(\.pointer) == [
        "/steps/0/delete/0", "/steps/0/move/0", "/steps/0/move/1",
      ])
    #expect(
      refusal.issues.map(\.code) == ["not-editable", "cross-source-move", "not-movable"])
    _ = try layout.applying(steps)
    let episodes = Self.page(selected: 1)
    let allowed = step {
      $0.delete = [.init(section: 0, item: 9)]
      $0.move = [.init(from: path(0, 3), to: path(0, 0))]
    }
    let changed = try Snapshot(episodes).applying(allowed, from: episodes)
    #expect(changed.itemCount == 23 && changed.source == nil)
    let plain = SnapshotInput(sections: [])
    let missing = try #require(throws: Refusal.self) {
      try Snapshot(plain).applying(from: plain, to: plain)
    }
    #expect(missing.issues.map(\.pointer) == ["/from/source", "/to/source"])
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
