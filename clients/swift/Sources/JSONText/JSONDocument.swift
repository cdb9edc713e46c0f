public import LayoutCore

/// A parsed JSON text (docs/rules.md#json): a flat tape of words and a buffer of strings, both owned by the document.
///
/// The server's module of this name parses with a library of C++. This one has the same interface without it, so that
/// the decoders of `LayoutWire` are the same here as there.
public final class JSONDocument: Sendable {
  private let tape: [UInt64]
  private let strings: [UInt8]

  /// How deep containers may be nested (docs/rules.md#snapshot-limits).
  public static let depthMax = 16
  /// How many bytes follow a text that is parsed in place.
  public static let slackByteCount = 0

  /// Parses a text. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Says nothing here.
  ///   - depthMax: How deep containers may be nested.
  ///   - meter: Takes steps for the text before it is looked at.
  /// - Throws: what is wrong with the text: not JSON, numbers beyond a double, or nested too deeply; or that the meter
  /// granted no more steps. Duplicate keys are not looked for here.
  public convenience init(
    parsing text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    meter: inout StepMeter
  ) throws(JSONSyntaxError) {
    var bytes: [UInt8] = []
    appendBytes(0..<text.byteCount, of: text, to: &bytes)
    try self.init(parsing: bytes, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text. O(bytes)
  public init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax, meter: inout StepMeter
  ) throws(JSONSyntaxError) {
    do throws(WalkStop) {
      try meter.take(DecodingCost.bytes(text.count))
    } catch {
      throw JSONSyntaxError(.none, at: nil)
    }
    var parser = JSONParser(text, depthMax: depthMax)
    if let failure = parser.parse() { throw failure }
    tape = parser.tape
    strings = parser.strings
  }

  /// Parses a text, however long that takes. O(bytes)
  public convenience init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax
  ) throws(JSONSyntaxError) {
    var meter = StepMeter.unlimited
    try self.init(parsing: text, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text that `slackByteCount` bytes follow. O(bytes)
  public convenience init(
    parsingBeforeSlack text: [UInt8], depthMax: Int, meter: inout StepMeter
  ) throws(JSONSyntaxError) {
    try self.init(parsing: text, depthMax: depthMax, meter: &meter)
  }

  /// The value of the whole text.
  public var root: JSONElement { JSONElement(index: 0) }

  /// One past the last element, for a walk over all of them.
  var endIndex: Int { tape.count }

  // MARK: Words

  /// The kind of a word of the tape, by its highest byte.
  enum Kind: UInt8 {
    /// The lower half is the index behind the last element, bits 32 to 55 the number of elements or members.
    case object, array
    /// The rest is the place of the string's bytes, behind their number in four bytes.
    case string
    /// The next word is an `Int64`, a `UInt64`, a `Double`.
    case signed, unsigned, double
    case yes, no, null
  }

  /// The most that the tape says of a number of elements.
  static let countMax = 0xFF_FFFF

  private func kind(_ element: JSONElement) -> Kind {
    guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: tape[element.index] >> 56)) else {
      preconditionFailure("an element of this document")
    }
    return kind
  }

  /// The type of an element.
  public func type(of element: JSONElement) -> JSONType {
    switch kind(element) {
    case .object: .object
    case .array: .array
    case .string: .string
    case .signed, .unsigned, .double: .number
    case .yes, .no: .boolean
    case .null: .null
    }
  }

  /// The next element of the same container, or the container's end.
  public func next(after element: JSONElement) -> JSONElement {
    switch kind(element) {
    case .object, .array: JSONElement(index: end(of: element))
    case .signed, .unsigned, .double: JSONElement(index: element.index + 2)
    case .string, .yes, .no, .null: JSONElement(index: element.index + 1)
    }
  }

  private func end(of container: JSONElement) -> Int {
    Int(UInt32(truncatingIfNeeded: tape[container.index]))
  }

  // MARK: Values

  /// The value of a number, or nil for anything else.
  public func double(_ element: JSONElement) -> Double? {
    switch kind(element) {
    case .double: Double(bitPattern: tape[element.index + 1])
    case .signed: Double(Int64(bitPattern: tape[element.index + 1]))
    case .unsigned: Double(tape[element.index + 1])
    case .object, .array, .string, .yes, .no, .null: nil
    }
  }

  /// The value of a whole number, however it is spelled, or nil for anything else.
  public func integer(_ element: JSONElement) -> Int? {
    switch kind(element) {
    case .double: Int(exactly: Double(bitPattern: tape[element.index + 1]))
    case .signed: Int(exactly: Int64(bitPattern: tape[element.index + 1]))
    case .unsigned: Int(exactly: tape[element.index + 1])
    case .object, .array, .string, .yes, .no, .null: nil
    }
  }

  /// The value of `true` or `false`, or nil for anything else.
  public func boolean(_ element: JSONElement) -> Bool? {
    switch kind(element) {
    case .yes: true
    case .no: false
    case .object, .array, .string, .signed, .unsigned, .double, .null: nil
    }
  }

  /// The bytes of a string in UTF-8, or nil for anything else.
  private func bytes(_ element: JSONElement) -> ArraySlice<UInt8>? {
    guard kind(element) == .string else { return nil }
    let start = Int(truncatingIfNeeded: tape[element.index] & 0x00FF_FFFF_FFFF_FFFF)
    var count = 0
    for place in start..<start + 4 { count = count << 8 | Int(strings[place]) }
    return strings[start + 4..<start + 4 + count]
  }

  /// The number of bytes of a string in UTF-8, or nil for anything else.
  public func stringByteCount(_ element: JSONElement) -> Int? { bytes(element)?.count }

  /// A string's value, or nil for anything else. O(bytes)
  public func string(_ element: JSONElement) -> String? {
    bytes(element).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether two strings are equal, byte for byte. O(bytes)
  public func areEqualStrings(_ first: JSONElement, _ second: JSONElement) -> Bool {
    guard let first = bytes(first), let second = bytes(second) else { return false }
    return first == second
  }

  /// The hash of a string's bytes, different in each process. O(bytes)
  public func stringHash(_ element: JSONElement) -> Int { bytes(element).hashValue }

  /// A string as a name to compare with known ones, without building a `String`.
  public func name(_ element: JSONElement) -> JSONName {
    guard let bytes = bytes(element) else { return JSONName(start: 0, byteCount: -1) }
    var start: UInt64 = 0
    for byte in bytes.prefix(8).reversed() { start = start << 8 | UInt64(byte) }
    return JSONName(start: start, byteCount: bytes.count)
  }

  /// Whether a string consists of these bytes. O(bytes)
  public func hasBytes(_ element: JSONElement, _ bytes: [UInt8]) -> Bool {
    self.bytes(element)?.elementsEqual(bytes) ?? false
  }

  // MARK: Containers

  /// The elements of an array, or the keys and values of an object in turn; nothing for anything else.
  public func contents(of element: JSONElement) -> JSONContents {
    switch kind(element) {
    case .object, .array: JSONContents(next: element.index + 1, end: end(of: element))
    case .string, .signed, .unsigned, .double, .yes, .no, .null:
      JSONContents(next: element.index, end: element.index)
    }
  }

  /// The next element of a container, if there is one.
  public func next(_ contents: inout JSONContents) -> JSONElement? {
    guard contents.next < contents.end else { return nil }
    let element = JSONElement(index: contents.next)
    contents.next = next(after: element).index
    return element
  }

  /// How many elements an array has, or members an object; 0 for anything else.
  ///
  /// O(1) below `countMax`; otherwise O(elements).
  public func count(of element: JSONElement) -> Int {
    let type = type(of: element)
    guard type == .array || type == .object else { return 0 }
    let count = Int(tape[element.index] >> 32) & JSONDocument.countMax
    guard count == JSONDocument.countMax else { return count }
    var contents = contents(of: element)
    var elements = 0
    while next(&contents) != nil { elements += 1 }
    return type == .array ? elements : elements / 2
  }
}

/// Why a text could not be parsed.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kinds of errors, with what is wrong in a few words of English.
  enum Kind: String {
    case none = "no error"
    case byteOrderMark = "a byte order mark is not part of JSON"
    case unexpectedByte = "this byte cannot stand here"
    case unexpectedEnd = "the text ends too early"
    case trailingContent = "something follows the value"
    case escape = "not an escape sequence of JSON"
    case controlCharacter = "a control character in a string has to be escaped"
    case utf8 = "not valid UTF-8"
    case number = "not a number of JSON"
    case numberRange = "a number beyond the range of a double"
    case depth = "nested too deeply"
    case memory = "not enough memory to read the text"
  }

  private let kind: Kind
  /// Where in the text, in bytes from its start; nil when not known.
  public let byteOffset: Int?

  init(_ kind: Kind, at offset: Int?) {
    self.kind = kind
    byteOffset = offset
  }

  /// What is wrong, in a few words of English.
  public var text: String { kind.rawValue }
  /// Whether there was no memory to read the text.
  public var isOutOfMemory: Bool { kind == .memory }
  /// Whether containers are nested deeper than allowed.
  public var isTooDeep: Bool { kind == .depth }
  /// Whether the meter granted no more steps before the text was read.
  public var isUnfinished: Bool { kind == .none }
}
