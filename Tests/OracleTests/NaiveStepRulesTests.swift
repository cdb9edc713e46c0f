import Oracle
import Testing

@Suite("Rules of steps that no vector shows, by hand")
struct NaiveStepRulesTests {
  private func after(_ section: JSONValue, _ steps: JSONValue...) throws -> JSONValue {
    let change = try NaiveChange(parent: ["sections": [section]], steps: steps)
    return change.result["sections"]![0]
  }

  private func heights(_ section: JSONValue) -> [Double?] {
    section["items"]!.array!.map { $0["height"]?.double }
  }

  @Test("Deleting, resizing and moving in one step and in two")
  func batch() throws {
    let section: JSONValue = ["engine": "column", "items": ["heights": [1, 2, 3, 4]]]
    let both = try after(
      section,
      [
        "delete": [["section": 0, "item": 2]],
        "resize": [["section": 0, "item": 3, "items": [["height": 80]]]],
        "move": [["from": ["section": 0, "item": 3], "to": ["section": 0, "item": 0]]],
      ])
    #expect(heights(both) == [80, 1, 2])
    let apart = try after(
      section, ["delete": [["section": 0, "item": 2]]],
      ["move": [["from": ["section": 0, "item": 2], "to": ["section": 0, "item": 0]]]])
    #expect(heights(apart) == [4, 1, 2])
  }

  @Test("A default counts as written when the engine changes")
  func defaultsStay() throws {
    let set: JSONValue = ["setSections": [["section": 0, "engine": "column"]]]
    let column = try after(["items": 2], set)
    #expect(column["metrics"]?["minimumLineSpacing"] == 10)
    #expect(heights(column) == [50, 50])
    let waterfall = try after(
      ["engine": "column", "items": 2],
      ["setSections": [["section": 0, "engine": "waterfall"]]])
    #expect(waterfall["metrics"]?["numberOfColumns"] == 1)
    #expect(heights(waterfall) == [44, 44])
  }

  @Test("What had no effect is forgotten")
  func forgotten() throws {
    let separated = try after(
      [
        "engine": "column", "items": 1,
        "metrics": ["separatorInsets": ["left": 7], "rowHeight": 9],
      ],
      ["setSections": [["section": 0, "metrics": ["separatorColor": "red"]]]])
    #expect(separated["metrics"]?["separatorInsets"]?["left"] == 0)
    let back = try after(
      [
        "items": 1, "metrics": ["lineAlignment": "center", "itemSize": ["width": 7, "height": 8]],
      ],
      ["setSections": [["section": 0, "engine": "mosaic"]]],
      ["setSections": [["section": 0, "engine": "flow"]]])
    #expect(back["metrics"]?["lineAlignment"] == "uikit")
    #expect(back["items"] == [["width": 50, "height": 50]])
  }

  @Test("Metrics of the step say the sizes of items that have none")
  func sizesOfSettings() throws {
    let flow = try after(
      ["engine": "column", "items": ["heights": [5, 6]]],
      [
        "setSections": [
          ["section": 0, "engine": "flow", "metrics": ["itemSize": ["width": 7]]]
        ]
      ])
    #expect(flow["items"] == [["width": 7, "height": 5], ["width": 7, "height": 6]])
    #expect(throws: NaiveChangeErrors(texts: ["/steps/0/setSections/0 size-missing"])) {
      try after(
        ["engine": "mosaic", "items": 1],
        ["setSections": [["section": 0, "engine": "waterfall"]]])
    }
    #expect(throws: NaiveChangeErrors(texts: ["/steps/1/insert/0 size-missing"])) {
      try after(
        ["items": 1], [:], ["insert": [["section": 0, "item": 0, "items": [["width": 3]]]]])
    }
  }

  @Test("The two metrics of columns replace each other, null takes a colour away")
  func replaced() throws {
    let section = try after(
      ["engine": "column", "metrics": ["numberOfColumns": 3, "backgroundColor": "red"]],
      [
        "setSections": [
          ["section": 0, "metrics": ["minimumColumnWidth": 80, "backgroundColor": nil]]
        ]
      ])
    #expect(section["metrics"]?["numberOfColumns"] == nil)
    #expect(section["metrics"]?["minimumColumnWidth"] == 80)
    #expect(section["metrics"]?["backgroundColor"] == .null)
  }

  @Test("Headers keep their colours, new ones inherit those that are then")
  func colors() throws {
    let section = try after(
      [
        "metrics": ["backgroundColor": "red"], "headers": [["height": 1]],
        "footers": [["height": 1]],
      ],
      [
        "setSections": [
          ["section": 0, "metrics": ["backgroundColor": "blue"], "footers": [["height": 2]]]
        ]
      ])
    #expect(section["headers"]?[0]["backgroundColor"] == "red")
    #expect(section["footers"]?[0]["backgroundColor"] == "blue")
  }

  @Test("A resize takes the mark away, unless it says otherwise; a mean keeps it")
  func marks() throws {
    let section: JSONValue = [
      "engine": "column",
      "items": ["heights": [10, 20, 30, 60], "estimated": [true, true, false, false]],
    ]
    func row(_ height: JSONValue, _ isEstimated: Bool = false) -> JSONValue {
      isEstimated ? ["height": height, "estimated": true] : ["height": height]
    }
    let at = try after(section, ["resize": [["section": 0, "at": [1, 0], "heights": [5, 6]]]])
    #expect(at["items"] == [row(6), row(5), row(30), row(60)])
    let alone = try after(section, ["resize": [["section": 0, "at": [0]]]])
    #expect(alone["items"] == [row(10), row(20, true), row(30), row(60)])
    let marked = try after(
      section,
      ["resize": [["section": 0, "item": 2, "items": ["count": 2, "estimated": true]]]])
    #expect(marked["items"] == [row(10, true), row(20, true), row(30, true), row(60, true)])
    let mean = try after(section, ["resize": [["section": 0, "estimated": "mean"]]])
    #expect(mean["items"] == [row(45, true), row(45, true), row(30), row(60)])
    let unknown = try after(
      ["engine": "column", "items": ["count": 2, "height": 3, "estimated": true]],
      ["resize": [["section": 0, "estimated": "mean"]]])
    #expect(unknown["items"] == [row(3, true), row(3, true)])
  }

  @Test("A reload without items keeps sizes and marks, one with items takes the marks of those")
  func reloads() throws {
    let section: JSONValue = [
      "engine": "column", "items": ["count": 3, "height": 7, "estimated": true],
    ]
    let reloaded = try after(
      section,
      ["reload": [["section": 0, "item": 0], ["section": 0, "item": 1, "items": 1]]])
    #expect(
      reloaded["items"] == [
        ["height": 7, "estimated": true], ["height": 7], ["height": 7, "estimated": true],
      ])
  }

  @Test("An item keeps what it has, and what its new section reads")
  func moves() throws {
    let change = try NaiveChange(
      parent: [
        "sections": [
          ["engine": "column", "items": [["height": 5, "estimated": true]]],
          ["engine": "flow", "items": [["width": 1, "height": 2]]],
          ["engine": "waterfall", "items": []],
        ]
      ],
      steps: [
        [
          "move": [
            ["from": ["section": 0, "item": 0], "to": ["section": 1, "item": 0]],
            ["from": ["section": 1, "item": 0], "to": ["section": 2, "item": 0]],
          ]
        ]
      ])
    #expect(
      change.result["sections"]!.array!.map { $0["items"]! } == [
        [], [["width": 50, "height": 5, "estimated": true]], [["width": 1, "height": 2]],
      ])
  }

  @Test("Sections that come are resolved against the defaults of all engines, not the snapshot's")
  func bareSections() throws {
    let change = try NaiveChange(
      parent: ["engine": "column", "metrics": ["rowHeight": 3], "sections": [["items": 1]]],
      steps: [["insertSections": [["section": 1, "sections": [["items": 1]]]]]])
    #expect(change.result["sections"]![1]["engine"] == "flow")
    #expect(
      change.result["sections"]!.array!.map { $0["items"]! } == [
        [["height": 3]], [["width": 50, "height": 50]],
      ])
  }
}
