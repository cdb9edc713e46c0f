internal import CJSON
public import LayoutCore

/// A parsed JSON text (docs/rules.md#json): a flat tape of words and a buffer of strings, both owned by the document.
///
/// No pointer leaves this file: an element is an index into the tape, and every access is checked against the bounds of
/// tape and strings. A tree of Swift values would cost an allocation for every string and container.
@safe
public final class JSONDocument: Sendable {
  // Freed with the last reference. Not written to after parsing.
  private nonisolated(unsafe) let handle: OpaquePointer
  @usableFromInline nonisolated(unsafe) let tape: UnsafeBufferPointer<UInt64>
  @usableFromInline nonisolated(unsafe) let strings: UnsafeRawBufferPointer

  /// The greatest depth of containers (docs/rules.md#snapshot-limits).
  public static let depthMax = 16
  /// The number of readable bytes that follow a text parsed in place.
  public static let slackByteCount = Int(JSON_SLACK_BYTES)

  /// Parses a text. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `slackByteCount` readable bytes of the same memory follow the text. Otherwise it is copied.
  ///   - depthMax: The greatest depth of containers.
  ///   - meter: Pays for each part of the text before it is read.
  /// - Throws: The error of the text: it is not JSON, a number is beyond a double, or it is nested too deeply. Also
  ///   throws if the meter runs out of units. Duplicate keys are not detected here.
  public convenience init(
    parsing text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    var failure = json_failure()
    let handle = unsafe text.withUnsafeBytes { bytes -> OpaquePointer? in
      let parse = unsafe json_parse_begin(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, hasSlack, depthMax)
      guard let parse = unsafe parse else { return nil }
      let steps = DecodingCost.bytes(min(bytes.count, Int(JSON_BYTES_AT_ONCE)))
      while (try? meter.take(steps)) != nil, unsafe json_parse_advance(parse) {}
      return unsafe json_parse_end(parse, &failure)
    }
    guard let handle = unsafe handle else { throw JSONSyntaxError(failure) }
    unsafe self.init(handle: handle)
  }

  /// Parses a text after copying it. O(bytes)
  public convenience init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax, meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    try unsafe self.init(
      parsing: text.span.bytes, hasSlack: false, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text after copying it, without a limit of steps. O(bytes)
  public convenience init(
    parsing text: [UInt8], depthMax: Int = JSONDocument.depthMax
  ) throws(JSONSyntaxError) {
    var meter = WorkMeter.unlimited
    try self.init(parsing: text, depthMax: depthMax, meter: &meter)
  }

  /// Parses a text in place, without the `slackByteCount` bytes at its end. O(bytes)
  public convenience init(
    parsingBeforeSlack text: [UInt8], depthMax: Int, meter: inout WorkMeter
  ) throws(JSONSyntaxError) {
    let byteCount = text.count - JSONDocument.slackByteCount
    try unsafe self.init(
      parsing: text.span.bytes.extracting(first: byteCount), hasSlack: true, depthMax: depthMax,
      meter: &meter)
  }

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
    var count = 0
    let tape = unsafe json_document_tape(handle, &count)
    unsafe self.tape = UnsafeBufferPointer(start: tape, count: count)
    let strings = unsafe json_document_strings(handle, &count)
    unsafe self.strings = UnsafeRawBufferPointer(start: strings, count: count)
  }

  deinit { unsafe json_document_free(handle) }

  /// The value of the whole text.
  public var root: JSONElement { JSONElement(index: 1) }

  /// The end of the tape's elements, for a walk over all of them.
  var endIndex: Int { unsafe tape.count - 1 }

  // MARK: Words

  @inlinable
  @inline(__always)
  public func word(_ index: Int) -> UInt64 {
    precondition(unsafe index >= 0 && index < tape.count, "an element of this document")
    return unsafe tape[index]
  }

  /// The type of an element.
  @inlinable
  @inline(__always)
  public func type(of element: JSONElement) -> JSONType {
    switch UInt8(truncatingIfNeeded: word(element.index) >> 56) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    default: .null
    }
  }

  /// The next element of the same container, or the end of the container.
  @inlinable
  @inline(__always)
  public func next(after element: JSONElement) -> JSONElement {
    let word = word(element.index)
    switch UInt8(truncatingIfNeeded: word >> 56) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return JSONElement(index: Int(UInt32(truncatingIfNeeded: word)))
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"):
      return JSONElement(index: element.index + 2)
    default:
      return JSONElement(index: element.index + 1)
    }
  }

  // MARK: Values

  /// The value of a number; nil for other elements.
  @inlinable
  @inline(__always)
  public func double(_ element: JSONElement) -> Double? {
    switch UInt8(truncatingIfNeeded: word(element.index) >> 56) {
    case UInt8(ascii: "d"): Double(bitPattern: word(element.index + 1))
    case UInt8(ascii: "l"): Double(Int64(bitPattern: word(element.index + 1)))
    case UInt8(ascii: "u"): Double(word(element.index + 1))
    default: nil
    }
  }

  /// The value of an integral number in any spelling; nil for other elements.
  public func integer(_ element: JSONElement) -> Int? {
    switch UInt8(truncatingIfNeeded: word(element.index) >> 56) {
    case UInt8(ascii: "d"): Int(exactly: Double(bitPattern: word(element.index + 1)))
    case UInt8(ascii: "l"): Int(Int64(bitPattern: word(element.index + 1)))
    case UInt8(ascii: "u"): Int(exactly: word(element.index + 1))
    default: nil
    }
  }

  /// The value of `true` or `false`; nil for other elements.
  public func boolean(_ element: JSONElement) -> Bool? {
    switch UInt8(truncatingIfNeeded: word(element.index) >> 56) {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The number of UTF-8 bytes of a string; nil for other elements.
  public func stringByteCount(_ element: JSONElement) -> Int? {
    guard let offset = stringOffset(element) else { return nil }
    return unsafe Int(strings.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The value of a string; nil for other elements. O(bytes)
  public func string(_ element: JSONElement) -> String? {
    guard let bytes = unsafe stringBytes(element) else { return nil }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Whether two strings are equal, byte for byte. O(bytes)
  public func areEqualStrings(_ first: JSONElement, _ second: JSONElement) -> Bool {
    guard let first = unsafe stringBytes(first), let second = unsafe stringBytes(second) else {
      return false
    }
    return unsafe first.count == second.count && first.elementsEqual(second)
  }

  /// The hash of a string's bytes, different in each process. O(bytes)
  public func stringHash(_ element: JSONElement) -> Int {
    var hasher = Hasher()
    if let bytes = unsafe stringBytes(element) { unsafe hasher.combine(bytes: bytes) }
    return hasher.finalize()
  }

  /// The name of a string, for comparing it with known names without creating a `String`.
  ///
  /// The first eight bytes and the length differ for all names of a snapshot. `hasBytes` compares the rest of a longer
  /// one.
  @inlinable
  @inline(__always)
  public func name(_ element: JSONElement) -> JSONName {
    guard let offset = stringOffset(element) else { return JSONName(start: 0, byteCount: -1) }
    let count = unsafe Int(strings.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    // At least SIMDJSON_PADDING bytes of the buffer follow the last string, as `stringOffset` checks.
    let word = unsafe strings.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self)
    let mask = count >= 8 ? UInt64.max : (1 << UInt64(8 * count)) - 1
    return JSONName(start: UInt64(littleEndian: word) & mask, byteCount: count)
  }

  /// Whether a string has these bytes. O(bytes)
  public func hasBytes(_ element: JSONElement, _ bytes: [UInt8]) -> Bool {
    guard let own = unsafe stringBytes(element) else { return false }
    return unsafe own.count == bytes.count && own.elementsEqual(bytes)
  }

  @inlinable
  @inline(__always)
  func stringOffset(_ element: JSONElement) -> Int? {
    let word = word(element.index)
    guard word >> 56 == UInt64(UInt8(ascii: "\"")) else { return nil }
    let offset = Int(truncatingIfNeeded: word & 0x00FF_FFFF_FFFF_FFFF)
    precondition(unsafe offset + 12 <= strings.count, "a string of this document")
    return offset
  }

  private func stringBytes(_ element: JSONElement) -> UnsafeRawBufferPointer? {
    guard let offset = stringOffset(element) else { return nil }
    let count = unsafe Int(strings.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    precondition(unsafe offset + 4 + count <= strings.count, "a string of this document")
    return unsafe UnsafeRawBufferPointer(rebasing: strings[(offset + 4)..<(offset + 4 + count)])
  }

  // MARK: Containers

  /// The elements of an array, or alternately the keys and values of an object. Empty for other elements.
  @inlinable
  @inline(__always)
  public func contents(of element: JSONElement) -> JSONContents {
    let word = word(element.index)
    switch UInt8(truncatingIfNeeded: word >> 56) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // The word contains the index after the end of the container.
      return JSONContents(
        next: element.index + 1, end: Int(UInt32(truncatingIfNeeded: word)) - 1)
    default:
      return JSONContents(next: element.index, end: element.index)
    }
  }

  /// The next element of a container; nil at its end.
  @inlinable
  @inline(__always)
  public func next(_ contents: inout JSONContents) -> JSONElement? {
    guard contents.next < contents.end else { return nil }
    let element = JSONElement(index: contents.next)
    contents.next = next(after: element).index
    return element
  }

  /// The number of elements of an array, or of members of an object; 0 for other elements.
  ///
  /// O(1) below 2²⁴ − 1, the greatest count on the tape; otherwise O(elements).
  public func count(of element: JSONElement) -> Int {
    let type = type(of: element)
    guard type == .array || type == .object else { return 0 }
    let greatestCount = 0xFF_FFFF
    let count = Int(word(element.index) >> 32) & greatestCount
    guard count == greatestCount else { return count }
    var contents = contents(of: element)
    var elements = 0
    while next(&contents) != nil { elements += 1 }
    return type == .array ? elements : elements / 2
  }
}

/// Why a text could not be parsed.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// A short description in English.
  public let text: String
  /// The place of the error, in bytes from the start of the text; nil if unknown.
  public let byteOffset: Int?
  /// Whether memory was short.
  public let isOutOfMemory: Bool
  /// Whether containers are nested deeper than allowed.
  public let isTooDeep: Bool
  /// Whether the meter ran out of units.
  public let isUnfinished: Bool

  fileprivate init(_ failure: json_failure) {
    text = unsafe String(cString: json_error_text(failure.error))
    byteOffset = failure.offset < 0 ? nil : Int(failure.offset)
    isOutOfMemory = failure.error == JSON_ERROR_MEMORY
    isTooDeep = failure.error == JSON_ERROR_DEPTH
    isUnfinished = failure.error == JSON_ERROR_NONE
  }
}
