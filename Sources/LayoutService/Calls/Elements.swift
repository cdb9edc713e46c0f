import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// `GET /v1/layouts/{id}/elements` (docs/rules.md#get-elements)
extension Call {
  static let elements = Call(
    path: "/v1/layouts/{id}/elements", parameters: layoutParameters + [.pinning, .special],
    draws: true, lifetime: .forever, fault: { $0.faultOfSpecial },
    answering: .layout(check: checkElements, answerElements))

  private static func rect(_ question: Question) throws(Interruption) -> Rect {
    if let rect = question.parameters.rect ?? question.parameters.bounds { return rect }
    throw .problem(.badParameter("rect", .missing, "A rectangle is missing: give rect or bounds."))
  }

  @Sendable private static func checkElements(
    _ question: Question, _ named: NamedSnapshot
  ) throws(Interruption) {
    _ = try rect(question)
    if question.parameters.drawing != nil { try question.checkDrawing() }
    _ = try Listing(.elements, named, question)
  }

  @Sendable private static func answerElements(
    _ question: inout Question, _ named: NamedSnapshot, _ layout: Layout,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let parameters = question.parameters
    if let format = parameters.drawing {
      return try question.drawing(of: named, layout, as: format, &allowance)
    }
    let rect = try rect(question)
    let listing = try Listing(.elements, named, question)
    let list = try question.list(layout, rect: rect, listing, parameters, &allowance)
    let pinning = try question.pinningRecords(layout, rect: rect, &allowance)
    return question.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: list.estimatedByteCount)
      writer.head(named, layout)
      writer.literal(",\"contentSize\":")
      writer.size(layout.contentSize)
      writer.literal(",\"rect\":")
      writer.rect(rect)
      list.write(to: &writer, snapshot: layout.snapshot, format: parameters.format ?? .rows)
      if let pinning {
        writer.literal(",\"pinning\":")
        writer.pinning(pinning, of: layout.snapshot)
      }
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}
