/// Questions about a layout that is made of a source: an `Inquiry` whose snapshot has one. The reply also has what answers
/// say of the nodes, as `source`, and the snapshot with its sections.
public struct SourceInquiry {
  /// The answers, beside what was asked.
  public private(set) var reply: JSONValue

  /// Nil when it is no inquiry about a source. The snapshot has to be valid.
  public init?(_ json: JSONValue) {
    guard let given = json["snapshot"], given["source"] != nil, json["steps"] == nil else {
      return nil
    }
    let source = NaiveSource(given)
    var resolved = json
    resolved["snapshot"] = source.snapshot
    guard let inquiry = Inquiry(resolved) else { return nil }
    reply = inquiry.reply
    reply["source"] = source.told
  }
}

extension NaiveSource {
  /// The member `source` of an answer (docs/rules.md#sources).
  public var told: JSONValue {
    let nodes = nodes.map { node in
      var told: JSONValue = [:]
      told["id"] = node.id.map(JSONValue.string)
      told["state"] = .string(node.state)
      told["first"] = node.first.map { .number(Double($0)) }
      told["sectionCount"] = .number(Double(node.sectionCount))
      told["movable"] = node.isMovable ? true : nil
      told["editable"] = node.isEditable ? true : nil
      return told
    }
    return [
      "state": .string(state), "load": .array(load.map(JSONValue.string)), "nodes": .array(nodes),
    ]
  }
}
