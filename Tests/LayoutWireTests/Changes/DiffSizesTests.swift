import JSONText
import LayoutCore
import LayoutWire
import Oracle
import Testing

/// Goal: the step between two lists of keys says the sizes of what it brings, and can be posted as it is.
@Suite("Sizes of the step between two lists of keys") struct DiffSizesTests {
  private func answer(_ json: String) throws -> JSONValue {
    let text = Array(json.utf8) + Array(repeating: 0, count: 64)
    var meter = WorkMeter.unlimited
    let bytes = try text.withText { (text) throws(DecodingInterrupted) in
      try DiffAnswer.json(text.extracting(first: json.utf8.count), depthMax: 16, meter: &meter)
    }
    return try JSONValue(parsing: bytes)
  }

  private static let lists =
    #""before":["a","b","c"],"after":["x","y","c","a","z"],"equal":[true,true,true,false,true]"#

  @Test(
    "Inserts and reloads say what the items of their keys say, in the shortest form",
    arguments: [
      (
        #"{"heights":[1,1,2,3,4]}"#,
        #"[{"section":0,"item":0,"items":{"count":2,"height":1}}"#
      ),
      (
        #"{"widths":[1,2,3,4,5],"heights":[1,1,1,1,1],"estimated":true}"#,
        #"[{"section":0,"item":0,"items":[{"width":1,"height":1,"estimated":true},"#
          + #"{"width":2,"height":1,"estimated":true}]}"#
      ),
      ("5", #"[{"section":0,"item":0,"items":2}"#),
      (#"[{"count":2},{"height":9},{},{}]"#, #"[{"section":0,"item":0,"items":2}"#),
      (
        #"[{},{"count":4,"height":8}]"#,
        #"[{"section":0,"item":0,"items":[{},{"height":8}]}"#
      ),
    ])
  func forms(items: String, expected: String) throws {
    let step = try #require(try answer("{\(Self.lists),\"items\":\(items)}")["steps"]?.array?.first)
    let insert = try #require(step["insert"]?.array?.first)
    #expect(insert == (try JSONValue(parsing: Array((expected + "]").utf8))).array?.first)
  }

  @Test("A reload says what the item says where the key stands after")
  func reload() throws {
    let json = """
      {"before":["a","b","c","d"],"after":["x","b","c","y","d"],
      "equal":[true,false,false,true,false],"items":{"heights":[1,2,3,4,5]}}
      """
    let step = try #require(try answer(json)["steps"]?.array?.first)
    let expected =
      #"[{"section":0,"item":1,"count":3,"items":[{"height":2},{"height":3},{"height":5}]}]"#
    #expect(step["reload"] == (try JSONValue(parsing: Array(expected.utf8))))
  }

  @Test(
    "Items of another number, or of a wrong form, are refused",
    arguments: [
      ("4", "/items", "has 4 items, after has 5 keys"),
      (#"{"heights":[1]}"#, "/items", "has 1 items, after has 5 keys"),
      (#"{"heights":[1,2,3,4,"a"]}"#, "/items/heights/4", "must be a number, not a string"),
      (#""a""#, "/items", "must be a number, an array or an object"),
    ])
  func refused(items: String, pointer: String, detail: String) throws {
    let stop = #expect(throws: DecodingInterrupted.self) {
      try answer("{\(Self.lists),\"items\":\(items)}")
    }
    guard case .problem(let problem)? = stop else { return }
    #expect(problem.name == .invalidDiff)
    #expect(problem.issues.first?.detail == detail)
    guard case .pointer(pointer)? = problem.issues.first?.place else {
      Issue.record("\(problem)")
      return
    }
  }
}
