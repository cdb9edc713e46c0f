import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("What a change answers, against a look at every element")
struct LayoutChangeTests {
  static let seeds = Oracle.seeds(short: 0..<6, all: 0..<24 as Range<UInt64>)

  private func bounds(_ layout: LayoutUnderTest, _ random: inout SplitMix64) -> Rect {
    let length = random.double(20...260)
    let start = random.chance(0.2) ? 0 : random.double(-10...max(1, layout.contentEnd))
    let isHorizontal = layout.layout.snapshot.scrollDirection == .horizontal
    let size = isHorizontal ? Size(width: length, height: 300) : Size(width: 300, height: length)
    return layout.placed(Rect(x: 0, y: 0, width: size.width, height: size.height), at: start)
  }

  @Test("The bounds move as the table says", arguments: seeds)
  func anchor(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<15 {
      let test = try ChangeCase(&random)
      for _ in 0..<4 {
        let bounds = bounds(test.before, &random)
        let inset =
          random.chance(0.7)
          ? EdgeInsets.zero : EdgeInsets(top: 8.5, left: 3.25, bottom: 4.75, right: 6.5)
        var rules: [AnchorRule] = [.none, .auto, .first, .end]
        let cells = test.before.everyElement().filter { $0.element.kind == .cell }
        if !cells.isEmpty {
          let cell = random.one(of: cells).element
          rules.append(.item(ItemPath(cell.section, cell.index)))
        }
        for rule in rules {
          var meter = StepMeter(portion: 100_000)
          let found = try test.change.anchoredBounds(
            bounds, inset: inset, rule: rule, meter: &meter)
          let expected = test.naiveAnchor(bounds, inset, rule)
          let start = test.after.start(found.bounds)
          #expect((start - expected.start).magnitude < 1e-6, "\(rule) \(bounds) \(inset)")
          #expect(found.anchor?.item.section == expected.cell?.section, "\(rule) \(bounds)")
          #expect(found.anchor?.item.item == expected.cell?.index, "\(rule) \(bounds)")
          if let anchor = found.anchor {
            #expect((anchor.edge == .leading) == expected.leads, "\(rule) \(bounds)")
          }
        }
      }
    }
  }

  @Test("Every element in sight goes as the table says", arguments: seeds)
  func transitions(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for number in 0..<60 {
      let test = try ChangeCase(&random)
      let old = bounds(test.before, &random)
      var meter = StepMeter(portion: 100_000)
      let new = try test.change.anchoredBounds(
        old, inset: .zero, rule: random.one(of: [.none, .auto, .end]), meter: &meter
      ).bounds
      let found = try test.change.transitions(from: old, to: new, inset: .zero, meter: &meter)
      let expected = test.naiveTransitions(old, new, .zero)
      #expect(found.map(\.from) == expected.map(\.from), "\(number)")
      #expect(found.map(\.to) == expected.map(\.to), "\(number)")
      for (found, entry) in zip(found, expected) {
        let (before, after) = (test.before.layout, test.after.layout)
        #expect(found.initial.frame.isClose(to: entry.initial.naive, in: before.contentSize))
        #expect(found.final.frame.isClose(to: entry.final.naive, in: after.contentSize))
        #expect([found.initial.alpha, found.final.alpha] == entry.alphas)
        #expect([found.initial.isPinned, found.final.isPinned] == entry.pinned)
        #expect(found.zIndex == entry.zIndex)
      }
      let count = found.count
      if count > 1 {
        #expect(throws: WalkStop.visitor) {
          try test.change.transitions(
            from: old, to: new, inset: .zero, limit: 0, meter: &meter)
        }
      }
    }
  }

  @Test("What differs is within the stretch, which is seldom longer", arguments: seeds)
  func changed(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (all, longer) = (0, 0)
    for number in 0..<50 {
      let test = try ChangeCase(&random)
      var meter = StepMeter(portion: 100_000)
      let found = try test.change.changedStretch(meter: &meter)
      guard let expected = test.naiveStretch() else { continue }
      let comment: Comment = "\(number) \(found as Any) \(expected)"
      let stretch = try #require(found, comment)
      let distance = test.after.contentEnd - test.before.contentEnd
      #expect(stretch.before.start < expected.start + 1e-6, comment)
      #expect(stretch.after.start == stretch.before.start)
      let least = test.naiveStretch(from: stretch.before.start)?.end ?? .nan
      #expect(stretch.before.end > least - 1e-6, comment)
      #expect((stretch.after.end - stretch.before.end - distance).magnitude < 1e-6)
      all += 1
      if stretch.before.start < expected.start - 1e-6 || stretch.before.end > expected.end + 1e-6 {
        longer += 1
      }
    }
    #expect(longer * 4 < all, "\(longer) of \(all)")
  }

  @Test(
    "A billion items cost few steps",
    arguments: ["flow", "column", "waterfall", "mosaic"])
  func manyItems(engine: String) throws {
    func layout(_ count: Double) throws -> Layout {
      try Layout.of(
        [
          "engine": .string(engine),
          "sections": [["items": ["count": .number(count), "height": 50]]],
        ], containerWidth: 300)
    }
    let before = try layout(1e9)
    var step = Step()
    step.delete = [ItemPath(0, 1000)..<ItemPath(0, 900_001_000)]
    var applied = AppliedSteps([1_000_000_000])
    try applied.apply(step)
    let change = LayoutChange(
      before: before, after: try layout(1e8), mapping: applied.mapping)
    let bounds = Rect(x: 0, y: before.contentSize.height / 2, width: 300, height: 400)
    var meter = StepMeter(portion: 2_000)
    for (rule, item) in [(AnchorRule.first, 999), (.end, 1000)] {
      let anchored = try change.anchoredBounds(bounds, inset: .zero, rule: rule, meter: &meter)
      #expect(anchored.anchor?.item == ItemPath(0, item))
      let transitions = try change.transitions(
        from: bounds, to: anchored.bounds, inset: .zero, meter: &meter)
      #expect(transitions.count < 100)
    }
    let stretch = try change.changedStretch(meter: &meter)
    let end = try #require(stretch?.before.end)
    // A last segment may have a partner; what is gone may start a spacing behind the new end.
    #expect((end - before.contentSize.height).magnitude <= 200)
  }

  @Test("Layouts without steps are matched by place")
  func places() throws {
    func layout(_ counts: [Int], _ width: Double) throws -> Layout {
      try Layout.of(
        [
          "engine": "column",
          "sections": .array(
            counts.map { ["items": ["count": .number(Double($0)), "height": .number(width / 10)]] }),
        ], containerWidth: width)
    }
    var meter = StepMeter(portion: 1_000)
    let change = try LayoutChange(
      matchingPlacesOf: layout([2, 3], 300), layout([4, 1, 1], 500), meter: &meter)
    let transitions = try change.transitions(
      from: Rect(x: 0, y: 0, width: 300, height: 500),
      to: Rect(x: 0, y: 0, width: 500, height: 300), inset: .zero, meter: &meter)
    func cell(_ section: Int, _ item: Int) -> Element {
      Element(kind: .cell, section: section, index: item)
    }
    #expect(
      transitions.map(\.to) == [
        cell(0, 0), cell(0, 1), cell(0, 2), cell(0, 3), cell(1, 0), cell(2, 0), nil, nil,
      ])
    #expect(
      transitions.map(\.from) == [
        cell(0, 0), cell(0, 1), nil, nil, cell(1, 0), nil, cell(1, 1), cell(1, 2),
      ])
    #expect(transitions[0].initial.frame == Rect(x: 0, y: 0, width: 300, height: 30))
    #expect(transitions[0].final.frame == Rect(x: 0, y: 0, width: 500, height: 50))
  }

  /// The stretch of two layouts whose elements are matched by their places.
  private func stretch(_ before: JSONValue, _ after: JSONValue) throws -> ChangedStretch? {
    var meter = StepMeter(portion: 1_000)
    return try LayoutChange(
      matchingPlacesOf: Layout.of(before, containerWidth: 300),
      Layout.of(after, containerWidth: 300), meter: &meter
    ).changedStretch(meter: &meter)
  }

  @Test("A global header without a partner counts, whatever stands at the end")
  func globalHeadersBehindSections() throws {
    let sections: JSONValue = [
      ["engine": "column", "items": 1],
      ["engine": "column", "metrics": ["sectionInset": ["bottom": 15]], "items": 3],
    ]
    let found = try stretch(
      ["globalHeaders": [["height": 20]], "sections": []], ["sections": sections])
    // The last cell ends 15 before the content, a header that is gone at its end.
    #expect(found?.before.start == 0 && found?.before.end == 20)
    #expect(found?.after.start == 0 && found?.after.end == 191)
    let other = try stretch(
      ["sections": sections], ["globalHeaders": [["height": 20]], "sections": []])
    #expect(other?.after.end == 20)
  }

  @Test("Metrics of separators that are not there change nothing")
  func absentSeparators() throws {
    func snapshot(_ count: Double, _ metrics: JSONValue) -> JSONValue {
      var all: JSONValue = ["separatorColor": "red"]
      for member in metrics.members ?? [] { all[member.key] = member.value }
      return ["sections": [["engine": "column", "metrics": all, "items": .number(count)]]]
    }
    #expect(try stretch(snapshot(4, [:]), snapshot(4, ["showsColumnSeparator": false])) == nil)
    // A row of four has column separators, which insets do not move.
    let four: JSONValue = ["numberOfColumns": 4]
    let insets: JSONValue = ["numberOfColumns": 4, "separatorInsets": ["left": 30]]
    #expect(try stretch(snapshot(4, four), snapshot(4, insets)) == nil)
    #expect(try stretch(snapshot(5, four), snapshot(5, insets)) != nil)
    #expect(
      try stretch(
        snapshot(4, four), snapshot(4, ["numberOfColumns": 4, "separatorThickness": 2])) != nil)
  }

  @Test("In a mirrored list, too, a pinned header that goes moves with bounds that grow")
  func mirroredRest() throws {
    func layout(_ headers: JSONValue) throws -> Layout {
      let section: JSONValue = [
        "engine": "column", "headers": headers, "items": ["count": 20, "width": 50],
      ]
      return try Layout.of(
        [
          "scrollDirection": "horizontal", "layoutDirection": "rtl",
          "globalHeaders": [["width": 100]], "sections": [section],
        ], containerWidth: 300)
    }
    var meter = StepMeter(portion: 1_000)
    let before = try layout([["width": 30, "pin": true]])
    let change = try LayoutChange(matchingPlacesOf: before, layout([]), meter: &meter)
    // From the leading side: it rests at 100 and is pinned at 400, and 170 to the right is 200.
    let transition = try change.transitions(
      from: Rect(x: 630, y: 0, width: 100, height: 300),
      to: Rect(x: 800, y: 0, width: 300, height: 300), inset: .zero, meter: &meter
    ).first { $0.from?.kind == .header }
    #expect(transition?.initial.frame == Rect(x: 700, y: 0, width: 30, height: 300))
    #expect(transition?.final.frame == Rect(x: 870, y: 0, width: 30, height: 300))
  }

  @Test("Bounds far away make no frames that are no numbers")
  func farBounds() throws {
    var random = SplitMix64(seed: 1)
    let far = [-1.7e308, -1e17, 0, 1e17]
    for _ in 0..<10 {
      let test = try ChangeCase(&random)
      for (x, y) in far.flatMap({ x in far.map { (x, $0) } }) {
        let old = Rect(x: x, y: -1e308, width: 1.7e308, height: 1.7e308)
        let new = Rect(x: -1e308, y: y, width: 1.7e308, height: 1.7e308)
        var meter = StepMeter(portion: 100_000)
        let bounds = try test.change.anchoredBounds(
          old, inset: .zero, rule: .first, meter: &meter)
        #expect(bounds.scrollDelta.x.isFinite && bounds.scrollDelta.y.isFinite)
        for (first, last) in [(old, new), (new, old)] {
          for transition in try test.change.transitions(
            from: first, to: last, inset: .zero, meter: &meter)
          {
            let frame = transition.state(at: 0.5).frame
            #expect(frame.x.isFinite && frame.y.isFinite, "\(transition)")
          }
        }
      }
    }
  }

  @Test("A section without items may have columns of any width", arguments: [1e-9, 1e-300])
  func columnsWithoutItems(width: Double) throws {
    func layout(footer: Double) throws -> Layout {
      let metrics: JSONValue = [
        "placement": "leftToRight", "minimumColumnWidth": .number(width),
        "minimumInteritemSpacing": 0, "sectionInset": ["bottom": 10],
      ]
      return try Layout.of(
        [
          "sections": [
            ["engine": "waterfall", "metrics": metrics, "footers": [["height": .number(footer)]]],
            ["engine": "column", "items": 3],
          ]
        ], containerWidth: 300)
    }
    var meter = StepMeter(portion: 1_000)
    let change = try LayoutChange(
      matchingPlacesOf: layout(footer: 5), layout(footer: 9), meter: &meter)
    let stretch = try change.changedStretch(meter: &meter)
    #expect(stretch?.before.start == 10 && stretch?.after.start == 10)
  }
}
