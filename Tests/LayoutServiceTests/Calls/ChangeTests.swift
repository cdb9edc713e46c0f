import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Changes of layouts")
struct ChangeTests {
  /// A layout and what steps make of it: in one service by the steps, in another one from scratch.
  private struct Both {
    let derived: TestService
    let posted: TestService
    let parent: JSONValue
    let change: NaiveChange

    init(_ parent: JSONValue, _ change: NaiveChange) throws {
      derived = try TestService()
      posted = try TestService()
      self.parent = parent
      self.change = change
    }

    /// The id of the result, after all answers have been compared.
    func expectSame(
      _ steps: [JSONValue], width: Double, rects: [String], _ comment: Comment
    ) throws -> String? {
      let path = try derived.path(of: parent)
      let isHorizontal = parent["scrollDirection"]?.string == "horizontal"
      let container = (isHorizontal ? "height=" : "width=") + JSONValue.number(width).text
      // So that the result is laid out from what is there.
      _ = try derived.get("\(path)?\(container)")
      let body: JSONValue = ["steps": .array(steps)]
      let answer = try derived.post(text: body.text, to: "\(path)/changes?\(container)")
      #expect([200, 201].contains(answer.status), "\(answer.text) \(comment)")
      let result = try posted.path(of: change.result)
      let id = try answer.json()["id"]?.string
      #expect(result.hasSuffix(id ?? "none"), comment)
      let other = (isHorizontal ? "height=" : "width=") + "207"
      for target in ["?\(container)", "/sections?\(container)", "?\(other)", "/sections?\(other)"]
        + rects.map({ "/elements?\(container)&rect=\($0)" })
        + rects.map({ "/elements?\(container)&bounds=\($0)&limit=7" })
      {
        #expect(
          try derived.get(result + target).body == posted.get(result + target).body,
          "\(target) \(comment)")
      }
      return id
    }
  }

  private static func rects(
    _ naive: NaiveLayout, using random: inout SplitMix64
  ) -> [String] {
    let (width, height) = (max(1, naive.contentWidth), max(1, naive.contentHeight))
    return (0..<3).map { number in
      let share = number == 0 ? 1.0 : 0.2
      let (x, y) = (
        Double.random(in: 0...1, using: &random) * width * (1 - share),
        Double.random(in: 0...1, using: &random) * height * (1 - share)
      )
      return [x, y, width * share, height * share].map { JSONValue.number($0).text }
        .joined(separator: ",")
    }
  }

  @Test(
    "A layout made by steps is the one that is made from scratch",
    arguments: seeds(short: 0..<15, all: 0..<60), [false, true])
  func pathIndependence(seed: Int, sayMembers: Bool) throws {
    var generator = StepGenerator(seed: UInt64(seed))
    generator.saysMembers = sayMembers
    for _ in 0..<4 {
      let (snapshot, width) = generator.snapshot()
      let steps = generator.steps(for: snapshot, containerWidth: width)
      let change = try NaiveChange(parent: snapshot, steps: steps)
      let naive = NaiveLayout(snapshot: change.result, containerWidth: width)
      let rects = Self.rects(naive, using: &generator.random)
      let comment: Comment = "\(snapshot.text) \(JSONValue.array(steps).text) \(width)"
      let id = try Both(snapshot, change).expectSame(steps, width: width, rects: rects, comment)
      // The same steps in other words.
      let test = try TestService()
      let path = try test.path(of: snapshot)
      let body: JSONValue = [
        "steps": .array(generator.respelled(steps)), "expect": ["id": .string(id ?? "")],
      ]
      let answer = try test.post(text: body.text, to: "\(path)/changes")
      #expect([200, 201].contains(answer.status), "\(body.text) \(answer.text) \(comment)")
    }
  }

  @Test(
    "Steps that take back what others did lead to the layout that there was",
    arguments: seeds(short: 0..<10, all: 0..<40))
  func detours(seed: Int) throws {
    var generator = StepGenerator(seed: UInt64(seed))
    let (snapshot, _) = generator.snapshot()
    let test = try TestService()
    let path = try test.path(of: snapshot)
    for _ in 0..<5 {
      let steps = generator.detour(for: snapshot)
      let body: JSONValue = ["steps": .array(steps)]
      let answer = try test.post(text: body.text, to: "\(path)/changes")
      #expect(answer.status == 200, "\(snapshot.text) \(body.text) \(answer.text)")
      #expect(
        path.hasSuffix(try answer.json()["id"]?.string ?? "none"), "\(snapshot.text) \(body.text)")
    }
  }

  @Test(
    "Steps that cannot be applied are refused with all their errors",
    arguments: seeds(short: 0..<15, all: 0..<60))
  func errors(seed: Int) throws {
    var generator = StepGenerator(seed: UInt64(seed))
    let (snapshot, width) = generator.snapshot()
    let test = try TestService()
    let path = try test.path(of: snapshot)
    for _ in 0..<10 {
      let steps = generator.doubtfulSteps(for: snapshot, containerWidth: width)
      let body: JSONValue = ["steps": .array(steps)]
      let answer = try test.post(text: body.text, to: "\(path)/changes")
      let comment: Comment = "\(snapshot.text) \(body.text) \(answer.text)"
      do throws(NaiveChangeErrors) {
        let change = try NaiveChange(parent: snapshot, steps: steps)
        #expect([200, 201].contains(answer.status), comment)
        let posted = try? TestService().path(of: change.result)
        #expect(posted?.hasSuffix((try? answer.json()["id"]?.string) ?? "none") == true, comment)
      } catch {
        #expect(answer.status == 422, comment)
        let found = try answer.json()["errors"]?.array?.map {
          "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
        }
        #expect(found == error.texts, comment)
      }
    }
  }

  @Test("Of neighbours that are moved one by one each is refused that leaves a size open")
  func openSizesOfMoves() throws {
    let test = try TestService()
    let path = try test.path(of: [
      "sections": [["engine": "mosaic", "items": 40], ["engine": "waterfall"]]
    ])
    func refused(_ order: [Int], resizing resize: String = "[]") throws -> [String?]? {
      let moves = order.map {
        #"{"from":{"section":0,"item":\#($0)},"to":{"section":1,"item":\#($0)}}"#
      }
      let answer = try test.post(
        text: #"{"steps":[{"resize":\#(resize),"move":[\#(moves.joined(separator: ","))]}]}"#,
        to: "\(path)/changes")
      return try answer.json()["errors"]?.array?.map { $0["pointer"]?.string }
    }
    #expect(try refused([2, 0, 1]) == (0..<3).map { "/steps/0/move/\($0)" })
    #expect(try refused(Array(0..<40)) == (0..<20).map { "/steps/0/move/\($0)" })
    let resize = #"[{"section":0,"item":0,"items":[{"height":5},{"width":5},{"height":5}]}]"#
    #expect(try refused([0, 1, 2], resizing: resize) == ["/steps/0/move/1"])
  }

  @Test("A result is as expected, or refused and not kept")
  func expectations() throws {
    let test = try TestService()
    let path = try test.path(of: ["engine": "column", "sections": [["items": 3]]])
    let steps = #""steps":[{"delete":[{"section":0,"item":1}]}]"#
    let refused = try test.post(
      text: #"{\#(steps),"expect":{"itemCount":3}}"#, to: "\(path)/changes")
    try test.expect(refused, 422, "unexpected-result")
    let json = try refused.json()
    #expect(json["itemCount"] == 2)
    let id = try #require(json["id"]?.string)
    #expect(try test.get("/v1/layouts/\(id)").status == 404)
    let right = try test.post(
      text: #"{\#(steps),"expect":{"itemCount":2,"id":"\#(id)"}}"#, to: "\(path)/changes")
    #expect(right.status == 201)
    #expect(right.headers["location"] == "/v1/layouts/\(id)")
    let other = String(repeating: "0", count: 64)
    try test.expect(
      test.post(text: #"{\#(steps),"expect":{"id":"\#(other)"}}"#, to: "\(path)/changes"), 422,
      "unexpected-result")
    try test.expect(
      test.post(text: #"{\#(steps)}"#, to: "/v1/layouts/\(other)/changes"), 404, "layout-not-found")
  }

  @Test("Without steps, or with empty ones, the answer is the layout that there was")
  func noSteps() throws {
    let test = try TestService()
    let path = try test.path(of: ["sections": [["items": 3]]])
    for steps in ["[]", "[{}]", #"[{"delete":[]},{"setSections":[{"section":9}]}]"#] {
      let answer = try test.post(text: #"{"steps":\#(steps)}"#, to: "\(path)/changes")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(path.hasSuffix(try answer.json()["id"]?.string ?? "none"))
    }
  }

  @Test(
    "What a step sets of sections is set as a whole, wherever the steps of a meter end",
    arguments: [20, 60, 100, 400])
  func wholeSettings(count: Int) throws {
    let number = JSONValue.number(Double(count))
    let parent: JSONValue = [
      "sections": .array((0..<count).map { ["items": .number(Double($0))] })
    ]
    let headers = JSONValue.array((0..<count).map { ["height": .number(Double($0 % 7 + 1))] })
    let steps: [JSONValue] = [
      [
        "setSections": [
          [
            "section": 0, "count": number, "headers": headers,
            "metrics": ["sectionInset": ["top": 3]],
          ]
        ],
        "set": ["globalHeaders": headers],
      ]
    ]
    let test = try TestService()
    let path = try test.path(of: parent)
    let body: JSONValue = ["steps": .array(steps)]
    let answer = try test.post(text: body.text, to: "\(path)/changes")
    #expect(answer.status == 201)
    let result = try NaiveChange(parent: parent, steps: steps).result
    #expect(try test.path(of: result).hasSuffix(answer.json()["id"]?.string ?? "none"))
  }

  @Test("Versions that share content leave no more in the store than it may hold")
  func sharedContent() throws {
    let test = try TestService(limits: { $0.snapshotBytes = 2 << 20 })
    func heights(_ seed: Int) -> JSONValue {
      .array((0..<8_000).map { .number(Double(($0 * 7919 + seed * 104_729) % 1_000_003) / 8) })
    }
    var path = try test.path(of: [
      "engine": "column", "sections": [["items": ["heights": heights(0)]]],
    ])
    for number in 0..<40 {
      let answer = try test.post(
        text: #"{"steps":[{"delete":[{"section":0,"item":\#(number * 11)}]}]}"#,
        to: "\(path)/changes")
      #expect(answer.status == 201)
      path = try #require(answer.headers["location"])
    }
    for number in 1...40 {
      _ = try test.path(of: [
        "engine": "column", "sections": [["items": ["heights": heights(number)]]],
      ])
      // What the versions share may be there beside what the store holds.
      #expect(test.metric("layoutd_snapshot_bytes") < 3 << 20)
    }
  }

  @Test("Changed lists of many sections are named as from scratch", arguments: [false, true])
  func manySections(haveIDs: Bool) throws {
    let (derived, posted) = (try TestService(), try TestService())
    func path(_ answer: TestClient.Reply) throws -> String {
      try #require(answer.status < 300, "\(answer.text)")
      return "/v1/layouts/" + (try #require(try answer.json()["id"]?.string))
    }
    let sections = (0..<400).map { number in
      let id = haveIDs ? "\"id\":\"s\(number)\"," : ""
      return "{\(id)\"items\":\(number % 7 + 1),\"headers\":[{\"height\":\(number)}]}"
    }
    var result = try path(
      derived.post(text: "{\"sections\":[\(sections.joined(separator: ","))]}"))
    for step in [
      #"{"insert":[{"section":200,"item":1,"items":[{"count":2,"width":50,"height":70}]}]}"#,
      #"{"deleteSections":[{"section":100}]}"#,
      #"{"moveSections":[{"from":10,"to":300,"count":40}]}"#,
      #"{"insertSections":[{"section":0,"sections":[{"id":"new","items":3}]}]}"#,
      #"{"reloadSections":[{"section":250,"value":{"id":"other","items":3}}]}"#,
      #"{"deleteSections":[{"section":20,"count":370}]}"#,
    ] {
      result = try path(
        derived.post(text: "{\"steps\":[\(step)]}", to: "\(result)/changes?width=390"))
      let snapshot = try derived.get("\(result)/snapshot").text
      #expect(try path(posted.post(text: snapshot)) == result, "\(step)")
      let target = "\(result)?width=390"
      #expect(try posted.get(target).text == derived.get(target).text, "\(step)")
    }
  }
}
