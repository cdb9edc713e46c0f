import Foundation
import Oracle
import Testing

@Suite("Random cases for tests in any language")
struct CasesTests {
  @Test("A list goes on from what its steps have made", arguments: UInt64(1)..<20)
  func lists(seed: UInt64) throws {
    let made = Cases(.lists).made(seed: seed)
    var snapshot = try #require(made["snapshot"])
    let horizontal = snapshot["scrollDirection"] == "horizontal"
    #expect(made["container"] == (horizontal ? "height" : "width"))
    let turns = try #require(made["turns"]?.array)
    #expect(turns.count == 3 && turns.allSatisfy { $0["places"]?.array?.count == 4 })
    for turn in turns {
      let steps = try #require(turn["steps"]?.array)
      if let change = try? NaiveChange(parent: snapshot, steps: steps) { snapshot = change.result }
    }
    #expect(Cases(.lists).made(seed: seed) == made)
  }

  @Test("Mistakes are in most cases that have some", arguments: Cases.Kind.allCases)
  func mistakes(kind: Cases.Kind) {
    var mistaken = Cases(kind)
    mistaken.hasMistakes = true
    let differing = (UInt64(1)..<40).filter {
      mistaken.made(seed: $0) != Cases(kind).made(seed: $0)
    }
    #expect(differing.count > 30)
  }

  @Test("The program prints the cases of seeds, one a line")
  func program() throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "OracleProgram")
    process.arguments = ["cases", "--seed", "7", "--count", "2", "--turns", "1", "lists"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    process.waitUntilExit()
    var cases = Cases(.lists)
    cases.turns = 1
    #expect(lines == [7, 8].map { Substring(cases.made(seed: $0).text) })
    #expect(process.terminationStatus == 0)
  }
}
