import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Global headers that wait, and their background")
struct GlobalHeaderTests {
  let test: TestService
  let path: String

  init() throws {
    test = try TestService()
    path = try test.path(of: GlobalHeaderTests.page)
  }

  /// The page of S14: a header of 100 that waits, one of 44 that pins, a background, two sections with pinning headers.
  private static let page: JSONValue = [
    "engine": "column", "globalHeaderBackgroundColor": "white",
    "globalHeaders": [["height": 100, "waits": true], ["height": 44, "pin": true]],
    "sections": [
      ["headers": [["height": 30, "pin": true]], "items": 5],
      ["headers": [["height": 30, "pin": true]], "items": 10],
    ],
  ]

  /// The kind, the start and the end of each element.
  private func stretches(_ elements: JSONValue?) -> [String] {
    (elements?.array ?? []).map { element in
      let frame = element["frame"]
      let (y, height) = (frame?["y"]?.int ?? -1, frame?["height"]?.int ?? -1)
      return "\(element["kind"]?.string ?? "cell") \(y) \(y + height)"
    }
  }

  @Test("At rest the background begins at 0, and it has no address of its own")
  func resting() throws {
    let answer = try test.json("\(path)/elements?width=320&rect=0,0,320,900&special=rest")
    #expect(
      stretches(answer["special"]) == [
        "globalHeaderBackground 0 144", "globalHeader 0 100", "globalHeader 100 144",
        "header 144 174", "header 394 424",
      ])
    #expect(answer["elements"]?.array?.allSatisfy { $0["category"] == "cell" } == true)
    for path in [
      "\(path)/decorations/globalHeaderBackground/0",
      "\(path)/decorations/globalHeaderBackground/0/0",
    ] {
      try test.expect(test.get("\(path)?width=320"), 404, "not-found")
    }
    for format in ["svg", "text"] {
      let target = "\(path)/elements?format=\(format)&rect=0,0,320,500&bounds=0,200,320,480"
      #expect(try test.get(target).status == 200)
    }
    let svg = try test.get("\(path)/elements?format=svg&width=320&rect=0,0,320,500").text
    #expect(svg.contains("<g class=\"globalHeaderBackground canvas\">"))
    #expect(svg.contains("<title>globalHeaderBackground 0</title>"))
  }

  @Test("Pinning records say what waits, and what the background needs")
  func records() throws {
    let answer = try test.json("\(path)/elements?width=320&rect=0,0,320,90&pinning=true")
    let pinning = try #require(answer["pinning"])
    #expect(pinning["globalHeaders"]?.array?.map { $0["waits"] } == [true, nil])
    #expect(pinning["globalHeaders"]?.array?.map { $0["pinned"] } == [false, false])
    #expect(pinning["globalHeaderBackground"] == ["color": "white", "end": 0])
    let plain = try test.path(
      of: [
        "globalHeaders": [["height": 5, "waits": true], ["height": 7]], "sections": [],
        "globalHeaderBackgroundColor": "x",
      ])
    let other = try test.json("\(plain)/elements?width=320&rect=0,0,320,90&pinning=true")
    #expect(other["pinning"]?["globalHeaderBackground"] == ["color": "x", "end": 12])
    #expect(other["elements"]?[0]["zIndex"] == 9_999)
  }

  @Test("The snapshot says both, and a step sets and removes them")
  func steps() throws {
    let snapshot = try test.json("\(path)/snapshot")
    #expect(snapshot["globalHeaderBackgroundColor"] == "white")
    #expect(snapshot["globalHeaders"]?[0] == ["height": 100, "waits": true])
    #expect(try test.path(of: snapshot) == path)
    let body: JSONValue = [
      "steps": [
        [
          "set": [
            "globalHeaderBackgroundColor": nil, "globalHeaders": [["height": 100, "waits": true]],
          ]
        ]
      ]
    ]
    let answer = try test.post(
      text: body.text,
      to: "\(path)/changes?bounds=0,200,320,480&inset=64,0,0,0&anchor=none&transition=true"
    ).json()
    var scratch = GlobalHeaderTests.page
    scratch["globalHeaders"] = [["height": 100, "waits": true]]
    scratch["globalHeaderBackgroundColor"] = nil
    #expect(try test.path(of: scratch).hasSuffix(answer["id"]?.string ?? "none"))
    let entries = try #require(answer["change"]?["transition"]?.array)
    let background = try #require(entries.first { $0["kind"] == "globalHeaderBackground" })
    #expect(background["from"] == ["index": 0] && background["to"] == nil)
    #expect(background["initial"] == ["frame": ["x": 0, "y": 200, "width": 320, "height": 108]])
    #expect(background["final"]?["alpha"] == 0 && background["zIndex"] == 9001)
    #expect(entries[0]["kind"] == "globalHeader" && entries[0]["to"] == ["index": 0])
    #expect(entries[0]["initial"]?["pinned"] == true)
    // Back again, the background is the first of all elements.
    let back: JSONValue = ["steps": [["set": ["globalHeaderBackgroundColor": "white"]]]]
    let moved = try test.post(
      text: back.text,
      to: "/v1/layouts/\(answer["id"]?.string ?? "")/changes?bounds=0,200,320,480&inset=64,0,0,0"
        + "&anchor=none&transition=true"
    ).json()
    #expect(moved["change"]?["transition"]?[0]["kind"] == "globalHeaderBackground")
    #expect(moved["change"]?["transition"]?[0]["to"] == ["index": 0])
  }

  @Test("Where it is set, a header that rests changes its zIndex, so the stretch has it")
  func changed() throws {
    let plain = try test.path(
      of: ["globalHeaders": [["height": 40]], "sections": [["engine": "column", "items": 3]]])
    let body: JSONValue = ["steps": [["set": ["globalHeaderBackgroundColor": "red"]]]]
    let answer = try test.post(text: body.text, to: "\(plain)/changes?width=320").json()
    let stretch: JSONValue = ["start": 0, "end": 40]
    #expect(answer["change"]?["changed"] == ["before": stretch, "after": stretch])
  }
}
