import Oracle
import Testing

@Suite("Changes of lists that one can work out by hand")
struct NaiveExamplesTests {
  private func comparison(
    _ section: JSONValue, _ step: JSONValue, width: Double = 320
  ) throws -> NaiveComparison {
    NaiveComparison(
      try NaiveChange(parent: ["sections": [section]], steps: [step]), containerWidth: width)
  }

  /// Where bounds of some height start after the change.
  private func start(
    _ comparison: NaiveComparison, _ y: Double, _ height: Double, _ anchor: NaiveAnchor
  ) -> Double {
    comparison.anchoring(
      bounds: NaiveRect(x: 0, y: y, width: 320, height: height), anchor: anchor
    ).bounds.y
  }

  private func column(_ items: JSONValue) -> JSONValue { ["engine": "column", "items": items] }

  @Test("What is put in front leaves the view where it is, but at the start")
  func prepend() throws {
    var section = column(["count": 6, "height": 100])
    section["headers"] = [["height": 40, "pin": true]]
    let comparison = try comparison(
      section,
      ["insert": [["section": 0, "item": 0, "items": ["count": 2, "height": 60]]]])
    #expect(
      comparison.changed == [
        "before": ["start": 40, "end": 40], "after": ["start": 40, "end": 160],
      ])
    let bounds = NaiveRect(x: 0, y: 250, width: 320, height: 200)
    let anchoring = comparison.anchoring(bounds: bounds)
    #expect(anchoring.bounds.y == 370)
    #expect(anchoring.anchor == ["section": 0, "item": 4, "edge": "leading"])
    let transition = comparison.transition(bounds: bounds, to: anchoring)
    #expect(transition.array?.count == 4)
    #expect(transition[0]["initial"]?["frame"]?["y"] == 250)
    #expect(transition[0]["final"]?["frame"]?["y"] == 370)
    #expect(transition[0]["final"]?["pinned"] == true)
    #expect(transition[1]["from"] == ["section": 0, "item": 2])
    #expect(transition[1]["to"] == ["section": 0, "item": 4])
    #expect(start(comparison, 0, 200, .automatic) == 0)
    #expect(start(comparison, 0, 200, .first) == 120)
  }

  @Test("A stretch ends where the lines fall back into step")
  func step() throws {
    let widths: [JSONValue] = [90, 60, 120, 80, 100, 70]
    let section: JSONValue = [
      "metrics": ["lineAlignment": "leading"],
      "items": ["widths": .array(widths), "heights": .array(widths.map { _ in 30 })],
    ]
    let comparison = try comparison(
      section, ["resize": [["section": 0, "item": 1, "items": [["width": 150]]]]], width: 300)
    #expect(
      comparison.changed == [
        "before": ["start": 0, "end": 70], "after": ["start": 0, "end": 110],
      ])
  }

  @Test("Measuring leaves the view where it is, by the trailing edge of the cell that is cut")
  func measuring() throws {
    func measured(_ item: Int, _ height: JSONValue, estimated: Bool = true) throws -> Double {
      var section = column(["count": 40, "height": 50, "estimated": .bool(estimated)])
      section["metrics"] = ["sectionInset": ["top": 30]]
      let comparison = try comparison(
        section,
        [
          "resize": [
            ["section": 0, "item": .number(Double(item)), "items": [["height": height]]]
          ]
        ])
      return start(comparison, 500, 480, .automatic)
    }
    #expect(try measured(3, 80) == 530)
    #expect(try measured(9, 120) == 570)
    #expect(try measured(9, 120, estimated: false) == 500)
  }

  @Test("At the end a view stays at the end where it is asked to")
  func chat() throws {
    let section = column(["count": 10, "height": 100])
    let appended = try comparison(
      section, ["insert": [["section": 0, "item": 10, "items": [["height": 80]]]]])
    #expect(start(appended, 600, 400, .end(threshold: 1)) == 680)
    #expect(start(appended, 500, 400, .end(threshold: 1)) == 500)
    let older = try comparison(
      section, ["insert": [["section": 0, "item": 0, "items": [["height": 900]]]]])
    #expect(start(older, 0, 400, .automatic) == 0)
    #expect(start(older, 0, 400, .end(threshold: 1)) == 900)
    #expect(start(older, 0, 400, .first) == 900)
    #expect(start(older, 0, 400, .item(section: 0, item: 3)) == 900)
  }

  @Test("A section that slides in is seen from its start")
  func slide() throws {
    func start(_ slide: JSONValue?) throws -> Double {
      var inserted: JSONValue = ["section": 0, "sections": [column([["height": 733]])]]
      inserted["slide"] = slide
      let comparison = try comparison(
        column(["count": 10, "height": 100]),
        ["deleteSections": [["section": 0]], "insertSections": [inserted]])
      return self.start(comparison, 432, 568, .automatic)
    }
    #expect(try start(nil) == 165)
    #expect(try start("left") == 0)
  }

  @Test("Marks alone change cells, and moved rows of one size change nothing")
  func marks() throws {
    let section = column(["count": 4, "height": 10, "estimated": true])
    let marked = try comparison(section, ["resize": [["section": 0, "at": [1]]]])
    #expect(
      marked.changed == [
        "before": ["start": 10, "end": 20], "after": ["start": 10, "end": 20],
      ])
    let moved = try comparison(
      section,
      ["move": [["from": ["section": 0, "item": 0], "to": ["section": 0, "item": 3]]]])
    #expect(moved.changed == .null)
    let entry = moved.transition(
      bounds: NaiveRect(x: 0, y: 0, width: 320, height: 9),
      to: moved.anchoring(bounds: NaiveRect(x: 0, y: 0, width: 320, height: 9)))[0]
    #expect(entry["from"] == ["section": 0, "item": 1])
  }
}
