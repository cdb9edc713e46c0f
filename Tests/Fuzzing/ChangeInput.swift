import Comparison
import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// A text as steps of a change, as what a plan is asked for, and as what a diff is asked for.
struct ChangeInput {
  private static let itemsMax = 2_000
  private static let stepsMax = 2_000_000

  private let text: [UInt8]

  init(_ bytes: [UInt8]) { text = bytes }

  func finding() -> String? {
    let change = read { (text, meter) throws(DecodingInterrupted) in
      for isHorizontal in [false, true] {
        _ = try StepsDecoder.change(
          text, hasSlack: true, isHorizontal: isHorizontal, naming: .tests, meter: &meter)
      }
      return []
    }
    if let finding = change.finding { return "change: \(finding)" }
    let diff = read { (text, meter) throws(DecodingInterrupted) in
      try DiffAnswer.json(text, depthMax: 16, meter: &meter)
    }
    if let finding = diff.finding { return "diff: \(finding)" }
    let plan = read { (text, meter) throws(DecodingInterrupted) in
      try PlanAnswer.json(text, depthMax: 16, limits: SnapshotLimits(), meter: &meter)
    }
    if let finding = plan.finding { return "plan: \(finding)" }
    guard let answer = plan.answer, let body = try? JSONValue(parsing: text) else { return nil }
    return finding(inPlan: answer, of: body)
  }

  /// The answer, if there is one, or what is wrong with it or with the problem.
  private func read(
    _ answer: (RawSpan, inout WorkMeter) throws(DecodingInterrupted) -> [UInt8]
  ) -> (answer: JSONValue?, finding: String?) {
    var meter = WorkMeter(portion: ChangeInput.stepsMax)
    let padded = text + Array(repeating: 0, count: JSONDocument.slackByteCount)
    do throws(DecodingInterrupted) {
      let json = try padded.withText { (padded) throws(DecodingInterrupted) in
        try answer(padded.extracting(first: text.count), &meter)
      }
      guard let value = try? JSONValue(parsing: json) else {
        return (nil, json.isEmpty ? nil : "the answer is not JSON")
      }
      return (value, nil)
    } catch {
      guard case .problem(let problem) = error else { return (nil, nil) }
      guard (1...Problem.issuesMax).contains(problem.issues.count) else {
        return (nil, "\(problem.issues.count) errors")
      }
      let isJSON = (try? JSONValue(parsing: problem.json())) != nil
      return (nil, isJSON ? nil : "the problem is not JSON")
    }
  }

  // MARK: Plans

  /// An item's place before the step; nil for a new one.
  private struct Origin: Equatable {
    let section: Int
    let item: Int
  }

  /// Does what the plan of one step says to plain lists, and compares them with the items that it answers.
  private func finding(inPlan answer: JSONValue, of body: JSONValue) -> String? {
    guard body["steps"]?.array?.count == 1,
      let counts = body["counts"]?.array?.compactMap(\.int),
      let after = answer["items"]?.array, let operations = answer["plan"]?.array
    else { return nil }
    let countsAfter = answer["counts"]?.array?.compactMap(\.int) ?? []
    guard counts.reduce(0, +) + countsAfter.reduce(0, +) <= ChangeInput.itemsMax else { return nil }
    var lists: [[Origin?]] = counts.enumerated().map { section, count in
      (0..<count).map { Origin(section: section, item: $0) }
    }
    var removed: [Int: [Origin?]] = [:]
    for operation in operations {
      if let place = operation["remove"], let section = place["section"]?.int {
        if let item = place["item"]?.int {
          lists[section].remove(at: item)
        } else {
          removed[section] = lists.remove(at: section)
        }
      } else if let place = operation["insert"], let section = place["section"]?.int {
        if let item = place["item"]?.int {
          let origin = place["from"].flatMap { from in
            from["section"]?.int.flatMap { section in
              from["item"]?.int.map { Origin(section: section, item: $0) }
            }
          }
          lists[section].insert(origin, at: item)
        } else {
          let kept = place["reloaded"] == nil ? place["from"]?.int.flatMap { removed[$0] } : nil
          let count = place["count"]?.int ?? 0
          lists.insert(kept ?? Array(repeating: nil, count: count), at: section)
        }
      } else {
        return "an operation of no kind: \(operation.text)"
      }
    }
    let expected = after.map { runs in
      (runs.array ?? []).flatMap { run -> [Origin?] in
        let count = run["count"]?.int ?? 0
        guard let section = run["section"]?.int, let item = run["item"]?.int else {
          return Array(repeating: nil, count: count)
        }
        return (item..<item + count).map { Origin(section: section, item: $0) }
      }
    }
    if lists != expected { return "the plan makes other lists than the items say" }
    return lists.map(\.count) == countsAfter ? nil : "the counts are not those of the lists"
  }
}
