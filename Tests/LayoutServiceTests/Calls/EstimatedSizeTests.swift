import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// docs/rules.md#estimated-sizes, sentence by sentence, against items written out one by one.
@Suite("Estimated sizes")
struct EstimatedSizeTests {
  /// One item as it is after everything was said about it. `width` is nil for one of a waterfall that has none.
  struct Item: Equatable {
    var width: Double?
    var height: Double
    var isEstimated: Bool
  }

  /// An engine in a scroll direction, and how its items are written. Sizes are those of the vertical layout.
  struct Setup: CustomTestStringConvertible, Sendable {
    let engine: String
    let isHorizontal: Bool

    static let all = ["flow", "column", "waterfall", "mosaic"].flatMap { engine in
      [false, true].map { Setup(engine: engine, isHorizontal: $0) }
    }
    static let marked = all.filter(\.keepsMarks)
    var testDescription: String { "\(engine) \(isHorizontal ? "horizontal" : "vertical")" }

    var keepsMarks: Bool { engine != "mosaic" }
    var readsWidths: Bool { engine == "flow" || engine == "waterfall" }
    var container: String { isHorizontal ? "height=300" : "width=300" }
    var extents: (across: String, along: String) {
      isHorizontal ? ("height", "width") : ("width", "height")
    }

    /// Random items, in quarters of a point so that no sum of them rounds.
    func items(_ count: Int, using random: inout SplitMix64) -> [Item] {
      func extent() -> Double { Double(Int.random(in: 40...400, using: &random)) / 4 }
      let sizes = (0..<3).map { _ in (extent(), extent()) }
      let hasNoWidths = engine == "waterfall" && Bool.random(using: &random)
      return (0..<count).map { _ in
        let size = sizes.randomElement(using: &random)!
        let lacksWidth = engine == "waterfall" && (hasNoWidths || Bool.random(using: &random))
        return Item(
          width: readsWidths && !lacksWidth ? size.0 : nil, height: size.1,
          isEstimated: keepsMarks && Int.random(in: 0..<3, using: &random) == 0)
      }
    }

    func size(_ item: Item) -> JSONValue {
      var size: JSONValue = [:]
      size[extents.across] = item.width.map(JSONValue.number)
      size[extents.along] = keepsMarks ? .number(item.height) : nil
      return size
    }

    func object(_ item: Item) -> JSONValue {
      var object = size(item)
      if item.isEstimated { object["estimated"] = true }
      return object
    }

    func snapshot(_ items: JSONValue) -> JSONValue {
      [
        "scrollDirection": isHorizontal ? "horizontal" : "vertical",
        "sections": [["engine": .string(engine), "items": items]],
      ]
    }

    func snapshot(_ items: [Item]) -> JSONValue { snapshot(.array(items.map(object))) }

    /// Every form in which the items can be said.
    func spellings(_ items: [Item]) -> [JSONValue] {
      var runs: [(item: Item, count: Int)] = []
      for item in items {
        if runs.last?.item == item {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((item, 1))
        }
      }
      func counted(_ run: (item: Item, count: Int)) -> JSONValue {
        var object = object(run.item)
        object["count"] = .number(Double(run.count))
        return object
      }
      var forms: [JSONValue] = [.array(items.map(object)), .array(runs.map(counted))]
      if runs.count == 1 { forms.append(counted(runs[0])) }
      let hasWidths = items.allSatisfy { $0.width != nil }
      guard keepsMarks, hasWidths || items.allSatisfy({ $0.width == nil }) else { return forms }
      var columns: JSONValue = [:]
      if hasWidths { columns[extents.across + "s"] = .array(items.map { .number($0.width!) }) }
      columns[extents.along + "s"] = .array(items.map { .number($0.height) })
      columns["estimated"] = .array(items.map { .bool($0.isEstimated) })
      forms.append(columns)
      if items.allSatisfy({ $0.isEstimated == items[0].isEstimated }) {
        columns["estimated"] = .bool(items[0].isEstimated)
        forms.append(columns)
      }
      return forms
    }

    /// Whether a mean may come from an item, and go to it.
    func takesPart(_ item: Item) -> Bool { engine != "waterfall" || item.width == nil }

    /// The mean of the unmarked items, in the vertical layout.
    func mean(_ items: [Item]) -> Item? {
      let measured = items.filter { !$0.isEstimated && takesPart($0) }
      guard items.contains(where: \.isEstimated), !measured.isEmpty else { return nil }
      func mean(_ extent: (Item) -> Double) -> Double {
        measured.reduce(0) { $0 + extent($1) } / Double(measured.count)
      }
      return Item(
        width: engine == "flow" ? mean { $0.width! } : nil, height: mean(\.height),
        isEstimated: true)
    }

    /// What `"estimated": "mean"` makes of items.
    func withMean(_ items: [Item]) -> [Item] {
      guard let mean = mean(items) else { return items }
      return items.map { item in
        guard item.isEstimated, takesPart(item) else { return item }
        return Item(width: mean.width ?? item.width, height: mean.height, isEstimated: true)
      }
    }
  }

  let test: TestService

  init() throws { test = try TestService() }

  /// Lists of items: none, one, many equal, all marked, none marked, and mixed ones.
  private func lists(_ place: Setup) -> [[Item]] {
    var random = SplitMix64(seed: 11)
    var lists = [1, 2, 7, 60, 900].flatMap { count in
      (0..<2).map { _ in place.items(count, using: &random) }
    }
    for isMarked in [false, true] {
      lists.append(place.items(9, using: &random))
      for item in lists[lists.count - 1].indices {
        lists[lists.count - 1][item].isEstimated = isMarked && place.keepsMarks
      }
      let one = lists[lists.count - 1][0]
      lists.append(Array(repeating: one, count: 12))
    }
    return lists
  }

  private func change(
    _ path: String, _ resize: JSONValue..., query: String = ""
  ) throws -> TestClient.Reply {
    let body: JSONValue = ["steps": [["resize": .array(resize)]]]
    return try test.post(text: body.text, to: "\(path)/changes" + query)
  }

  private func expect(
    _ answer: TestClient.Reply, makes items: [Item], at place: Setup,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect([200, 201].contains(answer.status), "\(answer.text)", sourceLocation: sourceLocation)
    let object = try answer.json()
    let posted = try test.path(of: place.snapshot(items))
    #expect(
      posted.hasSuffix(object["id"]?.string ?? "none"), "\(place.snapshot(items).text)",
      sourceLocation: sourceLocation)
    let count = items.count(where: \.isEstimated)
    #expect(
      object["estimatedCount"]?.int == (count > 0 ? count : nil), sourceLocation: sourceLocation)
  }

  // MARK: What is said about items

  @Test("Marks are said in every form, and counted", arguments: Setup.all)
  func forms(place: Setup) throws {
    for items in lists(place) {
      let forms = place.spellings(items)
      let paths = try forms.map { try test.path(of: place.snapshot($0)) }
      #expect(Set(paths).count == 1, "\(forms.map(\.text))")
      let count = items.count(where: \.isEstimated)
      let objects = [
        try test.post(place.snapshot(items)).json(), try test.json(paths[0]),
        try test.json("\(paths[0])?\(place.container)"),
        try test.post(
          place.snapshot(items), "\(place.isHorizontal ? "heights" : "widths")=300,200&length=400"
        ).json(),
      ]
      for object in objects {
        #expect(object["estimatedCount"]?.int == (count > 0 ? count : nil))
        #expect(object["itemCount"]?.int == items.count)
      }
    }
  }

  @Test("A mark is content: each one changes the id, and nothing in a mosaic", arguments: Setup.all)
  func ids(place: Setup) throws {
    var random = SplitMix64(seed: 12)
    var items = place.items(5, using: &random)
    var paths: Set<String> = []
    for marks in 0..<32 {
      for item in items.indices { items[item].isEstimated = marks >> item & 1 == 1 }
      paths.insert(try test.path(of: place.snapshot(items)))
    }
    #expect(paths.count == (place.keepsMarks ? 32 : 1))
    // No item, no mark.
    var none = items[0]
    none.isEstimated = true
    var empty = place.object(none)
    empty["count"] = 0
    let plain = try test.path(of: place.snapshot(.array(items.map(place.object))))
    #expect(
      try test.path(of: place.snapshot(.array(items.map(place.object) + [empty]))) == plain)
  }

  @Test("A section says how many, and the mean of the others", arguments: Setup.all)
  func sections(place: Setup) throws {
    for items in lists(place) {
      let path = try test.path(of: place.snapshot(items))
      let section = try #require(
        try test.json("\(path)/sections?\(place.container)")["sections"]?[0])
      let count = items.count(where: \.isEstimated)
      #expect(section["estimatedCount"]?.int == (count > 0 ? count : nil))
      let mean = place.mean(items).map(place.size)
      let comment: Comment = "\(place.snapshot(items).text)"
      #expect((section["meanSize"] == nil) == (mean == nil), comment)
      for extent in ["width", "height"] {
        #expect(section["meanSize"]?[extent]?.double == mean?[extent]?.double, comment)
      }
    }
  }

  @Test("Cells say it, in rows, in columns and alone", arguments: Setup.all)
  func cells(place: Setup) throws {
    for items in lists(place) {
      let path = try test.path(of: place.snapshot(items))
      let target = "\(path)/elements?\(place.container)&rect=0,0,1e6,1e6"
      let cells = try #require(try test.json(target)["elements"]?.array)
      #expect(cells.count == items.count)
      for cell in cells {
        let isEstimated = items[try #require(cell["item"]?.int)].isEstimated
        #expect(cell["estimated"] == (isEstimated ? true : nil))
      }
      let columns = try test.json(target + "&format=columns")["cells"]
      let marks: [JSONValue] = items.map { $0.isEstimated ? true : .null }
      #expect(
        columns?["estimated"]?.array == (marks.contains(true) ? marks : nil),
        "\(place.snapshot(items).text)")
      let last = "\(path)/items/0/\(items.count - 1)?\(place.container)"
      #expect(try test.json(last)["estimated"]?.bool ?? false == items.last!.isEstimated)
    }
  }

  @Test("An estimate counts like any size", arguments: Setup.all)
  func geometry(place: Setup) throws {
    // Equal sizes of which sums round, whatever their marks.
    let equal = (0..<50).map {
      Item(
        width: place.readsWidths ? 33.1 : nil, height: 12.1,
        isEstimated: place.keepsMarks && $0 % 3 == 0)
    }
    for items in lists(place) + [equal] {
      let plain = items.map { Item(width: $0.width, height: $0.height, isEstimated: false) }
      let answers = try [items, plain].map { items in
        try test.json(
          "\(try test.path(of: place.snapshot(items)))/elements?\(place.container)&rect=0,0,1e6,1e6"
        )
      }
      #expect(answers[0]["contentSize"] == answers[1]["contentSize"])
      let frames = answers.map { $0["elements"]?.array?.map(\.["frame"]) }
      #expect(frames[0] == frames[1], "\(place.snapshot(items).text)")
    }
  }

  @Test("A size from the metrics may be an estimate, too", arguments: [false, true])
  func metrics(isHorizontal: Bool) throws {
    for (engine, mean) in [("flow", "itemSize"), ("column", "rowHeight")] {
      let place = Setup(engine: engine, isHorizontal: isHorizontal)
      var snapshot = place.snapshot(["count": 3, "estimated": true])
      let size = place.size(Item(width: engine == "flow" ? 30 : nil, height: 70, isEstimated: true))
      snapshot["metrics"] = .object([.init(mean, engine == "flow" ? size : 70)])
      let items = Array(
        repeating: Item(width: engine == "flow" ? 30 : nil, height: 70, isEstimated: true), count: 3
      )
      #expect(try test.path(of: snapshot) == test.path(of: place.snapshot(items)))
    }
  }

  @Test("Headers, footers and global headers are marked for themselves", arguments: Setup.all)
  func stacks(place: Setup) throws {
    func snapshot(_ marks: [Bool?]) -> JSONValue {
      func one(_ mark: Bool?, pins: Bool) -> JSONValue {
        var element: JSONValue = ["pin": .bool(pins)]
        element[place.extents.along] = 20
        element["estimated"] = mark.map(JSONValue.bool)
        return element
      }
      var snapshot = place.snapshot(
        place.keepsMarks ? .array([place.size(Item(height: 9, isEstimated: false))]) : 1)
      snapshot["globalHeaders"] = [one(marks[0], pins: true), one(marks[1], pins: false)]
      var section = snapshot["sections"]![0]
      section["headers"] = [one(marks[2], pins: true), one(marks[3], pins: false)]
      section["footers"] = [one(marks[4], pins: true), one(marks[5], pins: false)]
      snapshot["sections"] = [section]
      return snapshot
    }
    let names = [
      "globalHeader/0", "globalHeader/1", "header/0/0", "header/0/1", "footer/0/0", "footer/0/1",
    ]
    var paths: Set<String> = []
    for marks in 0..<64 {
      let marks = (0..<6).map { marks >> $0 & 1 == 1 }
      let path = try test.path(of: snapshot(marks))
      paths.insert(path)
      #expect(try test.path(of: snapshot(marks.map { $0 ? true : nil })) == path)
      let object = try test.json(path)
      #expect(object["estimatedCount"] == nil)
      let answer = try test.json(
        "\(path)/elements?\(place.container)&rect=0,0,1e6,1e6&special=rest")
      let all = (answer["elements"]?.array ?? []) + (answer["special"]?.array ?? [])
      for (name, mark) in zip(names, marks) {
        let element = try test.json("\(path)/supplementary/\(name)?\(place.container)")
        #expect(element["estimated"] == (mark ? true : nil), "\(name)")
        #expect(all.contains(element), "\(name)")
      }
      let text = try test.get("\(path)/snapshot").text
      let again = try test.post(text: text)
      #expect(again.status == 200)
      #expect(path.hasSuffix(try again.json()["id"]?.string ?? "none"))
    }
    #expect(paths.count == 64)
  }

  @Test("The snapshot of a layout has the marks", arguments: Setup.all)
  func snapshots(place: Setup) throws {
    for items in lists(place) {
      let path = try test.path(of: place.snapshot(items))
      let again = try test.post(text: try test.get("\(path)/snapshot").text)
      #expect(again.status == 200)
      #expect(path.hasSuffix(try again.json()["id"]?.string ?? "none"))
    }
  }

  // MARK: What becomes of marks

  @Test("A resize gives the true size and takes the mark away", arguments: Setup.marked)
  func resize(place: Setup) throws {
    var random = SplitMix64(seed: 13)
    for count in [1, 8, 300] {
      for mark in [nil, false, true] {
        let before = place.items(count, using: &random)
        let path = try test.path(of: place.snapshot(before))
        let first = Int.random(in: 0..<count, using: &random)
        let range = first..<min(count, first + 5)
        let sizes = place.items(range.count, using: &random)
        var after = before
        for (item, size) in zip(range, sizes) {
          after[item].height = size.height
          if let width = size.width { after[item].width = width }
          after[item].isEstimated = mark ?? false
        }
        // One by one, as a list, and as columns.
        var columns: JSONValue = [:]
        let hasWidths = sizes.allSatisfy { $0.width != nil }
        if hasWidths {
          columns[place.extents.across + "s"] = .array(sizes.map { .number($0.width!) })
        }
        columns[place.extents.along + "s"] = .array(sizes.map { .number($0.height) })
        columns["estimated"] = mark.map(JSONValue.bool)
        let objects = sizes.map { size in
          var object = place.size(size)
          object["estimated"] = mark.map(JSONValue.bool)
          return object
        }
        try expect(
          change(path, ["section": 0, "item": .number(Double(first)), "items": .array(objects)]),
          makes: after, at: place)
        if hasWidths || !sizes.contains(where: { $0.width != nil }) {
          try expect(
            change(path, ["section": 0, "item": .number(Double(first)), "items": columns]),
            makes: after, at: place)
          var entry: JSONValue = ["section": 0, "at": .array(range.map { .number(Double($0)) })]
          for member in columns.members! { entry[member.key] = member.value }
          try expect(change(path, entry), makes: after, at: place)
          entry["at"] = .array(range.reversed().map { .number(Double($0)) })
          for member in columns.members! {
            if let list = member.value.array { entry[member.key] = .array(list.reversed()) }
          }
          if mark != nil {
            entry["estimated"] = .array(range.map { _ in .bool(mark!) })
          }
          try expect(change(path, entry), makes: after, at: place)
        }
      }
    }
  }

  @Test("Without an extent only the mark changes", arguments: Setup.marked)
  func marksAlone(place: Setup) throws {
    var random = SplitMix64(seed: 14)
    var items = place.items(20, using: &random)
    items[3].isEstimated = true
    items[4].isEstimated = false
    let path = try test.path(of: place.snapshot(items))
    var after = items
    after[3].isEstimated = false
    after[4].isEstimated = false
    try expect(change(path, ["section": 0, "at": [4, 3]]), makes: after, at: place)
    after[3].isEstimated = true
    after[4].isEstimated = true
    try expect(
      change(path, ["section": 0, "at": [4, 3], "estimated": true]), makes: after, at: place)
    after[4].isEstimated = false
    try expect(
      change(path, ["section": 0, "at": [4, 3], "estimated": [false, true]]), makes: after,
      at: place)
    // Such a change is one of the cells' attributes, and moves nothing.
    let marked = try change(
      path, ["section": 0, "at": [3]],
      query: "?\(place.container)&bounds=0,0,300,300&transition=true"
    ).json()
    let cell = try test.json("\(path)/items/0/3?\(place.container)")
    let frame = try #require(cell["frame"])
    let start = try #require(frame[place.isHorizontal ? "x" : "y"]?.double)
    let stretch = try #require(marked["change"]?["changed"])
    for side in ["before", "after"] {
      #expect(stretch[side]?["start"]?.double ?? .infinity <= start)
      #expect(
        stretch[side]?["end"]?.double ?? 0
          >= start + frame[place.extents.along]!.double!)
    }
    #expect(marked["change"]?["bounds"] == ["x": 0, "y": 0, "width": 300, "height": 300])
    for transition in marked["change"]?["transition"]?.array ?? [] {
      #expect(transition["initial"] == transition["final"])
    }
  }

  @Test("The mean goes to every estimate of the section, and stays one", arguments: Setup.marked)
  func mean(place: Setup) throws {
    let entry: JSONValue = ["section": 0, "estimated": "mean"]
    for items in lists(place) {
      let path = try test.path(of: place.snapshot(items))
      let answer = try change(path, entry)
      try expect(answer, makes: place.withMean(items), at: place)
      if place.withMean(items) == items { #expect(answer.status == 200) }
      // Of the sizes before the step, whatever else is in it.
      guard let measured = items.firstIndex(where: { !$0.isEstimated }) else { continue }
      var after = place.withMean(items)
      after[measured].height = 7
      var resized: JSONValue = ["section": 0, "at": [.number(Double(measured))]]
      resized[place.extents.along + "s"] = [7]
      try expect(change(path, entry, resized), makes: after, at: place)
      try expect(change(path, resized, entry), makes: after, at: place)
    }
  }

  @Test("The mean counts as a resize of each estimate", arguments: Setup.marked)
  func conflicts(place: Setup) throws {
    var items = (0..<6).map {
      Item(width: place.engine == "flow" ? 20 : nil, height: Double(10 + $0), isEstimated: $0 > 2)
    }
    func codes(_ step: JSONValue) throws -> [String] {
      let path = try test.path(of: place.snapshot(items))
      let body: JSONValue = ["steps": [step]]
      let answer = try test.post(text: body.text, to: "\(path)/changes")
      guard answer.status == 422 else { return [] }
      let problem = try test.expect(answer, 422, "invalid-change")
      return try #require(problem["errors"]?.array).map {
        "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
      }
    }
    let mean: JSONValue = ["section": 0, "estimated": "mean"]
    // Also where it changes nothing, since there is no other item.
    for areAllMarked in [false, true] {
      if areAllMarked { for item in 0..<6 { items[item].isEstimated = true } }
      #expect(
        try codes(["resize": [["section": 0, "at": [4]], mean]])
          == ["/steps/0/resize/1 duplicate-resize"])
      #expect(
        try codes(["resize": [mean, ["section": 0, "at": [4]]]])
          == ["/steps/0/resize/1 duplicate-resize"])
      #expect(try codes(["resize": [mean, mean]]) == ["/steps/0/resize/1 duplicate-resize"])
      #expect(
        try codes(["delete": [["section": 0, "item": 4]], "resize": [mean]])
          == ["/steps/0/resize/0 delete-and-resize-same"])
      #expect(
        try codes(["reload": [["section": 0, "item": 4]], "resize": [mean]])
          == ["/steps/0/resize/0 delete-and-resize-same"])
      #expect(
        try codes(["delete": [["section": 0, "item": 1]], "resize": [mean]])
          == (areAllMarked ? ["/steps/0/resize/0 delete-and-resize-same"] : []))
    }
    // What takes no part is not resized.
    if place.engine == "waterfall" {
      items[4].width = 20
      #expect(try codes(["delete": [["section": 0, "item": 4]], "resize": [mean]]).isEmpty)
    }
    #expect(
      try codes(["resize": [["section": 1, "estimated": "mean"]]])
        == ["/steps/0/resize/0 section-out-of-range-before"])
    for value: JSONValue in [true, "median", ["mean"], .null] {
      #expect(
        try codes(["resize": [["section": 0, "estimated": value]]]).map { $0.prefix(27) }
          == ["/steps/0/resize/0/estimated"])
    }
  }

  @Test("Marks travel with moved items and stay with reloaded ones", arguments: Setup.marked)
  func moves(place: Setup) throws {
    var random = SplitMix64(seed: 15)
    let items = place.items(30, using: &random)
    let path = try test.path(of: place.snapshot(items))
    let body: JSONValue = [
      "steps": [
        [
          "move": [
            ["from": ["section": 0, "item": 2], "to": ["section": 0, "item": 20], "count": 4]
          ],
          "reload": [["section": 0, "item": 10, "count": 5]],
          "insert": [
            [
              "section": 0, "item": 0,
              "items": .array([place.object(items[7]), place.object(items[8])]),
            ]
          ],
        ]
      ]
    ]
    var after = items
    let moved = after[2..<6]
    after.removeSubrange(2..<6)
    after.insert(contentsOf: items[7...8], at: 0)
    after.insert(contentsOf: moved, at: 20)
    try expect(
      test.post(text: body.text, to: "\(path)/changes"), makes: after, at: place)
  }

  @Test("A section that becomes a mosaic forgets its marks", arguments: Setup.marked)
  func engines(place: Setup) throws {
    let answers = try [false, true].map { isEstimated in
      let item = Item(
        width: place.engine == "flow" ? 20 : nil, height: 10, isEstimated: isEstimated)
      let path = try test.path(of: place.snapshot([item]))
      let body: JSONValue = ["steps": [["setSections": [["section": 0, "engine": "mosaic"]]]]]
      return try test.post(text: body.text, to: "\(path)/changes").json()
    }
    #expect(answers[1]["id"] != nil && answers[0]["id"] == answers[1]["id"])
    #expect(answers[1]["estimatedCount"] == nil)
  }

  @Test("A document's log has the steps as they were said, and leads to the same layout")
  func documents() throws {
    let store = try SQLiteStore(bytesMax: 64 << 20, SQLiteStore.Limits()) { _, _ in }
    defer { store.close(within: .seconds(10)) }
    let service = try TestService(store: store)
    let place = Setup(engine: "column", isHorizontal: false)
    var items = (0..<9).map { Item(height: Double(10 + $0), isEstimated: $0 % 2 == 1) }
    func write(_ body: JSONValue, _ method: String, _ path: String) throws -> TestClient.Reply {
      try service.request(
        method, path, headers: [("Content-Type", "application/json"), ("If-None-Match", "*")],
        body: Array(body.text.utf8))
    }
    let put = try write(["snapshot": place.snapshot(items)], "PUT", "/v1/documents/marks")
    #expect(put.status == 201)
    let parent = try put.json()["layout"]?.string
    let steps: JSONValue = [
      ["resize": [["at": [1], "heights": [40], "section": 0]]],
      ["resize": [["estimated": "mean", "section": 0]]],
    ]
    let answer = try service.post(
      text: JSONValue.object([.init("revision", 1), .init("steps", steps)]).text,
      to: "/v1/documents/marks/changes")
    items[1] = Item(height: 40, isEstimated: false)
    try expect(answer, makes: place.withMean(items), at: place)
    let record = try service.json("/v1/documents/marks/changes?after=1")["changes"]?[0]
    #expect(record?["steps"] == steps)
    #expect(record?["parent"]?.string == parent)
  }

  @Test("Pure helpers take items that are estimates, and no resizes")
  func plans() throws {
    func plan(_ step: JSONValue) throws -> TestClient.Reply {
      try test.post(
        text: JSONValue.object([.init("counts", [4]), .init("steps", [step])]).text, to: "/v1/plans"
      )
    }
    let items: JSONValue = ["heights": [5, 6], "estimated": [true, false]]
    let inserted = try plan(["insert": [["section": 0, "item": 1, "items": items]]])
    #expect(inserted.status == 200, "\(inserted.text)")
    #expect(try inserted.json()["counts"] == [6])
    let refused = try test.expect(
      try plan(["resize": [["section": 0, "estimated": "mean"]]]), 422, "invalid-change")
    #expect(refused["errors"]?[0]["code"] == "unknown-key")
    #expect(refused["errors"]?[0]["pointer"] == "/steps/0/resize")
  }
}
