internal import CJSON
internal import LayoutCore

/// Appends a finite number as JSON.
///
/// Uses the fewest digits that give the same double when read. Integers below 2⁵³ have no point or exponent; −0 is
/// written as 0 (docs/rules.md#numbers).
@inline(__always)
public func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
  bytes.append(addingCapacity: Int(JSON_DOUBLE_BYTES)) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      initializedCount += unsafe json_write_double(value, buffer.baseAddress! + initializedCount)
    }
  }
}

/// Appends the sixteen lower-case hexadecimal digits of a word.
public func appendHexadecimal(_ word: UInt64, to bytes: inout [UInt8]) {
  let high = hexadecimalText(UInt32(truncatingIfNeeded: word >> 32))
  let low = hexadecimalText(UInt32(truncatingIfNeeded: word))
  bytes.append(addingCapacity: 16) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      let end = unsafe UnsafeMutableRawPointer(buffer.baseAddress! + initializedCount)
      unsafe end.storeBytes(of: high.littleEndian, as: UInt64.self)
      unsafe end.storeBytes(of: low.littleEndian, toByteOffset: 8, as: UInt64.self)
      initializedCount += 16
    }
  }
}

/// Appends a rectangle of finite numbers as a JSON object, `{"x","y","width","height"}`.
func appendRect(_ rect: Rect, to bytes: inout [UInt8]) {
  bytes.append(addingCapacity: Int(JSON_RECT_BYTES)) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      initializedCount += unsafe json_write_rect(
        rect.x, rect.y, rect.width, rect.height, buffer.baseAddress! + initializedCount)
    }
  }
}

/// Appends an element's object without its colours and its closing brace.
///
/// - Parameter head: The text before the section's number or, for a global header, before the index.
func appendElement(
  _ attributes: LayoutAttributes, head: StaticString, to bytes: inout [UInt8]
) {
  let (element, frame) = (attributes.element, attributes.frame)
  var written = unsafe json_element(
    x: frame.x, y: frame.y, width: frame.width, height: frame.height,
    head: head.utf8Start, head_bytes: head.utf8CodeUnitCount, section: Int64(element.section),
    is_item: element.kind == .cell, index: Int64(element.index),
    z_index: Int64(attributes.zIndex), pinned: attributes.isPinned.map { $0 ? 1 : 0 } ?? -1,
    column_index: Int64(attributes.columnIndex ?? -1))
  let capacity = Int(JSON_ELEMENT_BYTES) + head.utf8CodeUnitCount
  bytes.append(addingCapacity: capacity) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      initializedCount += unsafe json_write_element(
        &written, buffer.baseAddress! + initializedCount)
    }
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
