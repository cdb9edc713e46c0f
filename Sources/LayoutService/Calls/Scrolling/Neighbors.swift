import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/items/{section}/{item}/neighbors` (docs/rules.md#get-neighbors)
extension Call {
  static let neighbors = Call(
    path: "/v1/layouts/{id}/items/{section}/{item}/neighbors", needs: .readLayouts,
    elements: .cell,
    parameters: [.width, .height, .bounds, .scale], lifetime: .forever,
    answering: .layout(.one, check: { (_, _) in }, answerNeighbors))

  @Sendable private static func answerNeighbors(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let element = question.target.element
    let start = ContinuousClock.now
    var found: Neighbors?
    _ = try allowance.walk { (meter) throws(WalkInterrupted) in
      found = try element.flatMap { (element) throws(WalkInterrupted) in
        try layout.neighbors(of: ItemPath(element.section, element.index), meter: &meter)
      }
    }
    trace.timing.add(since: start, to: .query)
    guard let neighbors = found else { throw .problem(.noElement(element, in: layout)) }
    return trace.timing.measure(.encode) {
      let grid = question.parameters.grid(of: layout.snapshot)
      var writer = JSONWriter(capacity: 512)
      writer.head(named, layout)
      for side in Neighbors.Side.allCases {
        writer.literal(side.member)
        writer.neighbor(neighbors[side], grid)
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
