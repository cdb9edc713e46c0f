import HTTPServer
import LayoutCore
import LayoutWire

/// Helpers that need no layout: they answer from the body alone.
extension Call {
  /// `POST /v1/plans`: what steps do to plain lists (docs/rules.md#post-a-plan).
  static let plans = Call(
    path: "/v1/plans", methods: [.post],
    answering: .body { (text, limits, meter) throws(DecodingStop) in
      Answer(
        body: try PlanAnswer.json(
          text, depthMax: limits.maximumDepth, limits: limits.decoding,
          operationsMax: limits.planOperationsMax, meter: &meter))
    })
  /// `POST /v1/diffs`: the step from one list of keys to another (docs/rules.md#post-a-diff).
  static let diffs = Call(
    path: "/v1/diffs", methods: [.post],
    answering: .body { (text, limits, meter) throws(DecodingStop) in
      Answer(
        body: try DiffAnswer.json(text, depthMax: limits.maximumDepth, meter: &meter))
    })
}
