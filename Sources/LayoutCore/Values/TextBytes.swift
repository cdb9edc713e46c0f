extension [UInt8] {
  /// Appends the UTF-8 bytes of a text. They are read as a span, because a view of the standard library would also
  /// compile code for texts of other platforms.
  package mutating func append(utf8 text: String) {
    let bytes = text.utf8.span
    // Empty arrays share one storage without memory, whose count must not be written.
    if bytes.isEmpty { return }
    append(addingCapacity: bytes.count) { added in
      for place in bytes.indices { added.append(bytes[place]) }
    }
  }
}
