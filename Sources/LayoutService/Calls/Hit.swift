import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/hit` (docs/rules.md#get-hit)
extension Call {
  static let hit = Call(
    path: "/v1/layouts/{id}/hit", needs: .readLayouts,
    parameters: elementParameters + [.point, .special],
    lifetime: .forever, fault: { $0.cursor == nil ? $0.faultOfSpecial : .strayCursor },
    answering: .layout(.one, check: checkHit, answerHit))

  @Sendable private static func checkHit(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    if question.parameters.point != nil { return }
    throw .badParameter("point", .missing, "The point is missing.")
  }

  @Sendable private static func answerHit(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let parameters = question.parameters
    guard let point = parameters.point else { preconditionFailure("it has been checked") }
    let start = ContinuousClock.now
    var attributes: LayoutAttributes?
    let isWhole = try allowance.walk { (meter) throws(WalkInterrupted) in
      attributes = try layout.element(
        at: point, bounds: parameters.bounds, inset: parameters.inset ?? .zero,
        findsResting: parameters.special == .rest, meter: &meter)
    }
    guard isWhole else { throw .problem(.tooManyInEffects(question.elementsMax, named: .bounds)) }
    trace.timing.add(since: start, to: .query)
    return trace.timing.measure(.encode) { [attributes] in
      var writer = JSONWriter(capacity: 384)
      writer.head(named, layout)
      writer.literal(",\"element\":")
      if let attributes {
        writer.element(attributes, of: layout, parameters)
      } else {
        writer.literal("null")
      }
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}
