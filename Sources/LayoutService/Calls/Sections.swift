import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/sections` (docs/rules.md#get-sections)
extension Call {
  static let sections = Call(
    path: "/v1/layouts/{id}/sections", needs: .readLayouts, parameters: layoutParameters,
    lifetime: .forever,
    fault: { _ in nil },
    answering: .layout(.one, check: checkSections, answerSections))

  @Sendable private static func checkSections(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    _ = try Listing(.sections, named, question.parameters)
  }

  @Sendable private static func answerSections(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let listing = try Listing(checked: .sections, named, question.parameters)
    var start = 0
    if let position = listing.position {
      guard case .section(let number) = position else { throw .problem(.strayCursor) }
      start = number
    }
    let sections = layout.snapshot.sections
    let end = min(sections.count, start + question.limit)
    if end - start > allowance.room(.max) { throw .tooHeavy }
    var means: [Int: MeanSize] = [:]
    if layout.snapshot.estimatedCount > 0 {
      _ = try allowance.walk { (meter) throws(WalkInterrupted) in
        means = try layout.snapshot.meanSizes(of: start..<max(start, end), meter: &meter)
      }
    }
    let limit = question.limit(ofCut: end < sections.count)
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 192 + max(0, end - start) * 224)
      writer.head(named, layout)
      let grid = question.parameters.grid(of: layout.snapshot)
      writer.literal(",\"sections\":[")
      for number in min(start, end)..<end {
        let frame = layout.frame(ofSection: number)
        if number > start { writer.literal(",") }
        writer.section(
          number, sections[number], id: layout.snapshot.id(ofSection: number),
          named.sectionDigests[number], meanSize: means[number],
          frame: grid?.rounded(frame) ?? frame)
      }
      writer.literal("],\"next\":")
      writer.next(end < sections.count ? .section(end) : nil, of: listing)
      writer.literal("}")
      return Answer(body: writer.bytes, limit: limit)
    }
  }
}

extension Snapshot {
  /// The mean sizes of sections, by number, if they have one. O(runs of sections with estimates)
  fileprivate func meanSizes(
    of numbers: Range<Int>, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [Int: MeanSize] {
    var means: [Int: MeanSize] = [:]
    for number in numbers {
      let mean = try sections[number].meanSize(meter: &meter)
      means[number] = isHorizontal ? mean?.transposed : mean
    }
    return means
  }
}
