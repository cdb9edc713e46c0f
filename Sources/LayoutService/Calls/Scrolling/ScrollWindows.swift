import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/window` (docs/rules.md#get-window)
extension Call {
  static let scrollWindow = Call(
    path: "/v1/layouts/{id}/window", needs: .readLayouts,
    parameters: [
      .width, .height, .bounds, .inset, .velocity, .previous, .previousVelocity, .ahead, .speed,
      .fields, .scale,
    ],
    lifetime: .forever, fault: { $0.faultOfWindow },
    answering: .layout(.one, check: { (_, _) in }, answerWindow))

  @Sendable private static func answerWindow(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let parameters = question.parameters
    let start = ContinuousClock.now
    guard let bounds = parameters.bounds else {
      preconditionFailure("a question about a window gives bounds")
    }
    let before = parameters.previous.map {
      ScrollMotion(bounds: $0, velocity: parameters.previousVelocity)
    }
    let rule = PrefetchRule(
      ahead: parameters.ahead ?? 1, greatestSpeed: parameters.speed ?? 3)
    let limit = allowance.room(ScrollWindow.elementsMax)
    var found: ScrollWindow?
    _ = try allowance.walk(atMost: ScrollWindow.elementsMax) { (meter) throws(WalkInterrupted) in
      found = try layout.window(
        ScrollMotion(bounds: bounds, velocity: parameters.velocity), previous: before,
        inset: parameters.inset ?? .zero, prefetch: rule, limit: limit, meter: &meter)
    }
    guard let window = found else {
      throw .problem(
        .badParameter(
          "bounds", .tooMany,
          "More than \(ScrollWindow.elementsMax) elements are in them, in previous or ahead of them."
        ))
    }
    allowance.take(elements: window.entering.count + window.leaving.count)
    trace.timing.add(since: start, to: .query)
    return trace.timing.measure(.encode) {
      let count = window.entering.count + window.leaving.count + window.prefetch.count
      var writer = JSONWriter(capacity: 256 + count * 128)
      writer.head(named, layout)
      writer.literal(",\"entering\":")
      writer.elements(window.entering, of: layout.snapshot, parameters)
      writer.literal(",\"leaving\":")
      writer.names(of: window.leaving)
      writer.literal(",\"prefetch\":")
      writer.paths(of: window.prefetch)
      writer.literal(",\"cancelled\":")
      writer.paths(of: window.cancelled)
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension QueryParameters {
  /// The fault of the parameters for a window, for any layout.
  fileprivate var faultOfWindow: Problem? {
    if bounds == nil { return .badParameter("bounds", .missing, "Say where the viewport is now.") }
    guard previousVelocity != nil, previous == nil else { return nil }
    return .badParameter("previous", .missing, "previousVelocity needs previous.")
  }
}
