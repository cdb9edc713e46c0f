import Comparison
import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// A text as what a document is put to, and as a change of one.
struct DocumentInput {
  private static let stepsMax = 2_000_000

  private let text: [UInt8]

  init(_ bytes: [UInt8]) { text = bytes }

  func finding() -> String? { findingInBody() ?? findingInChange() }

  /// The result of a reader, or its problem; nil where it took too many steps.
  private func read<Value>(
    _ text: [UInt8], _ reader: (RawSpan, inout WorkMeter) throws(DecodingInterrupted) -> Value
  ) -> Result<Value, Problem>? {
    var meter = WorkMeter(portion: DocumentInput.stepsMax)
    // As in the server: in place, with any bytes behind it.
    let padded = text + Array(repeating: UInt8(ascii: "7"), count: JSONDocument.slackByteCount)
    do throws(DecodingInterrupted) {
      return .success(
        try padded.withText { (padded) throws(DecodingInterrupted) in
          try reader(padded.extracting(first: text.count), &meter)
        })
    } catch {
      if case .problem(let problem) = error { return .failure(problem) }
      return nil
    }
  }

  /// Checks a problem: one of these, with places, and JSON.
  private func finding(in problem: Problem, _ names: [Problem.Name]) -> String? {
    guard names.contains(problem.name) else { return "\(problem)" }
    let isJSON = (try? JSONValue(parsing: problem.json())) != nil
    return isJSON ? nil : "the problem is not JSON"
  }

  // MARK: Bodies

  private func findingInBody() -> String? {
    let body = read(text) { (text, meter) throws(DecodingInterrupted) in
      try DocumentBody.read(text, hasSlack: true, naming: .tests, meter: &meter)
    }
    switch body {
    case nil: return nil
    case .failure(let problem)?:
      return finding(in: problem, [.badJSON, .invalidSnapshot, .tooLarge])
    case .success(.layout(let id))?:
      return JSONValue(ofText: text)?["layout"]?.string == id && id.utf8.count == 64
        ? nil : "another id is read: \(id)"
    case .success(.snapshot(let snapshot, _, let range))?:
      if let range, JSONValue(ofText: Array(text[range])) == nil {
        return "the place of the snapshot has no JSON"
      }
      // What is read of the member is what is read of it alone.
      guard let member = JSONValue(ofText: text)?["snapshot"] else { return nil }
      let alone = read(Array(member.text.utf8)) { (text, meter) throws(DecodingInterrupted) in
        try SnapshotDecoder.read(text, hasSlack: true, naming: .tests, meter: &meter).snapshot
      }
      guard case .success(let other)? = alone else { return nil }
      return CanonicalBytes(of: snapshot) == CanonicalBytes(of: other)
        ? nil : "the snapshot of the body differs from the member alone"
    }
  }

  // MARK: Changes

  private func findingInChange() -> String? {
    switch changeHead(of: text) {
    case nil: return nil
    case .failure(let problem)?:
      return finding(in: problem, [.badJSON, .invalidChange, .tooLarge])
    case .success(nil)?: return "the head is not read"
    case .success(let head?)?:
      let again = changeHead(
        of: Array("{\"revision\":1,\"steps\":".utf8) + head.steps + Array("}".utf8))
      guard case .success(let same?)? = again else { return "canonical steps are not read" }
      return same.steps == head.steps ? nil : "canonical steps have another form"
    }
  }

  /// What a change of a document says.
  private func changeHead(of text: [UInt8]) -> Result<DocumentChangeHead?, Problem>? {
    read(text) { (text, meter) throws(DecodingInterrupted) in
      try StepsDecoder.change(
        text, hasSlack: true, isHorizontal: false, ofDocument: true, naming: .tests, meter: &meter
      ).head
    }
  }
}

extension JSONValue {
  fileprivate init?(ofText text: [UInt8]) {
    guard let value = try? JSONValue(parsing: text) else { return nil }
    self = value
  }
}
