import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// `GET /v1/layouts/{id}/reorder` (docs/rules.md#get-reorder)
extension Call {
  static let reorder = Call(
    path: "/v1/layouts/{id}/reorder",
    parameters: [.width, .height, .bounds, .inset, .item, .target, .point],
    lifetime: .forever, fault: { $0.faultOfReorder },
    answering: .preview(check: checkReorder, answerReorder))

  @Sendable private static func checkReorder(
    _ question: Question, _ named: NamedSnapshot
  ) throws(Interruption) {
    guard let item = question.parameters.item else { return }
    try named.snapshot.require(item, named: .item)
    guard let target = question.parameters.target else { return }
    try named.snapshot.require(target, named: .target, afterMoving: item)
  }

  @Sendable private static func answerReorder(
    _ question: inout Question, _ named: NamedSnapshot, _ preview: ReorderPreview,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let parameters = question.parameters
    let answer = try question.trace.timing.measure(.query) { () throws(Interruption) in
      try parameters.answer(of: preview, &allowance)
    }
    return question.trace.timing.measure(.encode) {
      let count = answer.elements.count + answer.special.count
      var writer = JSONWriter(capacity: 512 + count * 128)
      writer.head(named, preview.layout)
      writer.literal(",\"target\":")
      writer.path(answer.target)
      writer.literal(",\"gap\":")
      writer.rect(answer.gap)
      writer.literal(",\"dragged\":")
      writer.rect(answer.dragged)
      writer.literal(",\"elements\":")
      writer.elements(answer.elements, of: preview)
      writer.literal(",\"special\":")
      writer.elements(answer.special, of: preview)
      writer.literal(",\"contentSize\":")
      writer.size(answer.contentSize)
      writer.literal(",\"autoScroll\":")
      writer.number(answer.autoScroll)
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension QueryParameters {
  /// The fault of the parameters for a drag, whatever the layout.
  fileprivate var faultOfReorder: Problem? {
    if bounds == nil { return .badParameter("bounds", .missing, "Say where the viewport is now.") }
    if item == nil { return .badParameter("item", .missing, "Say which item is dragged.") }
    if point == nil { return .badParameter("point", .missing, "Say where the finger is.") }
    return nil
  }

  fileprivate func answer(
    of preview: ReorderPreview, _ allowance: inout Allowance
  ) throws(Interruption) -> ReorderAnswer {
    guard let bounds, let point else {
      preconditionFailure("a question about a drag gives bounds and a point")
    }
    let limit = allowance.room(ReorderAnswer.elementsMax)
    var answer: ReorderAnswer?
    _ = try allowance.walk(atMost: ReorderAnswer.elementsMax) { (meter) throws(WalkStop) in
      answer = try preview.answer(
        at: point, bounds: bounds, inset: inset ?? .zero, limit: limit, meter: &meter)
    }
    guard let answer else {
      throw .problem(
        .badParameter(
          "bounds", .tooMany, "More than \(ReorderAnswer.elementsMax) elements are in them."))
    }
    allowance.take(elements: answer.elements.count + answer.special.count)
    return answer
  }
}
