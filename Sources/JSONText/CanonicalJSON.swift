public import LayoutCore

extension JSONDocument {
  /// Writes an element in canonical JSON, which is the same for all equal values: without white space, members ordered
  /// by the bytes of their names, numbers with the fewest digits. O(bytes · log(members of an object))
  ///
  /// The parser has limited the depth, and the caller must have limited the members of objects.
  public func writeCanonical(
    _ element: JSONElement, to writer: inout JSONWriter, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    try meter.take(DecodingCost.member)
    switch type(of: element) {
    case .object:
      var members: [(name: String, value: JSONElement)] = []
      var contents = contents(of: element)
      while let key = next(&contents), let value = next(&contents) {
        members.append((string(key) ?? "", value))
      }
      members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      writer.literal("{")
      for (place, member) in members.enumerated() {
        if place > 0 { writer.literal(",") }
        writer.string(member.name)
        writer.literal(":")
        try writeCanonical(member.value, to: &writer, meter: &meter)
      }
      writer.literal("}")
    case .array:
      writer.literal("[")
      var contents = contents(of: element)
      var isFirst = true
      while let value = next(&contents) {
        if !isFirst { writer.literal(",") }
        isFirst = false
        try writeCanonical(value, to: &writer, meter: &meter)
      }
      writer.literal("]")
    case .string:
      try meter.take(DecodingCost.bytes(stringByteCount(element) ?? 0))
      writer.string(string(element) ?? "")
    case .number:
      if let number = integer(element) {
        writer.integer(number)
      } else {
        writer.number(double(element) ?? 0)
      }
    case .boolean:
      writer.literal(boolean(element) == true ? "true" : "false")
    case .null:
      writer.literal("null")
    }
  }
}
