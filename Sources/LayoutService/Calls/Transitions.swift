import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/transition`: the transitions of elements from one layout to another, with items matched by
/// place (docs/rules.md#get-a-transition).
extension Call {
  static let transition = Call(
    path: "/v1/layouts/{id}/transition", needs: .readLayouts,
    parameters: [
      .width, .height, .bounds, .inset, .from, .fromWidth, .fromBounds, .appearScale, .progress,
      .scale,
    ],
    lifetime: .forever,
    fault: {
      $0.bounds != nil
        ? nil
        : .badParameter("bounds", .missing, "Say where the viewport is in the layout at the end.")
    },
    answering: .layout(.two, check: { (_, _) in }, answerTransition))

  @Sendable private static func answerTransition(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let parameters = question.parameters
    guard let bounds = parameters.bounds else {
      preconditionFailure("who asks for a transition gives bounds")
    }
    let start = ContinuousClock.now
    var change: LayoutChange?
    _ = try allowance.walk { (meter) throws(WalkInterrupted) in
      change = try LayoutChange(
        matchingPlacesOf: got.earlierLayout ?? layout, layout, meter: &meter)
    }
    let transitions =
      try change?.transitions(
        from: parameters.fromBounds ?? bounds, to: bounds, parameters,
        comparesLines: parameters.from.map { $0 == named.id.hexadecimal } ?? true, &allowance)
      ?? []
    trace.timing.add(since: start, to: .query)
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256 + transitions.count * 320)
      writer.head(named, layout)
      writer.literal(",\"contentSize\":")
      writer.size(parameters.contentSize(of: layout))
      writer.literal(",\"transition\":")
      writer.transitions(
        transitions, progress: parameters.progress,
        parameters.grids(from: (got.earlierLayout ?? layout).snapshot, to: layout.snapshot))
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}
