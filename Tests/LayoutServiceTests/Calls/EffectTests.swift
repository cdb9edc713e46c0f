import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Effects in answers")
struct EffectTests {
  let test: TestService

  init() throws { test = try TestService() }

  /// Examples D14 and D15: five cells of 200 × 150 in a row.
  private static func row(_ effect: JSONValue, spacing: Double) -> JSONValue {
    [
      "scrollDirection": "horizontal",
      "metrics": [
        "minimumLineSpacing": .number(spacing), "sectionInset": ["left": 60, "right": 60],
        "itemSize": ["width": 200, "height": 150], "effect": effect,
      ], "sections": [["items": 5]],
    ]
  }

  private static let carousel: JSONValue = [
    "unit": 220,
    "stops": [
      ["at": -1, "alpha": 0.6, "scale": 0.6], ["at": 0, "alpha": 1, "scale": 1],
      ["at": 1, "alpha": 0.6, "scale": 0.6],
    ],
  ]

  private static let coverFlow: JSONValue = [
    "unit": 200, "perspective": 500,
    "stops": [
      ["at": -20, "x": -5.45], ["at": -1, "x": -0.7, "z": -0.5, "rotateY": 81, "zIndex": -100],
      ["at": 0, "x": 0, "z": 0, "rotateY": 0, "follow": 1, "zIndex": 0],
      ["at": 1, "x": 0.7, "z": -0.5, "rotateY": -81, "zIndex": -100], ["at": 20, "x": 5.45],
    ],
  ]

  private func expect(_ value: JSONValue?, near expected: [Double]) {
    let numbers = value?.array?.compactMap(\.double) ?? value?.members?.compactMap(\.value.double)
    #expect(numbers?.count == expected.count)
    for (number, other) in zip(numbers ?? [], expected) { #expect(abs(number - other) < 1e-6) }
  }

  @Test("A carousel, in every answer that has special elements")
  func carousel() throws {
    let json = EffectTests.row(EffectTests.carousel, spacing: 20)
    let path = try test.path(of: json)
    let start = try test.json("\(path)/special?bounds=0,0,320,200")["effects"]
    #expect(
      start == [
        [
          "category": "cell", "section": 0, "item": 0,
          "frame": ["x": 60, "y": 25, "width": 200, "height": 150], "distance": 0,
        ]
      ])
    let query = "height=200&bounds=55,0,320,200"
    let cells = try #require(try test.json("\(path)/special?\(query)")["effects"]?.array)
    #expect(cells.count == 2)
    for (cell, (distance, part)) in zip(cells, [(-0.25, 0.9), (0.75, 0.7)]) {
      expect(.array([cell["distance"] ?? 0, cell["alpha"] ?? 1]), near: [distance, part])
      expect(cell["transform"], near: [part, 0, 0, part, 0, 0])
    }
    expect(cells[0]["transformedFrame"], near: [70, 32.5, 180, 135])
    expect(cells[1]["transformedFrame"], near: [310, 47.5, 140, 105])
    for target in ["\(path)?\(query)", "\(path)/elements?\(query)"] {
      let answer = try test.json(target)
      #expect(answer["effects"]?.array == cells)
      // Elements stay at rest.
      #expect(answer["elements"]?.array?.allSatisfy { $0["distance"] == nil } == true)
    }
    #expect(try test.post(json, query).json()["effects"]?.array == cells)
    let screens = try test.post(json, "heights=200&length=320").json()
    #expect(screens["layouts"]?[0]["effects"] == start)
    for (item, cell) in cells.enumerated() {
      #expect(try test.json("\(path)/items/0/\(item)?\(query)") == cell)
    }
    let far = try test.json("\(path)/items/0/4?\(query)")
    expect(far["transform"], near: [0.6, 0, 0, 0.6, 0, 0])
    #expect(try test.json("\(path)/items/0/0?height=200")["distance"] == nil)
    #expect(try test.json("\(path)/elements?height=200&rect=0,0,9,9")["effects"] == nil)
  }

  @Test("Cover flow: hits find what is on top as it is shown")
  func coverFlow() throws {
    let path = try test.path(of: EffectTests.row(EffectTests.coverFlow, spacing: 0))
    let cells = try #require(
      try test.json("\(path)/special?height=200&bounds=100,0,320,200")["effects"]?.array)
    #expect(cells.map { $0["distance"]?.double } == [-0.5, 0.5, 1.5, 2.5])
    #expect(cells[1]["zIndex"] == -50)
    expect(
      cells[1]["transform3D"],
      near: [
        0.890296, 0, 0.649448, -0.001299, 0, 1, 0, 0, -0.497367, 0, 0.760406, -0.001521, -40, 0,
        -50,
        1.1,
      ])
    expect(cells[1]["transformedFrame"], near: [255.088505, 22.689211, 155.451679, 154.621579])
    let bounds = "height=200&bounds=200,0,320,200"
    for (x, item) in [(360, 1), (240, 0), (480, 2)] {
      let hit = try test.json("\(path)/hit?\(bounds)&point=\(x),100")["element"]
      #expect(hit?["item"]?.int == item)
      #expect(try test.json("\(path)/items/0/\(item)?\(bounds)") == hit)
    }
    // Without bounds it is the cell at rest.
    #expect(try test.json("\(path)/hit?height=200&point=480,100")["element"]?["item"]?.int == 2)
    #expect(try test.json("\(path)/hit?\(bounds)&point=1000,100")["element"] == .null)
  }

  @Test("Pinning records and the text of a snapshot have the effect as it was given")
  func repeated() throws {
    for effect in [EffectTests.carousel, EffectTests.coverFlow] {
      let path = try test.path(of: EffectTests.row(effect, spacing: 0))
      let records = try test.json("\(path)/elements?height=200&rect=0,0,9,9&pinning=true")
      let written = try #require(records["pinning"]?["sections"]?[0]["effect"])
      #expect(Self.isEqual(written, effect))
      let snapshot = try test.get("\(path)/snapshot").text
      #expect(try test.path(of: JSONValue(parsing: snapshot)) == path)
    }
    var json = EffectTests.row(EffectTests.carousel, spacing: 20)
    json["sections"] = [["items": 5], ["items": 2, "metrics": ["effect": .null]]]
    let path = try test.path(of: json)
    let answer = try test.json("\(path)/elements?height=200&bounds=900,0,900,200&pinning=true")
    let sections = answer["pinning"]?["sections"]?.array ?? []
    #expect(sections.map { $0["effect"] != nil } == [true, false])
    #expect(answer["effects"]?.array?.allSatisfy { $0["section"] == 0 } == true)
    let snapshot = try test.get("\(path)/snapshot").text
    #expect(try test.path(of: JSONValue(parsing: snapshot)) == path)
  }

  private static func isEqual(_ one: JSONValue, _ other: JSONValue) -> Bool {
    if let (members, others) = one.members.flatMap({ own in other.members.map { (own, $0) } }) {
      return members.count == others.count
        && members.allSatisfy { member in
          other[member.key].map { isEqual(member.value, $0) } ?? false
        }
    }
    if let (list, others) = one.array.flatMap({ own in other.array.map { (own, $0) } }) {
      return list.count == others.count && zip(list, others).allSatisfy { isEqual($0, $1) }
    }
    return one == other
  }

  @Test("More than an answer may have are refused")
  func tooMany() throws {
    let path = try test.path(
      of: [
        "scrollDirection": "horizontal",
        "metrics": [
          "minimumLineSpacing": 0,
          "effect": [
            "unit": 1000,
            "stops": [["at": -1_000_000, "follow": 1], ["at": 1_000_000, "follow": 1]],
          ],
        ], "sections": [["items": ["count": 1_000_000_000, "width": 10, "height": 10]]],
      ])

    for call in ["special", "elements", "items/0/0"] {
      let target = "\(path)/\(call)?height=200&bounds=0,0,320,200"
      if call.hasPrefix("items") {
        #expect(try test.get(target).status == 200)
      } else {
        let problem = try test.expect(test.get(target), 400, "bad-parameter", "\(call)")
        #expect(problem["errors"]?[0]["parameter"]?.string == "bounds")
        #expect(problem["errors"]?[0]["code"]?.string == "too-many")
      }
    }
  }

  @Test("A drawing shows cells as their effect does, where there are bounds")
  func drawing() throws {
    let path = try test.path(of: EffectTests.row(EffectTests.carousel, spacing: 20))
    let query = "height=200&bounds=55,0,320,200"
    let svg = try test.get("\(path)/elements?\(query)&format=svg").text
    #expect(svg.contains("opacity=\"0.9\"><title>cell 0/0</title></polygon>"))
    #expect(svg.contains("<polygon points=\"70,32.5 250,32.5 250,167.5 70,167.5\""))
    #expect(!svg.contains("x=\"60\""))
    let resting = try test.get("\(path)/elements?height=200&rect=0,0,320,200&format=svg").text
    #expect(!resting.contains("polygon") && resting.contains("x=\"60\""))
    let text = try test.get("\(path)/elements?\(query)&format=text").text
    #expect(text.contains("1"))
  }

  @Test(
    "Stops that span very many cells are refused in bounded time, by every call that looks at them")
  func wideStops() throws {
    let test = try TestService()
    let effect: JSONValue = ["unit": 1_000_000, "stops": [["at": -1_000_000], ["at": 1_000_000]]]
    let path = try test.path(of: [
      "sections": [
        [
          "engine": "column", "metrics": ["effect": effect],
          "items": ["count": 1_000_000_000, "height": 50],
        ]
      ]
    ])
    let bounds = "width=300&bounds=0,1000000,300,400"
    for call in ["?\(bounds)", "/special?\(bounds)", "/hit?\(bounds)&point=5,1000100"] {
      let problem = try test.expect(test.get(path + call), 400, "bad-parameter", "\(call)")
      #expect(problem["errors"]?[0]["code"] == "too-many", "\(call)")
    }
    // One cell is evaluated alone.
    #expect(try test.get("\(path)/items/0/20000?\(bounds)").status == 200)
  }
}
