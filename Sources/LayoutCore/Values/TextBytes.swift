extension [UInt8] {
  /// Appends the UTF-8 bytes of a text.
  package mutating func append(utf8 text: String) {
    text.withUTF8Span { bytes in
      // Empty arrays share one storage without memory, whose count must not be written.
      if bytes.isEmpty { return }
      append(addingCapacity: bytes.count) { added in
        for place in bytes.indices { added.append(bytes[place]) }
      }
    }
  }
}
