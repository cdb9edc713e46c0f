import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Questions about scrolling")
struct ScrollingCallTests {
  let test: TestService

  init() throws { test = try TestService() }

  private func path(_ section: JSONValue, _ direction: String = "vertical") throws -> String {
    try test.path(of: ["scrollDirection": .string(direction), "sections": [section]])
  }

  private func grid() throws -> String {
    try path([
      "engine": "flow",
      "metrics": ["minimumLineSpacing": 10, "minimumInteritemSpacing": 10],
      "items": ["count": 40, "width": 150, "height": 100],
    ])
  }

  private func items(_ list: JSONValue?) -> [Int]? {
    list?.array?.compactMap { $0["item"]?.int }
  }

  @Test("Cells ahead come in the order of need, and are cancelled when the direction turns")
  func prefetch() throws {
    let window = try "\(grid())/window?bounds=0,220,320,220&ahead=0.5"
    let forward = try test.json(window + "&velocity=0,400")
    #expect(items(forward["prefetch"]) == [8, 9])
    let turned = try test.json(
      window + "&velocity=0,-400&previous=0,220,320,220&previousVelocity=0,400")
    #expect(items(turned["prefetch"]) == [3, 2])
    #expect(items(turned["cancelled"]) == [8, 9])
    #expect(turned["entering"] == [] && turned["leaving"] == [])
    #expect(try test.json(window + "&velocity=0,900")["prefetch"] == [])
    #expect(try test.json(window)["prefetch"] == [])
  }

  @Test("Elements enter with their frames and leave by their names")
  func entering() throws {
    let answer = try test.json("\(grid())/window?bounds=0,110,320,220&previous=0,0,320,220")
    #expect(items(answer["entering"]) == [4, 5])
    #expect(answer["entering"]?.array?[0]["frame"]?["y"]?.double == 220)
    #expect(answer["leaving"]?.array?[0] == ["category": "cell", "section": 0, "item": 0])
    #expect(items(answer["leaving"]) == [0, 1])
    let first = try test.json("\(grid())/window?bounds=0,110,320,220")
    #expect(items(first["entering"]) == [2, 3, 4, 5] && first["leaving"] == [])
  }

  @Test("A list comes to rest at the nearest item, within its content")
  func snap() throws {
    let row = try path(
      [
        "engine": "flow",
        "metrics": [
          "minimumLineSpacing": 20, "sectionInset": ["left": 60, "right": 60],
        ],
        "items": ["count": 5, "width": 200, "height": 150],
      ], "horizontal")
    for (proposed, x) in [(130.0, 220.0), (390, 440), (900, 880)] {
      let answer = try test.json(
        "\(row)/target?bounds=0,0,320,150&snap=nearest&proposed=\(proposed),0")
      #expect(answer["bounds"]?["x"]?.double == x)
    }
  }

  @Test("A page is chosen by the place and the direction")
  func page() throws {
    let list = try path([
      "engine": "column", "metrics": ["rowHeight": 100], "items": 15,
    ])
    for (proposed, velocity, y) in [
      (350.0, 0.0, 320.0), (350, 1, 640), (350, -1, 320), (1400, 1, 1180),
    ] {
      let answer = try test.json(
        "\(list)/target?bounds=0,0,320,320&page=320&proposed=0,\(proposed)&velocity=0,\(velocity)")
      #expect(answer["bounds"]?["y"]?.double == y, "\(proposed), \(velocity)")
    }
  }

  @Test("The bounds go to an item, and say that an estimate lies before it")
  func item() throws {
    let list = try path([
      "engine": "column", "metrics": ["rowHeight": 50], "items": 100,
    ])
    let target = "\(list)/target?bounds=0,0,320,400&item=0,50"
    for (position, y) in [("start", 2500.0), ("center", 2325), ("end", 2150), ("nearest", 2150)] {
      let answer = try test.json("\(target)&position=\(position)")
      #expect(answer["bounds"]?["y"]?.double == y, "\(position)")
      #expect(answer["estimated"] == nil && answer["anchor"] == nil)
    }
    #expect(try test.json(target)["bounds"]?["y"]?.double == 2500)
    let estimated = try path([
      "engine": "column",
      "metrics": ["rowHeight": 50],
      "items": [["count": 60], ["count": 40, "height": 50, "estimated": true]],
    ])
    func isEstimated(_ item: Int) throws -> JSONValue? {
      try test.json("\(estimated)/target?bounds=0,0,320,400&item=0,\(item)")["estimated"]
    }
    #expect(try isEstimated(52) == nil)
    #expect(try isEstimated(53) == true)
  }

  @Test("What there is instead of an item is counted in good English")
  func counted() throws {
    let list = try path(["engine": "column", "items": 1])
    func detail(_ query: String) throws -> String? {
      try test.get("\(list)/\(query)").json()["detail"]?.string
    }
    #expect(
      try detail("target?bounds=0,0,300,100&item=1,0")
        == "The layout has no item 1,0: it has 1 section.")
    #expect(
      try detail("target?bounds=0,0,300,100&item=0,1")
        == "The layout has no item 0,1: section 0 has 1 item.")
    #expect(
      try detail("snapshot?section=1") == "The layout has 1 section, and the first is section 0.")
  }

  @Test("After a rotation what was at the start is there again")
  func keep() throws {
    let list = try path([
      "engine": "column", "metrics": ["minimumColumnWidth": 300, "rowHeight": 100], "items": 10,
    ])
    let target = "\(list)/target?width=640&bounds=0,0,640,300&previous=0,250,320,400&keep="
    let first = try test.json(target + "first")
    #expect(first["bounds"]?["y"]?.double == 150)
    #expect(first["anchor"] == ["section": 0, "item": 2, "edge": "leading"])
    let end = try test.json(target + "end")
    #expect(end["bounds"]?["y"]?.double == 50)
    #expect(end["anchor"] == ["section": 0, "item": 6, "edge": "trailing"])
    #expect(try test.json(target + "0,4")["anchor"]?["item"] == 4)
    let top = try test.json(
      "\(list)/target?bounds=0,0,640,300&previous=0,0,320,400&keep=first")
    #expect(top["anchor"] == .null && top["bounds"]?["y"]?.double == 0)
  }

  @Test("Arrow keys go to the nearest cell on each side")
  func neighbors() throws {
    let list = try path([
      "engine": "column", "metrics": ["numberOfColumns": 3, "rowHeight": 50], "items": 7,
    ])
    let answer = try test.json("\(list)/items/0/4/neighbors?width=300")
    #expect(["up", "down", "left", "right"].map { answer[$0]?["item"]?.int } == [1, 6, 3, 5])
    #expect(
      answer["down"]
        == [
          "section": 0, "item": 6,
          "frame": ["x": 0, "y": 100, "width": 100, "height": 50],
        ])
    let last = try test.json("\(list)/items/0/6/neighbors?width=300")
    #expect(last["up"]?["item"] == 3)
    #expect(["down", "left", "right"].allSatisfy { last[$0] == .null })
    #expect(try test.get("\(list)/items/0/7/neighbors?width=300").status == 404)
    #expect(try test.get("\(list)/items/0/x/neighbors?width=300").status == 404)
  }

  @Test(
    "What is missing or does not belong together is an error of its parameter",
    arguments: [
      ("target?item=0,1&width=300", "bounds", "missing"),
      ("target?bounds=0,0,300,100", "item", "missing"),
      ("target?bounds=0,0,300,100&item=0,1&page=3&proposed=0,0", "page", "not-allowed"),
      ("target?bounds=0,0,300,100&item=0,1&proposed=0,0", "proposed", "not-allowed"),
      ("target?bounds=0,0,300,100&snap=nearest", "proposed", "missing"),
      ("target?bounds=0,0,300,100&page=3", "proposed", "missing"),
      ("target?bounds=0,0,300,100&keep=first", "previous", "missing"),
      ("target?bounds=0,0,300,100&item=0,7", "item", "out-of-range"),
      ("target?bounds=0,0,300,100&item=1,0", "item", "out-of-range"),
      ("target?bounds=0,0,300,100&item=-1,0", "item", "out-of-range"),
      ("target?bounds=0,0,300,100&header=0,0", "header", "out-of-range"),
      ("target?bounds=0,0,300,100&header=5,0", "header", "out-of-range"),
      ("target?bounds=0,0,300,100&keep=0,7&previous=0,0,9,9", "keep", "out-of-range"),
      ("target?bounds=0,0,300,100&item=0,1&position=top", "position", "out-of-range"),
      ("target?bounds=0,0,300,100&snap=item&proposed=0,0", "snap", "out-of-range"),
      ("target?bounds=0,0,300,100&page=0&proposed=0,0", "page", "out-of-range"),
      ("window?width=300", "bounds", "missing"),
      ("window?bounds=0,0,300,100&previousVelocity=0,1", "previous", "missing"),
      ("window?bounds=0,0,300,100&ahead=101", "ahead", "out-of-range"),
      ("window?bounds=0,0,300,100&speed=-1", "speed", "out-of-range"),
      ("window?bounds=0,0,300,100&previous=1e308,0,1e308,1", "previous", "out-of-range"),
    ])
  func errors(query: String, parameter: String, code: String) throws {
    let list = try path(["engine": "column", "metrics": ["rowHeight": 50], "items": 7])
    let answer = try test.get("\(list)/\(query)")
    #expect(answer.status == 400)
    let error = try answer.json()["errors"]?.array?.first
    #expect(error?["parameter"]?.string == parameter)
    #expect(error?["code"]?.string == code)
  }

  @Test("More elements than a window may have are refused")
  func tooMany() throws {
    let list = try path([
      "engine": "flow",
      "metrics": ["minimumLineSpacing": 0, "minimumInteritemSpacing": 0],
      "items": ["count": 40_000, "width": 1, "height": 1],
    ])
    for query in ["bounds=0,0,300,100", "bounds=0,0,300,1&velocity=0,1&ahead=100"] {
      let answer = try test.get("\(list)/window?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.json()["errors"]?.array?.first?["code"] == "too-many")
    }
  }
}
