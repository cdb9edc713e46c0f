import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("What a change answers agrees with a look at every element")
struct LayoutChangeTests {
  /// A change that a seed makes up, and the generator for more choices.
  private func made(_ seed: UInt64) throws -> (ChangeUnderTest, StepGenerator) {
    var generator = StepGenerator(seed: seed)
    let (snapshot, width) = generator.snapshot()
    let steps = generator.steps(for: snapshot, containerWidth: width)
    return (try ChangeUnderTest(snapshot, steps, containerWidth: width), generator)
  }

  /// Moves bounds along the scroll axis so that they start or end, less the inset, where a frame or the content does, or
  /// up to 0.0011 beside it: both are sums, which seldom agree in the last bit.
  private func move(
    _ bounds: inout NaiveRect, _ inset: NaiveInsets, toEdgeOf frame: Rect?, in layout: Layout,
    _ random: inout SplitMix64
  ) {
    let isHorizontal = layout.snapshot.scrollDirection == .horizontal
    let size = layout.contentSize
    let frame = frame ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    var edge = isHorizontal ? frame.x : frame.y
    if random.chance(0.5) { edge += isHorizontal ? frame.width : frame.height }
    let aside = random.one(of: [0, 0.0009, -0.0009, 0.0011, -0.0011])
    edge = random.one(of: [edge.nextUp, edge.nextDown, edge + aside])
    let (start, end) = isHorizontal ? (inset.left, inset.right) : (inset.top, inset.bottom)
    let length = isHorizontal ? bounds.width : bounds.height
    let place = random.chance(0.5) ? edge - start : edge - length + end
    if isHorizontal { bounds.x = place } else { bounds.y = place }
  }

  @Test("Seeded changes, bounds and anchors", arguments: seeds(short: 0..<20, all: 0..<80))
  func motion(batch: Int) throws {
    var compared = 0
    for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
      var (test, generator) = try made(seed &+ 0x307)
      let cells = test.change.before.elements(
        in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
      ).filter { $0.element.kind == .cell }
      for number in 0..<6 {
        var (bounds, inset) = generator.scrollPosition(in: test.naive.before)
        if number > 1 {
          let cell = number > 2 ? cells.randomElement(using: &generator.random) : nil
          move(&bounds, inset, toEdgeOf: cell?.frame, in: test.change.before, &generator.random)
        } else {
          // Off the edges of cells, where the last bit decides what is in sight.
          (bounds.x, bounds.y) = (bounds.x + 0.0137, bounds.y + 0.0137)
        }
        var anchors = ["none", "auto", "first", "end"]
        if let item = cells.randomElement(using: &generator.random)?.element {
          anchors.append("\(item.section),\(item.index)")
        }
        let threshold = generator.random.one(of: [0.0, 1, 300])
        for anchor in anchors {
          let difference = test.differenceOfMotion(
            bounds, inset: inset, anchor: anchor, endThreshold: threshold,
            areOnEdge: number > 1, compared: &compared)
          #expect(difference == nil, "seed \(seed)")
        }
      }
    }
    // Bounds at an end of the content are on the edge of an element.
    #expect(compared > 10)
  }

  @Test("A list that is sorted anew stays where it is, or goes with a cell that is named")
  func sorted() throws {
    let layout = try Layout.of(
      ["engine": "column", "sections": [["items": ["count": 200, "height": 50]]]],
      containerWidth: 320)
    var random = SplitMix64(seed: 1)
    let lists = [Array((0..<200).reversed()), (0..<200).shuffled(using: &random)]
    for list in lists {
      var meter = WorkMeter.unlimited
      var applied = AppliedSteps([200])
      try applied.apply(
        KeyDiff.step(countBefore: 200, places: list, isChanged: { _ in false }, meter: &meter))
      let change = LayoutChange(before: layout, after: layout, mapping: applied.mapping)
      let bounds = Rect(x: 0, y: 6000, width: 320, height: 400)
      for rule in [AnchorRule.auto, .first, .end] {
        let found = try change.anchoredBounds(bounds, inset: .zero, rule: rule, meter: &meter)
        #expect(found.bounds == bounds && found.anchor == nil, "\(rule)")
      }
      let found = try change.anchoredBounds(
        bounds, inset: .zero, rule: .item(ItemPath(0, 120)), meter: &meter)
      let place = try #require(list.firstIndex(of: 120))
      #expect(found.bounds.y == min(Double(place) * 50, 9600))
      #expect(found.anchor?.item == ItemPath(0, place))
    }
  }

  @Test("Where everything visible goes, a cell beside it is the anchor")
  func everythingDeleted() throws {
    var compared = 0
    let seeds = seeds(short: 0..<100, all: 0..<400 as Range<UInt64>)
    for seed in seeds {
      var generator = StepGenerator(seed: seed &+ 0xDE1)
      let (snapshot, width) = generator.snapshot()
      let layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
      var (bounds, inset) = generator.scrollPosition(in: layout)
      // Off the edges of cells, where the last bit decides what is in sight.
      (bounds.x, bounds.y) = (bounds.x + 0.0137, bounds.y + 0.0137)
      let gone = layout.elements.filter {
        $0.category == "cell" && bounds.contains(element: $0.frame)
      }.map { cell -> JSONValue in
        ["section": .number(Double(cell.section!)), "item": .number(Double(cell.index))]
      }
      let test = try ChangeUnderTest(
        snapshot, [["delete": .array(gone)]], containerWidth: width)
      for anchor in ["auto", "first", "end"] {
        let difference = test.differenceOfMotion(
          bounds, inset: inset, anchor: anchor, endThreshold: 0, compared: &compared)
        #expect(difference == nil, "seed \(seed)")
      }
    }
    #expect(compared > seeds.count / 4)
  }

  @Test("What differs is within the stretch, which is seldom longer")
  func changed() throws {
    var longer = 0
    let seeds = seeds(short: 0..<200, all: 0..<800 as Range<UInt64>)
    for seed in seeds {
      let test = try made(seed).0
      #expect(test.differenceOfStretch(longer: &longer) == nil, "seed \(seed)")
    }
    #expect(longer <= seeds.count / 10)
  }

  @Test("A layout with more elements in sight than the limit stops the transitions")
  func limit() throws {
    let layout = try Layout.of(["sections": [["items": 9]]], containerWidth: 300)
    var meter = WorkMeter.unlimited
    let change = try LayoutChange(matchingPlacesOf: layout, layout, meter: &meter)
    let bounds = Rect(x: 0, y: 0, width: 300, height: 300)
    #expect(
      try change.transitions(from: bounds, to: bounds, inset: .zero, limit: 9, meter: &meter)
        .count == 9)
    #expect(throws: WalkInterrupted.visitor) {
      try change.transitions(from: bounds, to: bounds, inset: .zero, limit: 8, meter: &meter)
    }
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
    var meter = WorkMeter(portion: 2_000)
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
    var meter = WorkMeter(portion: 1_000)
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
    var meter = WorkMeter(portion: 1_000)
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
    var meter = WorkMeter(portion: 1_000)
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

  @Test(
    "Cells of flow crossfade if their line has another number, cells of other engines and headers never"
  )
  func crossfades() throws {
    let sections: JSONValue = [
      [
        "engine": "flow", "headers": [["height": 30]],
        "items": ["count": 40, "width": 50, "height": 50],
      ],
      ["engine": "column", "metrics": ["numberOfColumns": 3], "items": 12],
    ]
    var meter = WorkMeter(portion: 10_000)
    let snapshot: JSONValue = ["sections": sections]
    let before = try Layout.of(snapshot, containerWidth: 300)
    let after = try Layout.of(before.snapshot, containerWidth: 480)
    let change = try LayoutChange(matchingPlacesOf: before, after, meter: &meter)
    let all = Rect(x: 0, y: 0, width: 480, height: 5000)
    func crossfading(comparesLines: Bool) throws -> [Int] {
      let transitions = try change.transitions(
        from: all, to: all, inset: .zero, comparesLines: comparesLines, meter: &meter)
      #expect(transitions.count > 52)
      return transitions.filter(\.crossfades).compactMap { transition in
        transition.to.map { $0.section == 0 && $0.kind == .cell ? $0.index : -1 }
      }
    }
    // Lines of 5, and of 8.
    #expect(try crossfading(comparesLines: true) == (0..<40).filter { $0 / 5 != $0 / 8 })
    #expect(try crossfading(comparesLines: false) == [])
  }

  @Test("Bounds far away make no frames that are no numbers")
  func farBounds() throws {
    let far = [-1.7e308, -1e17, 0, 1e17]
    for seed in 0..<10 as Range<UInt64> {
      let (test, _) = try made(seed)
      for (x, y) in far.flatMap({ x in far.map { (x, $0) } }) {
        let old = Rect(x: x, y: -1e308, width: 1.7e308, height: 1.7e308)
        let new = Rect(x: -1e308, y: y, width: 1.7e308, height: 1.7e308)
        var meter = WorkMeter(portion: 100_000)
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
    var meter = WorkMeter(portion: 1_000)
    let change = try LayoutChange(
      matchingPlacesOf: layout(footer: 5), layout(footer: 9), meter: &meter)
    let stretch = try change.changedStretch(meter: &meter)
    #expect(stretch?.before.start == 10 && stretch?.after.start == 10)
  }

  @Test(
    "Bounds that are shorter than both tolerances show the cell that reaches over them",
    arguments: ["column", "flow", "waterfall", "mosaic"], [0, 0.0001, 0.0015, 0.0019])
  func shortBounds(engine: String, height: Double) throws {
    let layout = try Layout.of(
      [
        "engine": .string(engine),
        "metrics": [
          "minimumLineSpacing": 0, "numberOfColumns": 1, "segmentHeight": 50,
          "segments": ["fullWidth"],
        ],
        "sections": [["items": ["count": 20, "width": 300, "height": 50]]],
      ], containerWidth: 300)
    let change = LayoutChange(before: layout, after: layout, mapping: AppliedSteps([20]).mapping)
    for rule in [AnchorRule.first, .end] {
      // In the middle of a cell, and where one ends and the next one starts.
      for (y, item) in [(325.0, 6), (300 - height / 2, rule == .first ? 5 : 6)] {
        var meter = WorkMeter(portion: 1_000)
        let found = try change.anchoredBounds(
          Rect(x: 0, y: y, width: 300, height: height), inset: .zero, rule: rule,
          endThreshold: 0, meter: &meter)
        #expect(found.anchor?.item == ItemPath(0, item), "\(rule) \(y)")
      }
    }
  }

  @Test("A cell that is measured keeps the edge in sight, which may be 0.001 outside of it")
  func measured() throws {
    let items: JSONValue = ["count": 9, "height": 100, "estimated": true]
    let resize: JSONValue = ["section": 0, "item": 1, "items": [["height": 150]]]
    let test = try ChangeUnderTest(
      ["engine": "column", "sections": [["items": items]]], [["resize": [resize]]],
      containerWidth: 300)
    for (y, rule, edge) in [
      (100.0009, .first, .leading), (100.0011, .first, .trailing), (49.9991, .end, .trailing),
      (49.9989, .end, .leading),
    ] as [(Double, AnchorRule, AnchoredBounds.Edge)] {
      var meter = WorkMeter(portion: 1_000)
      let found = try test.change.anchoredBounds(
        Rect(x: 0, y: y, width: 300, height: 150), inset: .zero, rule: rule, meter: &meter)
      #expect(found.anchor?.item == ItemPath(0, 1) && found.anchor?.edge == edge, "\(y)")
    }
  }

  @Test("In uneven columns the next cell behind may start before a lower one, within 0.001")
  func unevenColumns() throws {
    func layout(_ heights: [Double]) throws -> Layout {
      try Layout.of(
        [
          "engine": "waterfall", "metrics": ["minimumLineSpacing": 0],
          "sections": [["items": ["heights": .array(heights.map { .number($0) })]]],
        ], containerWidth: 300)
    }
    var step = Step()
    step.delete = [ItemPath(0, 0)..<ItemPath(0, 2)]
    var applied = AppliedSteps([7])
    try applied.apply(step)
    // Item 2 starts at 100.0005, those behind it, which have no area, at 100.
    let change = LayoutChange(
      before: try layout([100.0005, 100, 50, 0, 0, 0, 0]), after: try layout([50, 0, 0, 0, 0]),
      mapping: applied.mapping)
    var meter = WorkMeter(portion: 1_000)
    let found = try change.anchoredBounds(
      Rect(x: 0, y: 50, width: 300, height: 50.0013), inset: .zero, rule: .first, meter: &meter)
    #expect(found.anchor?.item == ItemPath(0, 0) && found.anchor?.edge == .leading)
  }
}
