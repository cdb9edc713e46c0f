import Comparison
import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// A change that is told as two trees, as a text or, for bytes that do not begin an object, as the choices of a
/// generator: the step makes the layout of the second tree out of that of the first one. A generated tree has the
/// sections that the oracle resolves.
struct TreesInput {
  private static let stepsMax = 2_000_000
  private static let limits: SnapshotLimits = {
    var limits = SnapshotLimits()
    limits.explicitItems = 20_000
    limits.sections = 1000
    return limits
  }()

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func finding() -> String? {
    if bytes.first == UInt8(ascii: "{") {
      guard let body = try? JSONValue(parsing: bytes) else { return findingOfRefusal(bytes) }
      return finding(in: bytes, from: body["from"], to: body["to"])
    }
    var generator = SnapshotGenerator(choices: bytes)
    let (from, to) = generator.changedSource(containerWidth: 390)
    let resolved = snapshot(NaiveSource(from).snapshot).map { CanonicalBytes(of: $0) }
    if resolved != snapshot(from).map({ CanonicalBytes(of: $0) }) {
      return "the sections of the source are others: \(from.text)"
    }
    let body = #"{"from":\#(from.text),"to":\#(to.text)}"#
    return finding(in: Array(body.utf8), from: from, to: to).map { "\($0): \(body)" }
  }

  private func finding(
    in text: [UInt8], from: JSONValue?, to: JSONValue?
  ) -> String? {
    guard let from, let to, from["source"] != nil, to["source"] != nil,
      let before = snapshot(from), let after = snapshot(to)
    else {
      return findingOfRefusal(text)
    }
    var meter = WorkMeter(portion: TreesInput.stepsMax)
    do throws(DecodingInterrupted) {
      let posted = try read(text, &meter)
      if posted.source == nil { return nil }
      let changed = try ChangedSnapshot(posted, of: before, meter: &meter)
      return CanonicalBytes(of: changed.snapshot) == CanonicalBytes(of: after)
        ? nil : "the step makes something else than the second tree"
    } catch {
      guard case .problem(let problem) = error else { return nil }
      // A right tree may have states that cannot follow, other directions, or stand beside other members.
      let isRight = problem.issues.allSatisfy { issue in
        guard case .pointer(let pointer) = issue.place else { return false }
        return issue.code == .illegalTransition || issue.code == .notAllowed
          || !(pointer.hasPrefix("/from") || pointer.hasPrefix("/to"))
      }
      return isRight ? nil : "trees that are right are refused: \(problem)"
    }
  }

  /// Checks that a text that is refused is a problem that names places.
  private func findingOfRefusal(_ text: [UInt8]) -> String? {
    var meter = WorkMeter(portion: TreesInput.stepsMax)
    do throws(DecodingInterrupted) {
      _ = try read(text, &meter)
    } catch {
      guard case .problem(let problem) = error else { return nil }
      guard (try? JSONDocument(parsing: problem.json())) != nil else {
        return "the problem is not JSON"
      }
      return problem.name == .tooLarge || (1...Problem.issuesMax).contains(problem.issues.count)
        ? nil : "\(problem.issues.count) errors"
    }
    return nil
  }

  private func read(
    _ text: [UInt8], _ meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> PostedSteps {
    try text.withText { (text) throws(DecodingInterrupted) in
      try StepsDecoder.change(
        text, hasSlack: false, isHorizontal: nil, depthMax: 32, limits: TreesInput.limits,
        naming: .tests, meter: &meter)
    }
  }

  private func snapshot(_ given: JSONValue) -> Snapshot? {
    guard given["source"] != nil || given["sections"] != nil else { return nil }
    return try? SnapshotDecoder.snapshot(
      readingWhole: Array(given.text.utf8), depthMax: 32, limits: TreesInput.limits)
  }
}
