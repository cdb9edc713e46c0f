import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// `POST /v1/layouts/{id}/changes`: what steps make of a layout (docs/rules.md#post-a-change).
extension Call {
  static let changes = Call(
    path: "/v1/layouts/{id}/changes", methods: [.post],
    parameters: layoutParameters + [.pinning, .special],
    fault: { _ in nil }, answering: .change(check: checkChange, answerChange))

  @Sendable private static func checkChange(
    _ question: Question, _ parent: NamedSnapshot
  ) throws(Interruption) {
    _ = try question.containerWidth(of: parent.snapshot)
  }

  @Sendable private static func answerChange(
    _ question: inout Question, _ change: Change, _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    try answerObject(&question, change.result, change.layoutAfter, &allowance) { writer in
      writer.literal(",\"change\":{\"parent\":\"")
      change.parent.id.write(to: &writer)
      writer.literal("\"}")
    }
  }
}
