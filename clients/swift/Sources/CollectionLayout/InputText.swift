internal import JSONText
internal import LayoutTypes

/// Encodes the inputs of `LayoutTypes` as the service's JSON and passes it to the same decoders that the service uses.
/// So both refuse the same inputs, with the same pointers.
///
/// JSON has no numbers that are not finite. They are refused during encoding.
enum InputText {
  /// The JSON of a snapshot or of a change.
  static func json(
    of input: some Encodable, refusedAs name: String
  ) throws(Refusal) -> [UInt8] {
    let output = Output()
    do {
      try output.write(input)
    } catch let fault as NotFinite {
      let issue = Refusal.Issue(
        pointer: fault.pointer, code: "out-of-range",
        detail: "must be finite, not \(fault.number)")
      throw Refusal(name: name, detail: "\(fault.pointer) \(issue.detail).", issues: [issue])
    } catch {
      preconditionFailure("inputs have no other faults")
    }
    return output.writer.bytes
  }

  /// A number that JSON cannot represent.
  private struct NotFinite: Error {
    let pointer: String
    let number: Double
  }

  /// The text written so far, and the path of the next value.
  private final class Output {
    var writer = JSONWriter()
    var path: [String] = []

    func write(_ number: Double) throws {
      guard number.isFinite else { throw notFinite(number, path) }
      writer.number(number)
    }

    func write(_ value: some Encodable) throws {
      switch value {
      case let number as Double: try write(number)
      case let number as Int: writer.integer(number)
      case let text as String: writer.string(text)
      case let isTrue as Bool: writer.literal(isTrue ? "true" : "false")
      case let numbers as [Double]:
        // Long lists are written without a call of an encoder per number.
        if let place = numbers.firstIndex(where: { !$0.isFinite }) {
          throw notFinite(numbers[place], path + ["\(place)"])
        }
        writer.array(numbers)
      case let numbers as [Int]: writer.array(numbers)
      case let keys as [ItemKey]:
        for (place, key) in keys.enumerated() {
          writer.literal(place == 0 ? "[" : ",")
          switch key.normal {
          case .text(let text): writer.string(text)
          case .integer(let number): writer.integer(number)
          case .number(let number):
            guard number.isFinite else { throw notFinite(number, path + ["\(place)"]) }
            writer.number(number)
          }
        }
        writer.literal(keys.isEmpty ? "[]" : "]")
      default:
        let encoder = ValueEncoder(self)
        try value.encode(to: encoder)
        encoder.finish()
      }
    }

    private func notFinite(_ number: Double, _ path: [String]) -> NotFinite {
      // Keys and indices need no escapes.
      NotFinite(pointer: path.map { "/" + $0 }.joined(), number: number)
    }
  }

  /// Encodes one value. `finish` closes its container: inputs open only one container at a time, and none within a
  /// single value.
  private final class ValueEncoder: Encoder {
    let output: Output
    private var end: StaticString = ""
    var count = 0

    init(_ output: Output) { self.output = output }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      output.writer.literal("{")
      end = "}"
      return KeyedEncodingContainer(Members<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      output.writer.literal("[")
      end = "]"
      return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    func finish() { output.writer.literal(end) }

    /// Writes the text before the next value of the container.
    func begin(_ name: String, isKey: Bool) {
      if count > 0 { output.writer.literal(",") }
      if isKey {
        output.writer.string(name)
        output.writer.literal(":")
      }
      count += 1
      output.path.append(name)
    }

    func within(_ name: String, isKey: Bool, _ write: () throws -> Void) throws {
      begin(name, isKey: isKey)
      try write()
      output.path.removeLast()
    }
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {
      try encoder.within(key.stringValue, isKey: true) { encoder.output.writer.literal("null") }
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try encoder.within(key.stringValue, isKey: true) { try encoder.output.write(value) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { preconditionFailure("inputs nest no containers") }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      preconditionFailure("inputs nest no containers")
    }

    mutating func superEncoder() -> any Encoder { preconditionFailure("inputs have no classes") }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
      preconditionFailure("inputs have no classes")
    }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.count }

    mutating func encodeNil() throws {
      try encoder.within("\(count)", isKey: false) { encoder.output.writer.literal("null") }
    }

    mutating func encode(_ value: some Encodable) throws {
      try encoder.within("\(count)", isKey: false) { try encoder.output.write(value) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { preconditionFailure("inputs nest no containers") }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      preconditionFailure("inputs nest no containers")
    }

    mutating func superEncoder() -> any Encoder { preconditionFailure("inputs have no classes") }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { encoder.output.writer.literal("null") }
    mutating func encode(_ value: some Encodable) throws { try encoder.output.write(value) }
  }
}
