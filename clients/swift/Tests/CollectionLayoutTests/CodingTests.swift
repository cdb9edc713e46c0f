import CollectionLayout
import Foundation
import Oracle
import Testing

@Suite("Coding")
struct CodingTests {
  @Test("Inputs are written as they were read, and read strictly as the same", arguments: 0..<4)
  func snapshots(batch: Int) throws {
    for seed in UInt64(batch * 10)..<UInt64(batch * 10 + 10) {
      var generator = SnapshotGenerator(seed: seed)
      let json = generator.snapshot(containerWidth: generator.containerWidth())
      let input = try JSONDecoder().decode(SnapshotInput.self, from: Data(json.text.utf8))
      let written = try JSONEncoder().encode(input)
      #expect(try JSONDecoder().decode(SnapshotInput.self, from: written) == input)
      let strict = try Snapshot(json: Array(json.text.utf8))
      #expect(try Snapshot(input) == strict, "seed \(seed)")
      #expect(try Snapshot(json: Array(written)) == strict, "seed \(seed)")
      #expect(try Snapshot(json: strict.json) == strict, "seed \(seed)")
    }
  }

  @Test("Steps are written as they were read")
  func steps() throws {
    for seed in UInt64(0)..<30 {
      var generator = StepGenerator(seed: seed)
      let (json, width) = generator.snapshot()
      let steps = JSONValue.array(generator.steps(for: json, containerWidth: width))
      let read = try JSONDecoder().decode([Step].self, from: Data(steps.text.utf8))
      let written = try JSONEncoder().encode(read)
      #expect(try JSONDecoder().decode([Step].self, from: written) == read)
      let snapshot = try Snapshot(json: Array(json.text.utf8))
      let result = try NaiveChange(parent: resolved(json), steps: steps.array ?? []).result
      #expect(
        try snapshot.applying(read) == Snapshot(json: Array(result.text.utf8)), "seed \(seed)")
    }
  }

  @Test("A colour is inherited, none, or one")
  func colors() throws {
    let text = #"{"backgroundColor":null,"selectedBackgroundColor":"red"}"#
    let metrics = try JSONDecoder().decode(MetricsInput.self, from: Data(text.utf8))
    #expect(metrics.backgroundColor == ColorInput.none)
    #expect(metrics.selectedBackgroundColor == "red")
    #expect(metrics.separatorColor == .inherited)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(metrics), as: UTF8.self) == text)
  }

  @Test("Members of items are read in every form, and come back with their cells")
  func members() throws {
    let matrix = (0..<16).map { Double($0) }
    let forms: [ItemsInput] = [
      .columns(
        ItemColumnsInput(
          heights: [9, 9], alpha: .each([nil, 0.5]), hidden: .all(true),
          transform3D: .all(matrix), data: .each(["a", nil]), backgroundColor: .all("red"))),
      [
        ItemInput(
          height: 9, hidden: true, transform3D: matrix, data: "a", backgroundColor: "red"),
        ItemInput(height: 9, alpha: 0.5, hidden: true, transform3D: matrix, backgroundColor: "red"),
      ],
    ]
    let read = try forms.map { form in
      let written = try JSONEncoder().encode(form)
      #expect(try JSONDecoder().decode(ItemsInput.self, from: written) == form)
      return try Snapshot(engine: .column, sections: [SectionInput(items: form)])
    }
    #expect(read[0] == read[1])
    let layout = try SnapshotLayout(read[0], width: 320)
    let cells = (0..<2).compactMap { layout.cell(section: 0, item: $0) }
    #expect(cells.map(\.alpha) == [1, 0.5] && cells.map(\.data) == ["a", nil])
    #expect(cells.allSatisfy { $0.hidden && $0.matrix == matrix && $0.backgroundColor == "red" })
    for cell in cells {
      let written = try JSONEncoder().encode(cell)
      #expect(try JSONDecoder().decode(LayoutElement.self, from: written) == cell)
    }
    let plane = try Snapshot(
      sections: [
        SectionInput(
          items: .equal(
            EqualItemsInput(count: 1, width: 9, height: 9, transform: [1, 0, 0, 1, 2, 3])))
      ])
    let cell = try SnapshotLayout(plane, width: 320).cell(section: 0, item: 0)
    #expect(cell?.transform == [1, 0, 0, 1, 2, 3] && cell?.transform3D == nil)
    #expect(cell?.matrix == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 0, 1])
  }

  @Test("An element is read and written in the members that it has")
  func elements() throws {
    let text =
      #"{"category":"supplementary","frame":{"height":40,"width":320,"x":0,"y":0},"#
      + #""index":0,"kind":"header","pinned":true,"section":0,"zIndex":9000}"#
    let element = try JSONDecoder().decode(LayoutElement.self, from: Data(text.utf8))
    let layout = try SnapshotLayout(
      Snapshot(
        sections: [SectionInput(headers: [SupplementaryInput(height: 40, pin: true)], items: 90)]),
      width: 320)
    var there = try #require(layout.supplementary(.header, section: 0, index: 0))
    #expect(there.pinned == false)
    there.pinned = true
    #expect(element == there)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(element), as: UTF8.self) == text)
  }

  @Test("Where a change scrolls to is 0 without a sign, as on the wire")
  func zero() throws {
    let layout = try SnapshotLayout(
      Snapshot(engine: .column, sections: [SectionInput(items: 90)]), width: 320)
    for y in [-10.0, 0] {
      let bounds = LayoutRect(x: 0, y: y, width: 320, height: 100)
      let change = try layout.applying([], bounds: bounds)
      let (frame, delta) = (try #require(change.bounds), try #require(change.scrollDelta))
      #expect(frame == LayoutRect(x: 0, y: 0, width: 320, height: 100))
      #expect(delta == LayoutPoint(x: 0, y: -y))
      for number in [frame.origin.x, frame.origin.y, delta.x, delta.y] where number == 0 {
        #expect(number.sign == .plus)
      }
    }
  }

  @Test(
    "Rectangles, points and sizes are objects in answers, and by themselves those of CoreGraphics")
  func geometry() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func expectCoding<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
    }
    let frame = LayoutRect(x: 1, y: 2, width: 3, height: 4)
    try expectCoding(frame, "[[1,2],[3,4]]")
    try expectCoding(frame.origin, "[1,2]")
    try expectCoding(frame.size, "[3,4]")
    let text = #"{"height":4,"width":3,"x":1,"y":2}"#
    try expectCoding(
      ElementTransition(category: .cell, initial: .init(frame: frame), final: .init(frame: frame)),
      #"{"category":"cell","final":{"frame":\#(text)},"initial":{"frame":\#(text)}}"#)
    try expectCoding(
      ReorderAnswer(
        target: ItemPath(section: 0, item: 1), gap: frame, dragged: frame, elements: [],
        special: [], contentSize: frame.size, autoScroll: 5),
      #"{"autoScroll":5,"contentSize":{"height":4,"width":3},"dragged":\#(text),"elements":[],"#
        + #""gap":\#(text),"special":[],"target":{"item":1,"section":0}}"#)
  }

  @Test("Equal elements have equal hashes, and those of a layout are told apart")
  func hashes() throws {
    let layout = try SnapshotLayout(
      Snapshot(engine: .column, sections: [SectionInput(items: 90)]), width: 320)
    let elements = layout.elements(in: LayoutRect(x: 0, y: 0, width: 320, height: 1e6))
    #expect(Set(elements + elements).count == 90)
    #expect(Set(elements.map(\.hashValue)).count == 90)
  }

  @Test("What a later service adds to an element is kept or passed over")
  func later() throws {
    let text =
      #"{"category":"hologram","kind":"ghost","section":1,"index":2,"depth":7,"#
      + #""frame":{"x":1,"y":2,"width":3,"height":4}}"#
    let element = try JSONDecoder().decode(LayoutElement.self, from: Data(text.utf8))
    #expect(element.category.rawValue == "hologram" && element.kind?.rawValue == "ghost")
  }
}
