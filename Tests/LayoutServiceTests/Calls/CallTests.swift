import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Answers of each call")
struct CallTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService()
    mixed = try test.path(of: Snapshots.mixed)
  }

  @Test("A new snapshot is answered with 201 and its location, a known one with 200")
  func post() throws {
    let first = try test.post(["sections": [["items": 3]]])
    #expect(first.status == 201)
    let object = try first.json()
    let id = try #require(object["id"]?.string)
    #expect(id.count == 64 && id.allSatisfy { "0123456789abcdef".contains($0) })
    #expect(first.headers["location"] == "/v1/layouts/\(id)")
    #expect(first.headers["content-type"] == "application/json")
    let known = try test.post(["sections": [["items": 3]]])
    #expect(known.status == 200)
    #expect(known.headers["location"] == nil)
    #expect(known.body == first.body)
    #expect(
      object == [
        "id": .string(id), "sectionCount": 1, "itemCount": 3, "scrollDirection": "vertical",
      ])
  }

  @Test("A width adds the content size, a rectangle the elements, bounds the special ones")
  func layoutObject() throws {
    func keys(_ query: String) throws -> [String] {
      let posted = try test.post(Snapshots.mixed, query)
      #expect(posted.status == 200, "\(posted.text)")
      let got = try test.get(mixed + (query.isEmpty ? "" : "?" + query))
      #expect(got.status == 200)
      #expect(got.body == posted.body)
      return try #require(try posted.json().members).map(\.key)
    }
    let base = ["id", "sectionCount", "itemCount", "scrollDirection"]
    #expect(try keys("") == base)
    #expect(try keys("width=390") == base + ["contentSize"])
    let withElements = base + ["contentSize", "elements", "next"]
    #expect(try keys("width=390&rect=0,0,390,100") == withElements)
    #expect(try keys("bounds=0,0,390,844") == withElements + ["special"])
    #expect(
      try keys("width=390&rect=0,0,1,1&bounds=0,0,390,844") == withElements + ["special"])
  }

  @Test("Where both are given, the elements are those of the rectangle, not of the bounds")
  func rectBeforeBounds() throws {
    let both = try test.json("\(mixed)/elements?rect=0,200,390,100&bounds=0,0,390,844")
    let alone = try test.json("\(mixed)/elements?width=390&rect=0,200,390,100")
    #expect(both["elements"] == alone["elements"])
    #expect(both["rect"] == ["x": 0, "y": 200, "width": 390, "height": 100])
  }

  @Test("The width comes from the parameter, and else from the bounds")
  func widthBeforeBounds() throws {
    let wide = try test.json("\(mixed)?width=500&bounds=0,0,390,844")
    #expect(wide["contentSize"]?["width"] == 500)
    #expect(try test.json("\(mixed)?bounds=0,0,390,844")["contentSize"]?["width"] == 390)
    #expect(try test.json("\(mixed)/special?width=500&bounds=0,0,390,844")["width"] == 500)
  }

  @Test("The elements' answer echoes id, width and rectangle")
  func elements() throws {
    let answer = try test.json("\(mixed)/elements?width=390&rect=-1,0,1e3,80.5")
    #expect(
      answer.members?.map(\.key) == ["id", "width", "contentSize", "rect", "elements", "next"])
    #expect(answer["id"]?.string == String(mixed.suffix(64)))
    #expect(answer["width"] == 390)
    #expect(answer["rect"] == ["x": -1, "y": 0, "width": 1000, "height": 80.5])
    #expect(answer["next"] == .null)
    let visible = try test.json("\(mixed)/elements?bounds=0,50,390,844")
    #expect(visible["rect"] == ["x": 0, "y": 50, "width": 390, "height": 844])
    #expect(visible["special"]?.array?.isEmpty == false)
  }

  @Test("Sections are listed with number, id, digest, engine, number of items and frame")
  func sections() throws {
    let answer = try test.json("\(mixed)/sections?width=390&limit=3")
    #expect(answer.members?.map(\.key) == ["id", "width", "sections", "next"])
    #expect(answer["id"]?.string == String(mixed.suffix(64)))
    #expect(answer["width"] == 390)
    let sections = try #require(answer["sections"]?.array)
    #expect(sections.map { $0["section"]?.int } == [0, 1, 2])
    #expect(sections.map { $0["engine"]?.string } == ["column", "mosaic", "flow"])
    #expect(sections.map { $0["itemCount"]?.int } == [12, 40, 3])
    #expect(sections.map { $0["id"]?.string } == ["people", "photos", nil])
    #expect(sections[0]["frame"]?["y"] == 74)
    #expect(
      sections[0].members?.map(\.key)
        == ["section", "id", "digest", "engine", "itemCount", "frame"])
    let cursor = try #require(answer["next"]?.string)
    let rest = try test.json("\(mixed)/sections?width=390&limit=3&cursor=\(cursor)")
    #expect(rest["sections"]?.array?.map { $0["section"]?.int } == [3])
    let across = try test.json("\(test.path(of: Snapshots.horizontal))/sections?height=200")
    #expect(across["height"] == 200 && across["width"] == nil)
  }

  @Test("A section's digest is that of its content, in every layout and under every id")
  func sectionDigests() throws {
    func digests(_ snapshot: JSONValue, _ query: String = "width=390") throws -> [String] {
      let answer = try test.json("\(test.path(of: snapshot))/sections?\(query)")
      return try #require(answer["sections"]?.array).compactMap { $0["digest"]?.string }
    }
    let section: JSONValue = [
      "engine": "column", "headers": [["height": 44, "pin": true]],
      "items": [["height": 3], ["height": 4]], "footers": [["height": 9]],
      "metrics": ["numberOfColumns": 2, "separatorColor": "red"],
    ]
    var named = section
    named["id"] = "people"
    let first = try digests(["sections": [section, named, ["items": 3]]])
    #expect(first.count == 3)
    #expect(first.allSatisfy { $0.count == 64 && $0.allSatisfy("0123456789abcdef".contains) })
    #expect(first[0] == first[1] && first[0] != first[2])
    let elsewhere = try digests(
      ["globalHeaders": [["height": 5]], "sections": [["items": 3], section]], "width=1000")
    #expect(elsewhere == [first[2], first[0]])
    let changes: [(String, JSONValue)] = [
      ("engine", "flow"), ("headers", [["height": 44]]), ("items", [["height": 3]]),
      ("footers", []), ("metrics", ["numberOfColumns": 2]),
    ]
    for (key, value) in changes {
      var changed = section
      changed[key] = value
      #expect(try digests(["sections": [changed]]) != [first[0]], "\(key)")
    }
  }

  @Test("One element is answered by itself, a pinning one at rest or where it is")
  func oneElement() throws {
    let cell = try test.json("\(mixed)/items/0/3?width=390")
    #expect(cell["category"] == "cell")
    #expect(cell["item"] == 3 && cell["columnIndex"] == 1)
    #expect(cell["backgroundColor"] == "white")
    let atRest = try test.json("\(mixed)/supplementary/header/0/0?width=390")
    #expect(atRest["pinned"] == false && atRest["frame"]?["y"] == 74)
    let moved = try test.json("\(mixed)/supplementary/header/0/0?bounds=0,100,390,844")
    #expect(moved["pinned"] == true && moved["frame"]?["y"] == 164)
    let global = try test.json("\(mixed)/supplementary/globalHeader/1?width=390")
    #expect(global["index"] == 1 && global["section"] == nil && global["pinned"] == nil)
    let separator = try test.json("\(mixed)/decorations/rowSeparator/0/1?width=390")
    #expect(separator["color"] == "#ccc" && separator["kind"] == "rowSeparator")
    #expect(try test.json("\(mixed)/decorations/sectionSeparator/3/1?width=390")["index"] == 1)
  }

  @Test(
    "An element that does not exist is not found",
    arguments: [
      "items/0/12", "items/4/0", "items/0/9223372036854775807", "items/9223372036854775807/0",
      "supplementary/header/0/1", "supplementary/footer/0/0", "supplementary/globalHeader/2",
      "supplementary/header/1/0", "decorations/rowSeparator/0/0",
      "decorations/columnSeparator/1/0", "decorations/sectionSeparator/0/1",
      // Not names of elements at all.
      "items/0/-1", "items/-1/0", "items/a/0", "items/0/1.0", "items/0/9223372036854775808",
      "items/0/", "items/0/0/0", "items/0", "items", "supplementary/header/0",
      "supplementary/globalHeader/0/0", "supplementary/rowSeparator/0/1",
      "supplementary/nothing/0/0", "decorations/header/0/0", "decorations/cell/0/0",
      "decorations/sectionSeparator/0", "decorations/rowSeparator/0/+1",
    ])
  func noSuchElement(path: String) throws {
    try test.expect(test.get("\(mixed)/\(path)?width=390"), 404, "not-found", "\(path)")
  }

  @Test(
    "Who asks for an element that does not exist is told how many there are",
    arguments: [
      ("items/0/12", "Section 0 has 12 items."), ("items/4/0", "The layout has 4 sections."),
      ("supplementary/header/0/1", "Section 0 has 1 header."),
      ("supplementary/footer/0/0", "Section 0 has 0 footers."),
      ("supplementary/footer/2/2", "Section 2 has 2 footers."),
      ("supplementary/globalHeader/2", "The layout has 2 global headers."),
      ("decorations/rowSeparator/0/6", "Section 0 has 5 row separators."),
      ("decorations/columnSeparator/0/1", "Section 0 has 6 column separators."),
      ("decorations/columnSeparator/1/0", "Section 1 has 0 column separators."),
      ("decorations/sectionSeparator/3/2", "Section 3 has 2 section separators."),
    ])
  func howMany(path: String, detail: String) throws {
    let problem = try test.expect(test.get("\(mixed)/\(path)?width=390"), 404, "not-found")
    #expect(problem["detail"]?.string?.hasPrefix(detail) == true, "\(problem.text)")
  }

  @Test("A hit is the topmost element, a special one only with bounds, or null")
  func hit() throws {
    let cell = try test.json("\(mixed)/hit?width=390&point=10,150")
    #expect(cell["element"]?["category"] == "cell")
    let pinned = try test.json("\(mixed)/hit?point=10,150&bounds=0,140,390,844")
    #expect(pinned["element"]?["kind"] == "globalHeader")
    let resting = try test.json("\(mixed)/hit?width=390&point=10,10")
    #expect(resting["element"] == .null)
    let nothing = try test.get("\(mixed)/hit?width=390&point=-1,-1")
    #expect(nothing.text == #"{"id":"\#(mixed.suffix(64))","width":390,"element":null}"#)
    #expect(cell.members?.map(\.key) == ["id", "width", "element"])
    #expect(cell["id"]?.string == String(mixed.suffix(64)) && cell["width"] == 390)
    let across = try test.json("\(test.path(of: Snapshots.horizontal))/hit?height=200&point=1,1")
    #expect(across["height"] == 200 && across["width"] == nil)
  }

  @Test("A layout that is deleted is forgotten, and deleting it again does no harm")
  func delete() throws {
    let path = try test.path(of: Snapshots.rows(7))
    #expect(try test.get("\(path)?width=390").status == 200)
    let before = (test.service.cache.usage.snapshots, test.service.memo.usage.layouts)
    for _ in 0..<2 {
      let answer = try test.request("DELETE", path)
      #expect(answer.status == 204)
      #expect(answer.body.isEmpty)
      #expect(answer.headers["cache-control"] == "no-store")
    }
    #expect(test.service.cache.usage.snapshots == before.0 - 1)
    #expect(test.service.memo.usage.layouts == before.1 - 1)
    try test.expect(test.get(path), 404, "layout-not-found")
    #expect(try test.post(Snapshots.rows(7)).status == 201)
    let nobodys = "/v1/layouts/\(String(repeating: "0", count: 64))"
    #expect(try test.request("DELETE", nobodys).status == 204)
  }

  @Test("Horizontal answers echo the height in place of the width")
  func horizontal() throws {
    let path = try test.path(of: Snapshots.horizontal)
    let elements = try test.json("\(path)/elements?height=200&rect=0,0,50,50")
    #expect(elements["height"] == 200 && elements["width"] == nil)
    let special = try test.json("\(path)/special?bounds=70,0,320,200")
    #expect(special["height"] == 200 && special["width"] == nil)
    #expect(special["special"]?[0]["frame"]?["x"] == 70)
    #expect(try test.json(path)["scrollDirection"] == "horizontal")
  }

  @Test("A snapshot without sections, and a section of a billion items, are answered too")
  func extremes() throws {
    let empty = try test.post(["sections": []], "width=390&rect=0,0,1,1&bounds=0,0,1,1")
    #expect(empty.status == 201)
    #expect(try empty.json()["contentSize"] == ["width": 390, "height": 0])
    let path = try test.path(of: Snapshots.rows(1_000_000_000))
    let answer = try test.json("\(path)/elements?width=390&rect=0,2e10,390,100")
    #expect(answer["elements"]?.array?.count == 3)
    #expect(try test.json("\(path)/items/0/999999999?width=390")["item"] == 999_999_999)
  }
}
