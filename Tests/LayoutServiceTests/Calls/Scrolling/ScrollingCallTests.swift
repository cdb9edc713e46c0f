import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Questions about scrolling")
struct ScrollingCallTests {
  let test: TestService

  init() throws { test = try TestService() }

  private func path(_ section: JSONValue) throws -> String {
    try test.path(of: ["sections": [section]])
  }

  @Test("A target says that an estimate lies before it")
  func estimated() throws {
    let list = try path([
      "engine": "column", "metrics": ["rowHeight": 50],
      "items": [["count": 60], ["count": 40, "height": 50, "estimated": true]],
    ])
    let answers = try [52, 53].map {
      try test.json("\(list)/target?bounds=0,0,320,400&item=0,\($0)")["estimated"]
    }
    #expect(answers == [nil, true])
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
