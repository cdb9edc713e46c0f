internal import CJSON
internal import LayoutCore

/// Room for text whose greatest length is known, in memory that was reserved at once: a key that is known when the
/// program is compiled takes a few steps.
@safe public struct JSONRoom: ~Copyable {
  /// The most bytes of a number.
  public static let numberBytesMax = Int(JSON_DOUBLE_BYTES)

  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline let end: UnsafeMutablePointer<UInt8>

  @inlinable
  @inline(__always)
  init(_ room: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
    let base = room.baseAddress!
    unsafe (next, end) = (base + start, base + room.count)
  }

  /// Writes text that needs no escaping.
  @inlinable
  @inline(__always)
  public mutating func literal(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    unsafe precondition(count <= end - next)
    unsafe next.update(from: text.utf8Start, count: count)
    unsafe next += count
  }

  /// Writes a finite number, with the fewest digits that give the same double when read. Integers below 2⁵³ have no
  /// point or exponent; −0 is written as 0 (docs/rules.md#numbers).
  public mutating func number(_ value: Double) {
    unsafe precondition(JSONRoom.numberBytesMax <= end - next)
    unsafe next += json_write_double(value, next)
  }

  /// Writes an integer. Most have one digit.
  @inlinable
  @inline(__always)
  public mutating func integer(_ value: Int) {
    guard 0..<10 ~= value else { return longInteger(value) }
    unsafe precondition(end - next > 0)
    unsafe next.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
    unsafe next += 1
  }

  @usableFromInline mutating func longInteger(_ value: Int) {
    unsafe precondition(JSONRoom.numberBytesMax <= end - next)
    unsafe next += json_write_integer(Int64(value), next)
  }

  /// Writes the sixteen lower-case hexadecimal digits of a word, without quotes.
  public mutating func hexadecimal(_ word: UInt64) {
    unsafe precondition(16 <= end - next)
    let high = hexadecimalText(UInt32(truncatingIfNeeded: word >> 32))
    let low = hexadecimalText(UInt32(truncatingIfNeeded: word))
    let place = unsafe UnsafeMutableRawPointer(next)
    unsafe place.storeBytes(of: high.littleEndian, as: UInt64.self)
    unsafe place.storeBytes(of: low.littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe next += 16
  }
}

extension OutputSpan<UInt8> {
  /// Passes the free room to a function.
  @inlinable
  @inline(__always)
  public mutating func write(_ write: (inout JSONRoom) -> Void) {
    unsafe withUnsafeMutableBufferPointer { buffer, initializedCount in
      var room = unsafe JSONRoom(buffer, from: initializedCount)
      write(&room)
      initializedCount = unsafe room.next - buffer.baseAddress!
    }
  }
}

extension JSONWriter {
  /// Writes everything that a function writes, which is at most this number of bytes.
  @inlinable
  @inline(__always)
  public mutating func write(atMost count: Int, _ write: (inout JSONRoom) -> Void) {
    bytes.append(addingCapacity: count) { output in output.write(write) }
  }
}

/// Appends a finite number as JSON (docs/rules.md#numbers).
public func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
  bytes.append(addingCapacity: JSONRoom.numberBytesMax) { output in
    output.write { $0.number(value) }
  }
}

/// Appends text that needs no escaping.
public func appendLiteral(_ text: StaticString, to bytes: inout [UInt8]) {
  let count = text.utf8CodeUnitCount
  if count == 0 { return }
  bytes.append(addingCapacity: count) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      let end = unsafe buffer.baseAddress! + initializedCount
      unsafe end.update(from: text.utf8Start, count: count)
      initializedCount += count
    }
  }
}
