import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// `GET /v1/layouts/{id}/hit` (docs/rules.md#get-hit)
extension Call {
  static let hit = Call(
    path: "/v1/layouts/{id}/hit", parameters: layoutParameters + [.point, .special],
    lifetime: .forever, fault: { $0.cursor == nil ? $0.faultOfSpecial : .strayCursor },
    answering: .layout(
      check: { (question, _) throws(Interruption) in _ = try point(question) }, answerHit))

  private static func point(_ question: Question) throws(Interruption) -> Point {
    if let point = question.parameters.point { return point }
    throw .problem(.badParameter("point", .missing, "The point is missing."))
  }

  @Sendable private static func answerHit(
    _ question: inout Question, _ named: NamedSnapshot, _ layout: Layout,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let parameters = question.parameters
    let point = try point(question)
    let attributes = try question.trace.timing.measure(.query) { () throws(Interruption) in
      var topmost: LayoutAttributes?
      _ = try allowance.walk { (meter) throws(WalkStop) in
        topmost = try layout.element(
          at: point, bounds: parameters.bounds, inset: parameters.inset ?? .zero,
          findsResting: parameters.special == .rest, meter: &meter)
      }
      return topmost
    }
    return question.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 384)
      writer.head(named, layout)
      writer.literal(",\"element\":")
      if let attributes {
        writer.element(attributes, of: layout.snapshot)
      } else {
        writer.literal("null")
      }
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}
