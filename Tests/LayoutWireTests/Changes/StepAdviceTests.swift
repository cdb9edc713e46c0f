import JSONText
import LayoutCore
import Testing

@testable import LayoutWire

/// Goal: an unknown key of a change, a plan or a document is told where it belongs.
@Suite("Advice for the keys of steps and documents") struct StepAdviceTests {
  @Test(
    "A key of a change is told where it belongs",
    arguments: [
      (#"{"delete":[]}"#, #", it belongs to a step in "steps""#),
      (#"{"steps":[{"remove":[]}]}"#, #", here it is "delete""#),
      (#"{"steps":[{"Remove-Sections":[]}]}"#, #", here it is "deleteSections""#),
      (#"{"steps":[{"insertt":[]}]}"#, #", the nearest known key is "insert""#),
      (#"{"steps":[{"revision":3}]}"#, #", it belongs beside "steps""#),
      (#"{"steps":[{"section":0}]}"#, ", it belongs to an entry of one of the step's lists"),
      (
        #"{"steps":[{"insert":[{"section":0,"item":0,"heights":[1]}]}]}"#,
        ", it belongs to the items"
      ),
      (
        #"{"steps":[{"setSections":[{"section":0,"rowHeight":3}]}]}"#,
        #", it belongs into "metrics""#
      ),
    ] as [(String, String)])
  func change(json: String, advice: String) throws {
    try expect(advice, #expect(throws: DecodingInterrupted.self) { try postedSteps(json) })
  }

  @Test("A snapshot that is put as a document is told to stand in \"snapshot\"")
  func document() throws {
    let text = Array(#"{"sections":[]}"#.utf8)
    let stop = #expect(throws: DecodingInterrupted.self) {
      try text.withText { (text) throws(DecodingInterrupted) in
        var meter = WorkMeter.unlimited
        _ = try DocumentBody.read(text, hasSlack: false, naming: .tests, meter: &meter)
      }
    }
    try expect(#", it belongs into "snapshot""#, stop)
  }

  private func expect(_ advice: String, _ stop: DecodingInterrupted?) throws {
    guard case .problem(let problem)? = stop else {
      Issue.record("it is not refused")
      return
    }
    let issue = try #require(problem.issues.first { $0.code == .unknownKey })
    #expect(issue.detail.hasSuffix(advice), "\(issue.detail)")
  }
}
