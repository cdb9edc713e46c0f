import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Groups")
struct GroupsTests {
  private static func layout(
    _ metrics: JSONValue, items: Int, width: Double = 300, engine: String = "groups",
    header: Double = 0
  ) throws -> Layout {
    let section: JSONValue = [
      "headers": [["height": .number(header)]], "items": .number(Double(items)),
    ]
    return try Layout.of(
      ["engine": .string(engine), "metrics": metrics, "sections": [section]],
      containerWidth: width)
  }

  private static func frames(_ layout: Layout) -> [Rect] {
    (0..<layout.snapshot.itemCount).map { layout.placed(0).cell($0).frame }
  }

  // MARK: Parts

  @Test("Parts of 0 points have their place, and what sticks out is cut off")
  func cutParts() throws {
    let layout = try Self.layout(
      [
        "minimumInteritemSpacing": 10,
        "groups": [
          [
            "height": 100,
            "row": [
              ["points": 0], ["points": 250],
              ["points": 100, "column": [["points": 90], ["points": 90]]],
              ["points": 5], [:],
            ],
          ]
        ],
      ], items: 6)
    #expect(
      Self.frames(layout) == [
        Rect(x: 0, y: 0, width: 0, height: 100), Rect(x: 10, y: 0, width: 250, height: 100),
        Rect(x: 270, y: 0, width: 30, height: 90), Rect(x: 270, y: 90, width: 30, height: 10),
        Rect(x: 300, y: 0, width: 0, height: 100), Rect(x: 300, y: 0, width: 0, height: 100),
      ])
    #expect(layout.contentSize.height == 100)
    let found = layout.elements(in: Rect(x: -1, y: -1, width: 400, height: 400))
    #expect(found.map(\.element.index) == [1, 2, 3])
  }

  @Test("The last group has its first slots, and ends at their lowest bottom")
  func firstSlots() throws {
    let metrics: JSONValue = [
      "minimumLineSpacing": 10,
      "groups": [
        [
          "height": 210,
          "row": [["column": [["points": 30], ["points": 50]]], ["column": [["repeat": 2]]]],
        ]
      ],
    ]
    let extents = [30, 90, 100, 210, 210 + 10 + 30, 210 + 10 + 90]
    for (number, extent) in extents.enumerated() {
      #expect(try Self.layout(metrics, items: number + 1).contentSize.height == Double(extent))
    }
  }

  @Test(
    "The first group of `lastGroups` with exactly as many slots is the last one, wherever it is")
  func lastGroups() throws {
    let metrics: JSONValue = [
      "leadingGroups": [["height": 100, "row": [["repeat": 3]]]], "groups": [["height": 10]],
      "lastGroups": [
        ["height": 40, "row": [["repeat": 2]]], ["height": 50, "column": [["repeat": 2]]],
        ["height": 70, "row": [["repeat": 4]]],
      ],
    ]
    // Two items and four are a last group at once; five leave two behind the leading group.
    for (items, extent) in [(1, 100), (2, 40), (3, 100), (4, 70), (5, 140), (6, 150), (7, 170)] {
      let layout = try Self.layout(metrics, items: items)
      #expect(layout.contentSize.height == Double(extent), "\(items) items")
    }
  }

  @Test("Groups written for a mosaic have its frames", arguments: seeds(short: 0..<6, all: 0..<40))
  func mosaic(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let height = random.one(of: [60, 120.5, 333] as [Double])
    let column: JSONValue = ["column": [["repeat": 2]]]
    let styles: [(name: JSONValue, row: JSONValue)] = [
      ("fullWidth", [[:]]), ("fiftyFifty", [["repeat": 2]]),
      ("twoThirdsOneThird", [["parts": 2], column]),
      ("oneThirdTwoThirds", [column, ["parts": 2]]),
    ]
    func group(_ style: Int) -> JSONValue {
      ["height": .number(height), "row": styles[style].row]
    }
    let leading = (0..<random.int(0...3)).map { _ in random.int(0...3) }
    let cycle = (0..<random.int(1...4)).map { _ in random.int(0...3) }
    let spacing: JSONValue = [
      "minimumLineSpacing": random.one(of: [0, 7, 10.5]),
      "minimumInteritemSpacing": random.one(of: [0, 8, 12.25]),
      "segmentHeight": .number(height), "sectionInset": ["left": 3, "right": 11, "top": 2],
    ]
    var (mosaic, groups) = (spacing, spacing)
    mosaic["leadingSegments"] = .array(leading.map { styles[$0].name })
    mosaic["segments"] = .array(cycle.map { styles[$0].name })
    groups["leadingGroups"] = .array(leading.map(group))
    groups["groups"] = .array(cycle.map(group))
    groups["lastGroups"] = [group(0), group(1)]
    for items in 1..<40 {
      let (one, other) = try (
        Self.layout(mosaic, items: items, width: 390, engine: "mosaic", header: 31),
        Self.layout(groups, items: items, width: 390, header: 31)
      )
      #expect(abs(one.contentSize.height - other.contentSize.height) < 1e-9)
      for (frame, same) in zip(Self.frames(one), Self.frames(other)) {
        for part in [\Rect.x, \.y, \.width, \.height] {
          #expect(abs(frame[keyPath: part] - same[keyPath: part]) < 1e-9, "\(items) items")
        }
      }
    }
  }

  // MARK: Cost

  /// Ten thousand slots: columns in a row, whose tops go up and down, and a row in a column.
  private static let manySlots: [JSONValue] = [
    ["height": 5000, "row": [["repeat": 100, "column": [["repeat": 100]]]]],
    ["height": 5000, "column": [["repeat": 100, "row": [["repeat": 100]]]]],
    ["height": 5000, "row": .array(Array(repeating: ["column": [["repeat": 1000]]], count: 10))],
    ["height": 5000, "row": .array(Array(repeating: [:], count: 10_000))],
  ]

  @Test("Of ten thousand slots a small rectangle visits few, in order", arguments: 0..<4)
  func smallRectangles(number: Int) throws {
    let layout = try Self.layout(["groups": [Self.manySlots[number]]], items: 1_000_000_000)
    var random = SplitMix64(seed: UInt64(number))
    let frames = (0..<10_000).map { layout.placed(0).cell($0).frame }
    for round in 0..<60 {
      let rect = Rect(
        x: Double.random(in: 0..<300, using: &random),
        y: Double.random(in: 0..<5000, using: &random), width: random.one(of: [1e-6, 0.5, 40]),
        height: random.one(of: [1e-6, 3, 200]))
      let walk = layout.walk(in: rect)
      if rect.y + rect.height < 5000 {
        let expected = frames.indices.filter {
          rect.naive.contains(element: frames[$0].naive)
        }
        #expect(layout.elements(in: rect).map(\.element.index) == expected, "round \(round)")
      }
      #expect(walk.steps <= 60 + 5 * walk.answers, "\(walk) in \(rect)")
      if let last = walk.last {
        let rest = layout.walk(in: rect, from: last)
        #expect(rest.answers == 1)
        #expect(rest.steps <= 120, "\(rest)")
      }
    }
  }

  @Test("A billion groups of which the rectangle meets only slots without a height")
  func flatSlots() throws {
    let metrics: JSONValue = [
      "minimumLineSpacing": 0,
      "groups": [["height": 1e-3, "row": [[:], ["column": [["points": 0], ["points": 0]]]]]],
      "lastGroups": [["height": 7]],
    ]
    let layout = try Self.layout(metrics, items: 3_000_000_001)
    var meter = WorkMeter(portion: 100)
    let right = Rect(x: 200, y: 0, width: 50, height: 900_000)
    try layout.visitElements(in: right, meter: &meter) { _ in
      Issue.record("an item without a height was found")
      return false
    }
    let whole = Rect(x: 200, y: 0, width: 50, height: 1e12)
    #expect(layout.elements(in: whole).map(\.element.index) == [3_000_000_000])
  }

  @Test("An arrangement's memory depends neither on items nor on slots")
  func memory() throws {
    func bytes(_ group: JSONValue, _ items: Int) throws -> Int {
      try Self.layout(["groups": [group]], items: items).placed(0).layout.byteCount
    }
    let little = try bytes(["height": 9], 1)
    #expect(try bytes(Self.manySlots[3], 1_000_000_000) == little)
  }

  // MARK: Numbers without bounds

  @Test("The greatest and least numbers end no program; content that is too long is refused")
  func extremes() throws {
    let (great, least) = (JSONValue.number(1.7e308), JSONValue.number(.leastNonzeroMagnitude))
    let kept: JSONValue = [
      "minimumInteritemSpacing": great,
      "groups": [
        [
          "height": 100, "spacing": great,
          "row": [
            ["parts": great, "repeat": 1000], ["parts": least], ["points": great, "repeat": 1000],
          ],
        ]
      ],
      "lastGroups": [["height": great, "column": [["repeat": 9]]]],
    ]
    for width in [0.5, 300, 5000.0] {
      for items in [1, 2001] {
        let layout = try Self.layout(kept, items: items, width: width)
        #expect(layout.contentSize.height == 100)
        #expect(
          Self.frames(layout).allSatisfy {
            $0.x.isFinite && $0.width >= 0 && $0.x + $0.width <= width
          })
      }
    }
    #expect(throws: LayoutError.self) { try Self.layout(kept, items: 9) }
    for metrics in [
      ["groups": [["ratio": least]]], ["groups": [["height": great], ["ratio": least]]],
      ["groups": [["height": 1]], "minimumLineSpacing": great],
      ["leadingGroups": [["height": great]]],
    ] as [JSONValue] {
      #expect(throws: LayoutError.self) { try Self.layout(metrics, items: 3) }
    }
    #expect(throws: Never.self) {
      try Self.layout(["groups": [["height": 1]], "minimumLineSpacing": great], items: 1)
    }
  }

  // MARK: The canonical form

  private static func list(_ groups: JSONValue) throws -> GroupList {
    let layout = try layout(["groups": groups], items: 1)
    return try #require(layout.snapshot.sections[0].metrics.engine as? GroupsEngine).cycle
  }

  @Test("Different groups have different bytes, and are restored as they were given")
  func canonicalForm() throws {
    let different: [JSONValue] = [
      [["ratio": 1]], [["height": 1]], [["ratio": 2]], [["ratio": 1], ["ratio": 1]],
      [["ratio": 1, "row": [[:]]]], [["ratio": 1, "column": [[:]]]],
      [["ratio": 1, "row": [[:], [:]]]], [["ratio": 1, "row": [["repeat": 2]]]],
      [["ratio": 1, "row": [["parts": 2]]]], [["ratio": 1, "row": [["points": 1]]]],
      [["ratio": 1, "row": [["points": 0]]]], [["ratio": 1, "spacing": 0, "row": [[:]]]],
      [["ratio": 1, "row": [["row": [[:]]]]]], [["ratio": 1, "row": [["row": [[:]]], [:]]]],
      [["ratio": 1, "row": [["row": [[:], [:]]]]]],
      [["ratio": 1, "row": [["spacing": 1, "column": [["repeat": 2]]]]]],
    ]
    let lists = try different.map { try Self.list($0) }
    #expect(Set(lists.map(\.bytes)).count == lists.count)
    for list in lists { #expect(GroupList(list.groups) == list) }
    let alike: [(JSONValue, JSONValue)] = [
      ([["ratio": 1]], [["ratio": 1, "spacing": 4]]),
      (
        [["height": 2, "row": [[:]]]],
        [["height": 2, "row": [["parts": 1, "repeat": 1, "spacing": 3]]]]
      ),
      ([["ratio": 1, "row": [["points": 0]]]], [["ratio": 1, "row": [["points": -0.0]]]]),
    ]
    for (one, other) in alike { #expect(try Self.list(one) == Self.list(other)) }
  }

  @Test("Leading, repeated and last groups are told apart")
  func lists() {
    let (one, other) = (GroupList([GroupPart(.points(1))]), GroupList([GroupPart(.points(2))]))
    let engines = [
      GroupsEngine(cycle: one), GroupsEngine(cycle: other),
      GroupsEngine(leading: one, cycle: one), GroupsEngine(leading: other, cycle: one),
      GroupsEngine(cycle: one, last: one), GroupsEngine(leading: one, cycle: one, last: one),
    ]
    #expect(Set(engines.map(\.written.bytes)).count == engines.count)
  }

  @Test("A change that makes another group the last one reports the items before it too")
  func longEnds() throws {
    let metrics: JSONValue = [
      "groups": [["height": 50, "row": [["parts": 2], ["column": [["repeat": 2]]]]]],
      "lastGroups": [
        ["height": 50, "row": [["parts": 1], ["parts": 2, "column": [["repeat": 2]]]]]
      ],
    ]
    // The last two of three items stand alike in both groups, but for their widths.
    let (three, four) = try (Self.layout(metrics, items: 3), Self.layout(metrics, items: 4))
    #expect(Self.frames(three)[0] != Self.frames(four)[0])
    guard case .cycle(let cycle) = three.placed(0).order else {
      Issue.record("groups are a cycle")
      return
    }
    #expect(cycle.end == 0 && cycle.hasLongEnd)
  }
}
