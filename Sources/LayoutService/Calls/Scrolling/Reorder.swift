import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/reorder` (docs/rules.md#get-reorder)
extension Call {
  static let reorder = Call(
    path: "/v1/layouts/{id}/reorder", needs: .readLayouts,
    parameters: [.width, .height, .bounds, .inset, .item, .target, .point, .fields, .scale],
    lifetime: .forever, fault: { $0.faultOfReorder },
    answering: .layout(.preview, check: checkReorder, answerReorder))

  @Sendable private static func checkReorder(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    guard let item = question.parameters.item else { return }
    try named.snapshot.require(item, named: .item)
    guard let target = question.parameters.target else { return }
    try named.snapshot.require(target, named: .target, afterMoving: item)
  }

  @Sendable private static func answerReorder(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    guard let named = got.named, let preview = got.previews.last else {
      preconditionFailure("the call needs a preview")
    }
    let parameters = question.parameters
    guard let bounds = parameters.bounds, let point = parameters.point else {
      preconditionFailure("a question about a drag gives bounds and a point")
    }
    let start = ContinuousClock.now
    let limit = allowance.room(ReorderAnswer.elementsMax)
    var found: ReorderAnswer?
    _ = try allowance.walk(atMost: ReorderAnswer.elementsMax) { (meter) throws(WalkInterrupted) in
      found = try preview.answer(
        at: point, bounds: bounds, inset: parameters.inset ?? .zero, limit: limit, meter: &meter)
    }
    guard let answer = found else {
      throw .problem(
        .badParameter(
          "bounds", .tooMany, "More than \(ReorderAnswer.elementsMax) elements are in them."))
    }
    allowance.take(elements: answer.elements.count + answer.special.count)
    trace.timing.add(since: start, to: .query)
    return trace.timing.measure(.encode) {
      let count = answer.elements.count + answer.special.count
      let grid = parameters.grid(of: preview.layout.snapshot)
      var writer = JSONWriter(capacity: 512 + count * 128)
      writer.head(named, preview.layout)
      writer.literal(",\"target\":")
      writer.path(answer.target)
      writer.literal(",\"gap\":")
      writer.rect(grid?.rounded(answer.gap) ?? answer.gap)
      writer.literal(",\"dragged\":")
      writer.rect(grid?.rounded(answer.dragged) ?? answer.dragged)
      writer.literal(",\"elements\":")
      writer.elements(answer.elements, of: preview, parameters)
      writer.literal(",\"special\":")
      writer.elements(answer.special, of: preview, parameters)
      writer.literal(",\"contentSize\":")
      writer.size(grid?.rounded(answer.contentSize) ?? answer.contentSize)
      writer.literal(",\"autoScroll\":")
      writer.number(answer.autoScroll)
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension QueryParameters {
  /// The fault of the parameters for a drag, for any layout.
  fileprivate var faultOfReorder: Problem? {
    if bounds == nil { return .badParameter("bounds", .missing, "Say where the viewport is now.") }
    if item == nil { return .badParameter("item", .missing, "Say which item is dragged.") }
    if point == nil { return .badParameter("point", .missing, "Say where the finger is.") }
    return nil
  }
}
