import Foundation
import Oracle
import Testing

@Suite("Inquiries of the oracle")
struct InquiryTests {
  let snapshot: JSONValue = [
    "engine": "column", "metrics": ["numberOfColumns": 2, "rowHeight": 10],
    "sections": [["headers": [["height": 10, "pin": true]], "items": 4]],
  ]

  /// The answers' elements as category and number, those that are not sure with a question mark.
  func answers(_ queries: [JSONValue]) throws -> [[String]] {
    let inquiry = try #require(
      Inquiry(["snapshot": snapshot, "width": 100, "queries": .array(queries)]))
    return try #require(inquiry.reply["answers"]?.array).map { answer in
      try #require(answer.array).map { entry in
        let element = try #require(entry["element"])
        let name = element["category"]?.string ?? ""
        let number = (element["item"] ?? element["index"])?.int ?? -1
        return "\(name) \(number)\(entry["sure"]?.bool == true ? "" : "?")"
      }
    }
  }

  @Test("Elements in a rectangle, those that only touch its edges in doubt")
  func rectangle() throws {
    #expect(
      try answers([
        ["rect": [10, 11, 20, 5]], ["rect": [50, 11, 20, 5]], ["rect": [0, 21, 100, 5]],
      ])
        == [["cell 0"], ["cell 0?", "cell 1"], ["cell 2", "cell 3"]])
  }

  @Test("Special elements where they pin, and whether they surely are in view")
  func special() throws {
    #expect(
      try answers([["bounds": [0, 12, 100, 40]], ["bounds": [0, 30, 100, 40]]])
        == [["supplementary 0"], ["supplementary 0?"]])
  }

  @Test("Whether an element is pinned is in doubt where it is hardly so far from rest")
  func pinned() throws {
    let distances = [0.0005, 0.001, 0.0015]
    let inquiry = try #require(
      Inquiry([
        "snapshot": snapshot, "width": 100,
        "queries": .array(distances.map { ["bounds": [0, .number($0), 100, 40]] }),
      ]))
    let answers = try #require(inquiry.reply["answers"]?.array)
    #expect(answers.map { $0[0]["pinnedInDoubt"]?.bool ?? false } == [false, true, false])
  }

  @Test("What may be topmost at a point")
  func topmost() throws {
    #expect(
      try answers([
        ["point": [60, 15]], ["point": [60, 15], "bounds": [0, 12, 100, 40]],
        ["point": [50, 25]], ["point": [60, 500]],
      ]) == [["cell 1"], ["supplementary 0"], ["cell 2?", "cell 3?"], []])
  }

  @Test("A seed makes up a snapshot and queries of each kind, always the same")
  func seed() throws {
    let one = try #require(Inquiry(["seed": 3, "count": 2])).reply
    #expect(one == Inquiry(["seed": 3, "count": 2])?.reply)
    #expect(one["queries"]?.array?.count == 6)
    let again = try #require(
      Inquiry(["snapshot": one["snapshot"]!, "width": one["width"]!, "queries": one["queries"]!]))
    #expect(again.reply == one)
  }

  @Test("The program answers line by line")
  func program() throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "OracleProgram")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let first = try #require(Inquiry(["seed": 5, "count": 1])).reply.text
    input.fileHandleForWriting.write(Data("{\"seed\":5,\"count\":1}\nnothing\n".utf8))
    try input.fileHandleForWriting.close()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    process.waitUntilExit()
    #expect(lines == [Substring(first), "{\"error\":\"this is no inquiry\"}"])
    #expect(process.terminationStatus == 0)
  }
}
