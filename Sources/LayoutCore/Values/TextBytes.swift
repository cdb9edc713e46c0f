extension [UInt8] {
  /// Adds the bytes of a text in UTF-8. They are read as a span: a view of the standard library also compiles the ways to
  /// read texts of other platforms.
  package mutating func append(utf8 text: String) {
    let bytes = text.utf8.span
    // An array without memory, which all empty ones are, would have its count written.
    if bytes.isEmpty { return }
    append(addingCapacity: bytes.count) { added in
      for place in bytes.indices { added.append(bytes[place]) }
    }
  }
}
