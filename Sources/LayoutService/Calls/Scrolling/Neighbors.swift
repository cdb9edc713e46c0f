import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// `GET /v1/layouts/{id}/items/{section}/{item}/neighbors` (docs/rules.md#get-neighbors)
extension Call {
  static let neighbors = Call(
    path: "/v1/layouts/{id}/items/{section}/{item}/neighbors", elements: .cell,
    parameters: [.width, .height, .bounds], lifetime: .forever,
    answering: .layout(check: { (_, _) in }, answerNeighbors))

  @Sendable private static func answerNeighbors(
    _ question: inout Question, _ named: NamedSnapshot, _ layout: Layout,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let element = question.target.element
    let neighbors = try question.trace.timing.measure(.query) { () throws(Interruption) in
      var neighbors: Neighbors?
      _ = try allowance.walk { (meter) throws(WalkStop) in
        neighbors = try element.flatMap { (element) throws(WalkStop) in
          try layout.neighbors(of: ItemPath(element.section, element.index), meter: &meter)
        }
      }
      return neighbors
    }
    guard let neighbors else { throw .problem(.noElement(element, in: layout)) }
    return question.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 512)
      writer.head(named, layout)
      for side in Neighbors.Side.allCases {
        writer.literal(side.member)
        writer.neighbor(neighbors[side])
      }
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension Neighbors.Side {
  fileprivate var member: StaticString {
    switch self {
    case .up: ",\"up\":"
    case .down: ",\"down\":"
    case .left: ",\"left\":"
    case .right: ",\"right\":"
    }
  }
}
