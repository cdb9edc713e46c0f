import HTTPServer
import LayoutCore
import LayoutWire

/// What steps do to plain lists. Needs no layout: the body says all.
extension Call {
  /// docs/rules.md#post-a-plan
  static let plans = Call(
    path: "/v1/plans", methods: [.post],
    answering: .body { (text, limits, meter) throws(DecodingStop) in
      Answer(
        body: try PlanAnswer.json(
          text, depthMax: limits.maximumDepth, limits: limits.decoding,
          operationsMax: limits.planOperationsMax, meter: &meter))
    })
}
