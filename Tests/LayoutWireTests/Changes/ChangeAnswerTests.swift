import Comparison
import JSONText
import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("What the answer to a change says of it")
struct ChangeAnswerTests {
  /// A column with a pinned header of 40 and six items of 100, scrolled to 250, before which two of 60 are inserted.
  private func prepend() throws -> LayoutChange {
    func layout(_ heights: [Int]) throws -> Layout {
      try Layout.of(
        [
          "sections": [
            [
              "engine": "column", "headers": [["height": 40, "pin": true]],
              "items": ["heights": .array(heights.map { .number(Double($0)) })],
            ]
          ]
        ], containerWidth: 320)
    }
    let before = try layout(Array(repeating: 100, count: 6))
    var step = Step()
    step.insert = [ItemPath(0, 0)..<ItemPath(0, 2)]
    var applied = AppliedSteps(sectionCount: 1, itemCount: 6, itemCount: { _ in 6 })
    var meter = WorkMeter.unlimited
    try applied.apply(step, meter: &meter)
    return LayoutChange(
      before: before, after: try layout([60, 60] + Array(repeating: 100, count: 6)),
      mapping: applied.mapping)
  }

  private let bounds = Rect(x: 0, y: 250, width: 320, height: 200)

  @Test("Every member stands in its place")
  func members() throws {
    let change = try prepend()
    var meter = WorkMeter.unlimited
    var answer = ChangeAnswer(parent: "A")
    #expect(written { $0.change(answer) } == #"{"parent":"A"}"#)
    answer.changed = .stretch(nil)
    #expect(written { $0.change(answer) } == #"{"parent":"A","changed":null}"#)
    answer.changed = .stretch(try change.changedStretch(meter: &meter))
    let anchored = try change.anchoredBounds(bounds, inset: .zero, rule: .auto, meter: &meter)
    answer.anchored = anchored
    answer.transitions = Array(
      try change.transitions(
        from: bounds, to: anchored.bounds, inset: .zero, meter: &meter
      ).prefix(2))
    let expected = [
      #"{"parent":"A","changed":{"before":{"start":40,"end":40},"after":{"start":40,"end":160}},"#,
      #""anchor":{"section":0,"item":4,"edge":"leading"},"#,
      #""bounds":{"x":0,"y":370,"width":320,"height":200},"scrollDelta":{"x":0,"y":120},"#,
      #""transition":[{"category":"supplementary","kind":"header","from":{"section":0,"index":0},"#,
      #""to":{"section":0,"index":0},"#,
      #""initial":{"frame":{"x":0,"y":250,"width":320,"height":40},"pinned":true},"#,
      #""final":{"frame":{"x":0,"y":370,"width":320,"height":40},"pinned":true},"zIndex":9000},"#,
      #"{"category":"cell","from":{"section":0,"item":2},"to":{"section":0,"item":4},"#,
      #""initial":{"frame":{"x":0,"y":240,"width":320,"height":100}},"#,
      #""final":{"frame":{"x":0,"y":360,"width":320,"height":100}}}]}"#,
    ].joined()
    #expect(written { $0.change(answer) } == expected)
  }

  @Test("Elements on the way have one frame")
  func progress() throws {
    let change = try prepend()
    var meter = WorkMeter.unlimited
    let transitions = try change.transitions(
      from: bounds, to: Rect(x: 0, y: 0, width: 320, height: 80), inset: .zero, meter: &meter)
    #expect(
      written { $0.transitions(Array(transitions[1...1]), progress: 0.5) }
        == #"[{"category":"cell","to":{"section":0,"item":0},"#
        + #""frame":{"x":0,"y":165,"width":320,"height":60},"alpha":0.5}]"#)
    #expect(transitions[1].state(at: 1).frame == transitions[1].final.frame)
    #expect(transitions[1].state(at: 0).alpha == 0)
  }
}
