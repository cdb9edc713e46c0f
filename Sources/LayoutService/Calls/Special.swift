import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/special`: the scroll request (docs/rules.md#get-special).
extension Call {
  static let special = Call(
    path: "/v1/layouts/{id}/special", needs: .readLayouts, parameters: elementParameters,
    countsAsSpecial: true, lifetime: .forever,
    answering: .layout(.one, check: checkSpecial, answerSpecial))

  @Sendable private static func checkSpecial(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    if question.parameters.bounds != nil { return }
    throw .badParameter("bounds", .missing, "The visible bounds are missing.")
  }

  @Sendable private static func answerSpecial(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    guard let bounds = question.parameters.bounds else {
      preconditionFailure("it has been checked")
    }
    let elementsMax = question.elementsMax
    let start = ContinuousClock.now
    let special = try layout.specialElements(
      bounds: bounds, question.parameters, limit: elementsMax, limitMax: elementsMax, &allowance)
    let effects = try layout.shownCells(
      bounds: bounds, question.parameters, limit: elementsMax, limitMax: elementsMax, &allowance)
    let end = trace.timing.add(since: start, to: .query)
    var writer = JSONWriter(capacity: 512 + (special.count + (effects?.count ?? 0)) * 160)
    writer.write(atMost: JSONRoom.headBytesMax) { room in
      room.head(named, layout)
      room.literal(",\"bounds\":")
      room.rect(bounds)
      room.literal(",\"special\":")
    }
    writer.elements(special, of: layout.snapshot, question.parameters)
    writer.member(effects, of: layout.snapshot, question.parameters)
    writer.literal("}")
    trace.timing.add(since: end, to: .encode)
    return Answer(body: writer.bytes)
  }
}
