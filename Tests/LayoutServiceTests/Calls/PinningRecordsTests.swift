import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Pinning records")
struct PinningRecordsTests {
  /// The elements of the kinds whose snapshot says that they pin.
  private func pinning(_ elements: [NaiveElement], _ kinds: [String], _ section: Int?)
    -> [NaiveElement]
  {
    kinds.flatMap { kind in
      elements.filter { $0.isSpecial && $0.kind == kind && $0.section == section }
    }
  }

  private func expect(
    _ found: JSONValue?, _ expected: [NaiveElement], _ answers: OracleAnswers
  ) throws {
    let found = try #require(found?.array, answers.comment)
    #expect(found.count == expected.count, answers.comment)
    for (element, naive) in zip(found, expected) {
      var expected = naive.json
      if naive.waits { expected["waits"] = true }
      answers.expectEqual(element, expected, answers.comment)
    }
  }

  /// The background has the colour, and the end of the global headers that neither pin nor wait.
  private func expectBackground(
    _ found: JSONValue?, of snapshot: JSONValue, _ answers: OracleAnswers
  ) {
    let headers = answers.naive.elements.filter { $0.kind == "globalHeader" }
    guard let color = snapshot["globalHeaderBackgroundColor"]?.string, !headers.isEmpty else {
      #expect(found == nil, answers.comment)
      return
    }
    var (end, top) = (0.0, 0.0)
    for header in headers {
      top += answers.naive.isHorizontal ? header.frame.width : header.frame.height
      if !header.isSpecial { end = top }
    }
    answers.expectEqual(
      found ?? .null, ["color": .string(color), "end": .number(end)], answers.comment)
  }

  @Test(
    "Sections in the rectangle and pinning elements at rest, of seeded snapshots", arguments: 0..<4)
  func seeded(batch: Int) throws {
    let test = try TestService()
    for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      var snapshot = generator.snapshot(containerWidth: width)
      if seed % 4 == 1 { snapshot["layoutDirection"] = "rtl" }
      let answers = try OracleAnswers(test, snapshot, width: width, "seed \(seed)")
      let sections = try #require(
        try test.json("\(answers.path)/sections?\(answers.container)")["sections"]?.array)
      let (origin, extent) = answers.naive.isHorizontal ? ("x", "width") : ("y", "height")
      for _ in 0..<3 {
        let rect = generator.rectangle(in: answers.naive)
        let target = "\(answers.path)/elements?\(answers.container)&rect=\(rect.query)"
        let answer = try test.json(target + "&pinning=true")
        let plain = try test.json(target + "&pinning=false")
        #expect(plain["pinning"] == nil && plain["elements"] == answer["elements"])
        let records = try #require(answer["pinning"])
        #expect(
          records["scrollDirection"]?.string
            == (answers.naive.isHorizontal ? "horizontal" : "vertical"))
        #expect(records["layoutDirection"]?.string == snapshot["layoutDirection"]?.string ?? "ltr")
        try expect(
          records["globalHeaders"],
          pinning(answers.naive.elements, ["globalHeader"], nil), answers)
        expectBackground(records["globalHeaderBackground"], of: snapshot, answers)
        let (low, high) =
          answers.naive.isHorizontal
          ? (rect.x, rect.x + rect.width) : (rect.y, rect.y + rect.height)
        let numbers = sections.indices.filter { number in
          let frame = sections[number]["frame"]
          guard let y = frame?[origin]?.double, let height = frame?[extent]?.double else {
            return false
          }
          return height > 0 && low < y + height && y < high
        }
        let found = try #require(records["sections"]?.array)
        #expect(found.compactMap { $0["section"]?.int } == numbers, answers.comment)
        for record in found {
          let number = try #require(record["section"]?.int)
          let frame = sections[number]["frame"]
          let least = try #require(frame?[origin]?.double)
          let isHorizontal = answers.naive.isHorizontal
          #expect(record[isHorizontal ? "minX" : "minY"]?.double == least)
          #expect(
            record[isHorizontal ? "maxX" : "maxY"]?.double
              == least + (frame?[extent]?.double ?? .nan))
          let headers = answers.naive.elements.filter {
            $0.kind == "header" && $0.section == number
          }
          let sum = headers.reduce(0) { $0 + (isHorizontal ? $1.frame.width : $1.frame.height) }
          let given = try #require(
            record[isHorizontal ? "headersWidth" : "headersHeight"]?.double)
          #expect((given - sum).magnitude <= answers.tolerance, answers.comment)
          try expect(
            record["elements"],
            pinning(answers.naive.elements, ["header", "footer"], number), answers)
        }
      }
    }
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
