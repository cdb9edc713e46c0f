public import LayoutCore

/// A parsed JSON text (docs/rules.md#json): a flat tape of words and a buffer of strings, both owned by the document.
///
/// The server's module with this name uses a C++ library for parsing. This one has the same interface without the
/// library, so that both use the same decoders of `LayoutWire`.
public final class JSONDocument: Sendable {
  private let tape: [UInt64]
  private let strings: [UInt8]

  /// The greatest depth of containers (docs/rules.md#snapshot-limits).
  public static let depthMax = 16
  /// The number of readable bytes that follow a text parsed in place.
  public static let slackByteCount = 0

  /// Parses a text. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Ignored here.
  ///   - depthMax: The greatest depth of containers.
  ///   - meter: Pays for the text before it is read.
  /// - Throws: The error of the text: it is not JSON, a number is beyond a double, or it is nested too deeply. Also
  ///   throws if the meter runs out of units. Duplicate keys are not detected here.
  public convenience init(
    parsing text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    var bytes: [UInt8] = []
    appendBytes(0..<text.byteCount, of: text, to: &bytes)
    try self.init(parsing: bytes, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text. O(bytes)
  public init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax, meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    do throws(WalkInterrupted) {
      try meter.take(DecodingCost.bytes(text.count))
    } catch {
      throw JSONSyntaxError(.none, at: nil)
    }
    var parser = JSONParser(text, depthMax: depthMax)
    if let failure = parser.parse() { throw failure }
    tape = parser.tape
    strings = parser.strings
  }

  /// Parses a text without a limit of steps. O(bytes)
  public convenience init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax
  ) throws(JSONSyntaxError) {
    var meter = WorkMeter.unlimited
    try self.init(parsing: text, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text without the `slackByteCount` bytes at its end. O(bytes)
  public convenience init(
    parsingBeforeSlack text: [UInt8], depthMax: Int, meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    try self.init(parsing: text, depthMax: depthMax, meter: &meter)
  }

  /// The value of the whole text.
  public var root: JSONElement { JSONElement(index: 0) }

  /// The end of the tape's elements, for a walk over all of them.
  var endIndex: Int { tape.count }

  // MARK: Words

  /// The kind of a word on the tape, in its highest byte.
  enum Kind: UInt8 {
    /// The lower half is the index after the last element. Bits 32 to 55 are the number of elements or members.
    case object, array
    /// The rest is the position of the string's bytes, after their number in four bytes.
    case string
    /// The next word is an `Int64`, a `UInt64`, a `Double`.
    case signed, unsigned, double
    case yes, no, null
  }

  /// The greatest number of elements that the tape can store.
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

  /// The next element of the same container, or the end of the container.
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

  /// The value of a number; nil for other elements.
  public func double(_ element: JSONElement) -> Double? {
    switch kind(element) {
    case .double: Double(bitPattern: tape[element.index + 1])
    case .signed: Double(Int64(bitPattern: tape[element.index + 1]))
    case .unsigned: Double(tape[element.index + 1])
    case .object, .array, .string, .yes, .no, .null: nil
    }
  }

  /// The value of an integral number in any spelling; nil for other elements.
  public func integer(_ element: JSONElement) -> Int? {
    switch kind(element) {
    case .double: Int(exactly: Double(bitPattern: tape[element.index + 1]))
    case .signed: Int(exactly: Int64(bitPattern: tape[element.index + 1]))
    case .unsigned: Int(exactly: tape[element.index + 1])
    case .object, .array, .string, .yes, .no, .null: nil
    }
  }

  /// The value of `true` or `false`; nil for other elements.
  public func boolean(_ element: JSONElement) -> Bool? {
    switch kind(element) {
    case .yes: true
    case .no: false
    case .object, .array, .string, .signed, .unsigned, .double, .null: nil
    }
  }

  /// The UTF-8 bytes of a string; nil for other elements.
  private func bytes(_ element: JSONElement) -> ArraySlice<UInt8>? {
    guard kind(element) == .string else { return nil }
    let start = Int(truncatingIfNeeded: tape[element.index] & 0x00FF_FFFF_FFFF_FFFF)
    var count = 0
    for place in start..<start + 4 { count = count << 8 | Int(strings[place]) }
    return strings[start + 4..<start + 4 + count]
  }

  /// The number of UTF-8 bytes of a string; nil for other elements.
  public func stringByteCount(_ element: JSONElement) -> Int? { bytes(element)?.count }

  /// The value of a string; nil for other elements. O(bytes)
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

  /// The name of a string, for comparing it with known names without creating a `String`.
  public func name(_ element: JSONElement) -> JSONName {
    guard let bytes = bytes(element) else { return JSONName(start: 0, byteCount: -1) }
    var start: UInt64 = 0
    for byte in bytes.prefix(8).reversed() { start = start << 8 | UInt64(byte) }
    return JSONName(start: start, byteCount: bytes.count)
  }

  /// Whether a string has these bytes. O(bytes)
  public func hasBytes(_ element: JSONElement, _ bytes: [UInt8]) -> Bool {
    self.bytes(element)?.elementsEqual(bytes) ?? false
  }

  // MARK: Containers

  /// The elements of an array, or alternately the keys and values of an object. Empty for other elements.
  public func contents(of element: JSONElement) -> JSONContents {
    switch kind(element) {
    case .object, .array: JSONContents(next: element.index + 1, end: end(of: element))
    case .string, .signed, .unsigned, .double, .yes, .no, .null:
      JSONContents(next: element.index, end: element.index)
    }
  }

  /// The next element of a container; nil at its end.
  public func next(_ contents: inout JSONContents) -> JSONElement? {
    guard contents.next < contents.end else { return nil }
    let element = JSONElement(index: contents.next)
    contents.next = next(after: element).index
    return element
  }

  /// The number of elements of an array, or of members of an object; 0 for other elements.
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
  /// The kinds of errors. Raw values are short descriptions in English.
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
  /// The place of the error, in bytes from the start of the text; nil if unknown.
  public let byteOffset: Int?

  init(_ kind: Kind, at offset: Int?) {
    self.kind = kind
    byteOffset = offset
  }

  /// A short description in English.
  public var text: String { kind.rawValue }
  /// Whether memory was short.
  public var isOutOfMemory: Bool { kind == .memory }
  /// Whether containers are nested deeper than allowed.
  public var isTooDeep: Bool { kind == .depth }
  /// Whether the meter ran out of units.
  public var isUnfinished: Bool { kind == .none }
}
