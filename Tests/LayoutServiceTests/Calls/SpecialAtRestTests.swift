import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Pinning elements at rest")
struct SpecialAtRestTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService()
    mixed = try test.path(of: Snapshots.mixed)
  }

  private let everything = "width=390&rect=0,0,390,100000"

  @Test("Pinning elements at rest stand in special, in order")
  func elements() throws {
    let plain = try test.json("\(mixed)/elements?\(everything)")
    let answer = try test.json("\(mixed)/elements?\(everything)&special=rest")
    #expect(answer.members?.map(\.key) == (plain.members ?? []).map(\.key) + ["special"])
    #expect(answer["elements"] == plain["elements"])
    let special = try #require(answer["special"]?.array)
    #expect(special.map { $0["kind"]?.string } == ["globalHeader", "header", "footer"])
    #expect(special.allSatisfy { $0["pinned"] == false })
    for element in special {
      #expect(try test.json("\(mixed)/\(path(of: element))?width=390") == element)
    }
    // Only those that overlap the rectangle.
    let one = try test.json("\(mixed)/elements?width=390&rect=0,70,390,10&special=rest")
    #expect(one["special"]?.array?.compactMap { $0["kind"]?.string } == ["header"])
    let beside = try test.json("\(mixed)/elements?width=390&rect=390,0,9,900&special=rest")
    #expect(beside["special"]?.array?.isEmpty == true)
  }

  private func path(of element: JSONValue) -> String {
    let kind = element["kind"]?.string ?? ""
    let numbers = [element["section"], element["index"]].compactMap { $0?.text }
    return (["supplementary", kind] + numbers).joined(separator: "/")
  }

  @Test("POST and GET of a layout answer the same beside a rectangle")
  func layoutObject() throws {
    let query = "\(everything)&special=rest"
    let posted = try test.post(Snapshots.mixed, query)
    #expect(posted.status == 200)
    #expect(try test.get("\(mixed)?\(query)").body == posted.body)
    let elements = try test.json("\(mixed)/elements?\(query)")
    #expect(try posted.json()["special"] == elements["special"])
    let columns = try test.json("\(mixed)/elements?\(query)&format=columns")
    #expect(columns["special"] == elements["special"])
  }

  @Test("A hit finds pinning elements at rest")
  func hit() throws {
    let header = "\(mixed)/hit?width=390&point=10,80"
    #expect(try test.json(header)["element"] == .null)
    let resting = try test.json(header + "&special=rest")
    #expect(resting["element"]?["kind"] == "header" && resting["element"]?["pinned"] == false)
    let cell = try test.json("\(mixed)/hit?width=390&point=10,150&special=rest")
    #expect(cell["element"]?["category"] == "cell")
  }

  @Test("Answers with elements at rest never change, and each query has its own tag")
  func caching() throws {
    for call in ["/elements?\(everything)", "/hit?width=390&point=10,80", "?\(everything)"] {
      let plain = try test.get(mixed + call)
      let resting = try test.get("\(mixed)\(call)&special=rest")
      #expect(resting.headers["cache-control"] == "public, max-age=31536000, immutable")
      #expect(resting.headers["etag"] != plain.headers["etag"])
      let tag = try #require(resting.headers["etag"])
      #expect(
        try test.get("\(mixed)\(call)&special=rest", ("If-None-Match", tag)).status == 304)
    }
  }

  @Test("Each page of a list has all pinning elements at rest")
  func pages() throws {
    let first = try test.json("\(mixed)/elements?\(everything)&special=rest&limit=5")
    let cursor = try #require(first["next"]?.string)
    let second = try test.json(
      "\(mixed)/elements?\(everything)&special=rest&limit=5&cursor=\(cursor)")
    #expect(second["elements"]?.array?.count == 5)
    #expect(second["special"] == first["special"] && first["special"]?.array?.count == 3)
  }

  @Test("A drawing shows pinning elements at rest with the parameter and without it")
  func drawing() throws {
    for format in ["svg", "text"] {
      let target = "\(mixed)/elements?\(everything)&format=\(format)"
      let answer = try test.get(target + "&special=rest")
      #expect(answer.status == 200)
      #expect(answer.body == (try test.get(target).body))
    }
  }

  @Test("special=rest is refused with bounds, and without a rectangle")
  func refusals() throws {
    for (target, parameter, code) in [
      ("/elements?bounds=0,0,390,844&special=rest", "special", "not-allowed"),
      ("/elements?\(everything)&bounds=0,0,390,844&special=rest", "special", "not-allowed"),
      ("/hit?bounds=0,0,390,844&point=1,1&special=rest", "special", "not-allowed"),
      ("?bounds=0,0,390,844&special=rest", "special", "not-allowed"),
      ("?width=390&special=rest", "rect", "missing"), ("?special=rest", "rect", "missing"),
      ("/elements?format=svg&width=390&special=rest", "rect", "missing"),
      ("?widths=390&special=rest", "special", "not-allowed"),
      ("/elements?width=390&special=rest", "rect", "missing"),
      ("/elements?\(everything)&special=", "special", "bad-syntax"),
      ("/elements?\(everything)&special=true", "special", "out-of-range"),
      ("/special?bounds=0,0,390,844&special=rest", "special", "unknown-key"),
      ("/sections?width=390&special=rest", "special", "unknown-key"),
      ("/items/0/0?width=390&special=rest", "special", "unknown-key"),
    ] {
      let problem = try test.expect(test.get(mixed + target), 400, "bad-parameter", "\(target)")
      #expect(problem["errors"]?[0]["parameter"]?.string == parameter, "\(target)")
      #expect(problem["errors"]?[0]["code"]?.string == code, "\(target)")
    }
  }

  @Test(
    "A rectangle with more elements than an answer may have is refused with the parameter's name")
  func limit() throws {
    let test = try TestService(limits: { $0.maximumElements = 20 })
    let headers = JSONValue.array((0..<21).map { _ in ["height": 1, "pin": true] })
    let path = try test.path(of: ["globalHeaders": headers, "sections": []])
    let fits = try test.json("\(path)/elements?width=9&rect=0,1,9,20&special=rest")
    #expect(fits["special"]?.array?.count == 20)
    let problem = try test.expect(
      test.get("\(path)/elements?width=9&rect=0,0,9,21&special=rest"), 400, "bad-parameter")
    #expect(problem["errors"]?[0]["parameter"] == "rect")
    #expect(problem["detail"]?.string?.contains("overlap the rect;") == true)
  }
}
