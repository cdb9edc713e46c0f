import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/elements` (docs/rules.md#get-elements)
extension Call {
  static let elements = Call(
    path: "/v1/layouts/{id}/elements", needs: .readLayouts,
    parameters: elementParameters + [.pinning, .special],
    draws: true, lifetime: .forever, fault: { $0.faultOfSpecial },
    answering: .layout(.one, check: checkElements, answerElements))

  @Sendable private static func checkElements(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    if question.parameters.rect == nil, question.parameters.bounds == nil {
      throw .badParameter("rect", .missing, "A rectangle is missing: give rect or bounds.")
    }
    if question.parameters.drawing != nil { try question.checkDrawing() }
    _ = try Listing(.elements, named, question.parameters)
  }

  @Sendable private static func answerElements(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let parameters = question.parameters
    if let format = parameters.drawing {
      return try question.drawing(of: named, layout, as: format, &trace, &allowance)
    }
    guard let rect = parameters.rect ?? parameters.bounds else {
      preconditionFailure("it has been checked")
    }
    let listing = try Listing(checked: .elements, named, question.parameters)
    let list = try question.list(
      layout, rect: rect, listing, parameters, &trace, &allowance)
    let pinning = try question.pinningRecords(layout, rect: rect, &trace, &allowance)
    let limit = question.limit(ofCut: list.list.next != nil)
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: list.estimatedByteCount)
      writer.write(atMost: JSONRoom.headBytesMax) { room in
        room.head(named, layout)
        room.literal(",\"contentSize\":")
        room.size(parameters.contentSize(of: layout))
        room.literal(",\"rect\":")
        room.rect(rect)
      }
      list.write(to: &writer, snapshot: layout.snapshot, parameters)
      writer.member(pinning, of: layout.snapshot)
      writer.literal("}")
      return Answer(body: writer.bytes, limit: limit)
    }
  }
}
