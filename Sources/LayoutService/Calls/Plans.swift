import HTTPServer
import LayoutCore
import LayoutWire

/// The effect of steps on plain lists. It needs no layout, only the body.
extension Call {
  /// docs/rules.md#post-a-plan
  static let plans = Call(
    path: "/v1/plans", methods: [.post], needs: [],
    answering: .body { (text, limits, meter) throws(DecodingInterrupted) in
      Answer(
        body: try PlanAnswer.json(
          text, depthMax: limits.maximumDepth, limits: limits.decoding,
          operationsMax: limits.planOperationsMax, meter: &meter))
    })
}
