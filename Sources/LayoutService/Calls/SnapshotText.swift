import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/snapshot`: the snapshot that has this id (docs/rules.md#get-the-snapshot).
extension Call {
  static let snapshot = Call(
    path: "/v1/layouts/{id}/snapshot", needs: .readLayouts, parameters: [.section],
    answersSnapshot: true,
    lifetime: .forever, answering: .layout(.asked, check: checkSnapshot, answerSnapshot))

  @Sendable private static func checkSnapshot(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    let count = named.snapshot.sections.count
    guard let section = question.parameters.section, section >= count else { return }
    throw .badParameter(
      "section", .outOfRange,
      "The layout has \(Problem.counted(count, "section")), and the first is section 0.")
  }

  @Sendable private static func answerSnapshot(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    guard let named = got.named else { preconditionFailure("the call needs a snapshot") }
    let (section, bytesMax) = (question.parameters.section, question.snapshotTextBytes)
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: bytesMax, explicitItemsMax: question.explicitItemsMax)
    let start = ContinuousClock.now
    var writer = JSONWriter(capacity: 256)
    let isWhole = try allowance.walk { (meter) throws(WalkInterrupted) in
      if let section {
        try encoder.write(section: section, to: &writer, meter: &meter)
      } else {
        try encoder.write(to: &writer, meter: &meter)
      }
    }
    guard isWhole else { throw .problem(.textTooLong(section: section, bytesMax)) }
    trace.timing.add(since: start, to: .encode)
    return Answer(body: writer.bytes)
  }
}

extension Problem {
  /// A snapshot, or a section of it, whose text is too long for an answer.
  fileprivate static func textTooLong(section: Int?, _ bytesMax: Int) -> Problem {
    if let section {
      return Problem(
        .tooLarge, detail: "Section \(section) alone is longer than \(bytesMax) bytes.")
    }
    return Problem(
      .tooLarge,
      detail:
        "The snapshot is longer than \(bytesMax) bytes; section=S answers section S alone."
    )
  }
}
