import CollectionLayout
import Foundation
import Testing

/// The examples of docs/rules.md#questions-about-scrolling in the words of an app.
@Suite("Questions about scrolling")
struct ScrollingTests {
  private static func layout(
    _ engine: Engine, columns: Int, items: ItemsInput, height: Double, width: Double
  ) throws -> SnapshotLayout {
    let metrics = MetricsInput {
      $0.numberOfColumns = columns
      $0.rowHeight = .points(height)
    }
    return try SnapshotLayout(
      Snapshot(engine: engine, metrics: metrics, sections: [SectionInput(items: items)]),
      width: width)
  }

  @Test("Targets of a list")
  func targets() throws {
    let layout = try Self.layout(.column, columns: 1, items: 100, height: 50, width: 320)
    let bounds = LayoutRect(x: 0, y: 1000, width: 320, height: 400)
    func y(_ target: TargetRule) throws -> Double {
      Double(
        try layout.target(target, from: bounds, inset: LayoutInsets(top: 20)).bounds.minY)
    }
    let item = ItemPath(section: 0, item: 50)
    #expect(try y(.item(item)) == 2480)
    #expect(try y(.item(item, .end)) == 2150)
    #expect(try y(.item(item, .center)) == 2315)
    #expect(try y(.item(item, .nearest)) == 2150)
    #expect(try y(.item(ItemPath(section: 0, item: 22), .nearest)) == 1000)
    #expect(try y(.nearestItem(proposed: LayoutPoint(x: 0, y: 1030))) == 1015)
    let proposed = LayoutPoint(x: 0, y: 1030)
    #expect(try y(.page(length: 300, proposed: proposed)) == 1180)
    #expect(
      try y(.page(length: 300, proposed: proposed, velocity: LayoutPoint(x: 0, y: -1))) == 880)
  }

  @Test("A rotation keeps the cell at the start, or the one at the end")
  func rotation() throws {
    let metrics = MetricsInput {
      $0.minimumColumnWidth = 300
      $0.rowHeight = 100
    }
    let snapshot = try Snapshot(
      engine: .column, metrics: metrics, sections: [SectionInput(items: 10)])
    let (narrow, wide) = (
      try SnapshotLayout(snapshot, width: 320), try SnapshotLayout(snapshot, width: 640)
    )
    func kept(_ rule: KeepRule) throws -> TargetBounds {
      try wide.target(
        keeping: rule, of: narrow, at: LayoutRect(x: 0, y: 250, width: 320, height: 400),
        in: LayoutRect(x: 0, y: 0, width: 640, height: 300))
    }
    let (first, end) = (try kept(.first), try kept(.end))
    #expect(first.bounds.minY == 150 && first.anchor?.item == 2)
    #expect(end.bounds.minY == 50 && end.anchor?.item == 6)
  }

  @Test("A window names what comes next, and nothing where the list is too fast")
  func window() throws {
    let metrics = MetricsInput {
      $0.minimumLineSpacing = 10
      $0.minimumInteritemSpacing = 10
    }
    let layout = try SnapshotLayout(
      Snapshot(
        engine: .flow, metrics: metrics,
        sections: [SectionInput(items: .equal(count: 40, width: 150, height: 100))]), width: 320)
    let bounds = LayoutRect(x: 0, y: 220, width: 320, height: 220)
    func window(_ velocity: Double, _ previous: ScrollMotion? = nil) throws -> ScrollWindow {
      try layout.window(
        ScrollMotion(bounds: bounds, velocity: LayoutPoint(x: 0, y: velocity)), previous: previous,
        prefetch: PrefetchRule(ahead: 0.5))
    }
    #expect(try window(400).prefetch.map(\.item) == [8, 9])
    let turned = try window(
      -400, ScrollMotion(bounds: bounds, velocity: LayoutPoint(x: 0, y: 400)))
    #expect(turned.prefetch.map(\.item) == [3, 2])
    #expect(turned.cancelled.map(\.item) == [8, 9])
    #expect(turned.entering.isEmpty && turned.leaving.isEmpty)
    #expect(try window(900).prefetch.isEmpty)
    let moved = try layout.window(
      ScrollMotion(bounds: bounds),
      previous: ScrollMotion(bounds: LayoutRect(x: 0, y: 0, width: 320, height: 220)))
    #expect(moved.leaving.map(\.item) == [0, 1, 2, 3])
    #expect(moved.entering.map(\.item) == [4, 5, 6, 7])
  }

  @Test("Three columns of seven cells: their neighbors")
  func neighbors() throws {
    let layout = try Self.layout(.column, columns: 3, items: 7, height: 50, width: 300)
    func items(_ item: Int) throws -> [Int?] {
      let found = try #require(layout.neighbors(section: 0, item: item))
      return [found.up, found.left, found.right, found.down].map { $0?.item }
    }
    #expect(try items(4) == [1, 3, 5, 6])
    #expect(try items(6) == [3, nil, nil, nil])
    #expect(layout.neighbors(section: 0, item: 4)?.up?.frame.minY == 0)
    #expect(layout.neighbors(section: 0, item: 7) == nil)
    #expect(layout.neighbors(section: 1, item: 0) == nil)
  }

  @Test("Two columns of five cells: the second one is dragged to the fourth, and dropped")
  func drag() throws {
    let layout = try Self.layout(.column, columns: 2, items: 5, height: 50, width: 300)
    var drag = try layout.dragging(ItemPath(section: 0, item: 1))
    let answer = try drag.move(
      to: LayoutPoint(x: 200, y: 75), bounds: LayoutRect(x: 0, y: 0, width: 300, height: 600))
    #expect(answer.target == ItemPath(section: 0, item: 3))
    #expect(answer.gap == LayoutRect(x: 150, y: 50, width: 150, height: 50))
    #expect(answer.elements.map(\.item) == [0, 2, 3, 4])
    #expect(answer.autoScroll == -300)
    #expect(drag.target == answer.target)
    let dropped = try layout.applying([drag.step])
    #expect(dropped.layout.cell(section: 0, item: 3)?.frame == answer.gap)
  }

  @Test("Answers are written as they were read")
  func coding() throws {
    func expectCoding<Value: Codable & Equatable>(_ type: Value.Type, _ text: String) throws {
      let read = try JSONDecoder().decode(type, from: Data(text.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == text)
    }
    let frame = #"{"height":4,"width":3,"x":1,"y":2}"#
    try expectCoding(
      TargetBounds.self,
      #"{"anchor":{"edge":"leading","item":2,"section":0},"bounds":\#(frame),"estimated":true}"#)
    try expectCoding(TargetBounds.self, #"{"bounds":\#(frame)}"#)
    try expectCoding(Neighbors.self, #"{"down":{"frame":\#(frame),"item":3,"section":0}}"#)
    try expectCoding(
      ScrollWindow.self,
      #"{"cancelled":[],"entering":[],"leaving":[{"category":"cell","item":1,"section":0}],"#
        + #""prefetch":[{"item":8,"section":0}]}"#)
  }
}
