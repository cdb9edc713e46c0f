import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// `GET /v1/layouts/{id}/special`: the scroll request (docs/rules.md#get-special).
extension Call {
  static let special = Call(
    path: "/v1/layouts/{id}/special", parameters: layoutParameters, lifetime: .forever,
    answering: .layout(
      check: { (question, _) throws(Interruption) in _ = try bounds(question) }, answerSpecial))

  private static func bounds(_ question: Question) throws(Interruption) -> Rect {
    if let bounds = question.parameters.bounds { return bounds }
    throw .problem(.badParameter("bounds", .missing, "The visible bounds are missing."))
  }

  @Sendable private static func answerSpecial(
    _ question: inout Question, _ named: NamedSnapshot, _ layout: Layout,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let (parameters, elementsMax) = (question.parameters, question.elementsMax)
    let bounds = try bounds(question)
    let special = try question.trace.timing.measure(.query) { () throws(Interruption) in
      try layout.specialElements(
        bounds: bounds, parameters, limit: elementsMax, limitMax: elementsMax, &allowance)
    }
    question.trace.isSpecialOnly = true
    return question.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256 + special.count * 160)
      writer.head(named, layout)
      writer.literal(",\"bounds\":")
      writer.rect(bounds)
      writer.literal(",\"special\":")
      writer.elements(special, of: layout.snapshot)
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}
