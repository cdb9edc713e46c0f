import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Pinning records")
struct PinningRecordsTests {
  @Test("Sections in the rectangle have their stretch and their pinning elements at rest")
  func records() throws {
    let test = try TestService()
    let path = try test.path(of: [
      "globalHeaders": [["height": 10, "pin": true]],
      "sections": [
        [
          "engine": "column", "metrics": ["rowHeight": 50], "items": 3,
          "headers": [["height": 30, "pin": true], ["height": 5]],
        ], ["items": 1],
      ],
    ])
    let answer = try test.json("\(path)/elements?width=300&rect=0,0,300,100&pinning=true")
    let records = try #require(answer["pinning"])
    #expect(records["scrollDirection"] == "vertical" && records["layoutDirection"] == "ltr")
    let global = try test.json("\(path)/supplementary/globalHeader/0?width=300")
    #expect(records["globalHeaders"] == [global])
    let header = try test.json("\(path)/supplementary/header/0/0?width=300")
    #expect(
      records["sections"]
        == [["section": 0, "minY": 10, "maxY": 195, "headersHeight": 35, "elements": [header]]])
  }

  @Test("Pinning records stand behind the lists, as rows in either format, with a tag of their own")
  func shape() throws {
    let test = try TestService()
    let target = "\(try test.path(of: Snapshots.mixed))/elements?bounds=0,0,390,844"
    let plain = try test.get(target)
    let tagged = try test.get(target + "&pinning=true")
    #expect(tagged.headers["etag"] != plain.headers["etag"])
    let rows = try tagged.json()
    #expect(
      rows.members?.map(\.key) == [
        "id", "width", "contentSize", "rect", "elements", "next", "special", "pinning",
      ])
    let columns = try test.json(target + "&pinning=true&format=columns")
    #expect(columns["pinning"] == rows["pinning"])
    #expect(rows["pinning"]?["globalHeaders"]?[0]["pinned"] == false)
  }

  @Test("More than an answer may have are refused, and so is any other value or call")
  func refusals() throws {
    let test = try TestService(limits: { $0.maximumElements = 5 })
    let sections = (0..<5).map { _ -> JSONValue in ["headers": [["height": 10]]] }
    let path = try test.path(of: ["sections": .array(sections)])
    #expect(try test.get("\(path)/elements?width=9&rect=20,0,9,50&pinning=true").status == 200)
    let crowd = try test.path(
      of: ["globalHeaders": [["height": 10, "pin": true]], "sections": .array(sections)])
    let problem = try test.expect(
      test.get("\(crowd)/elements?width=9&rect=20,0,9,60&pinning=true"), 400, "bad-parameter")
    #expect(problem["errors"]?[0]["parameter"] == "rect")
    for query in ["pinning=1", "pinning=", "pinning=TRUE"] {
      try test.expect(
        test.get("\(path)/elements?width=9&rect=0,0,9,9&\(query)"), 400, "bad-parameter")
    }
    // The layout object has them beside a rectangle alone.
    try test.expect(test.get("\(path)?width=9&pinning=true"), 400, "bad-parameter")
    for call in ["/special", "/sections", "/items/0/0"] {
      try test.expect(
        test.get("\(path)\(call)?bounds=0,0,9,9&pinning=true"), 400, "bad-parameter")
    }
  }

  @Test("Pinning records of many sections are computed on a compute thread")
  func many() throws {
    let test = try TestService()
    let sections = (0..<2_000).map { _ -> JSONValue in ["headers": [["height": 10, "pin": true]]] }
    let path = try test.path(of: ["sections": .array(sections)])
    let answer = try test.json("\(path)/elements?width=9&rect=0,5,9,20000&pinning=true")
    #expect(answer["pinning"]?["sections"]?.array?.count == 2_000)
  }
}
