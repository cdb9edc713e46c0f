import HTTPServer
import LayoutCore
import LayoutWire

/// The step from one list of keys to another. It needs no layout, only the body.
extension Call {
  /// docs/rules.md#post-a-diff
  static let diffs = Call(
    path: "/v1/diffs", methods: [.post], needs: [],
    answering: .body { (text, limits, meter) throws(DecodingInterrupted) in
      Answer(
        body: try DiffAnswer.json(
          text, depthMax: limits.maximumDepth, limits: limits.decoding, meter: &meter))
    })
}
