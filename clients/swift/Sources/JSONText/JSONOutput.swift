internal import LayoutCore

/// Appends a finite number as JSON.
///
/// Uses the fewest digits that give the same double when read. Integers up to 2⁵³ have no point or exponent; −0 is
/// written as 0 (docs/rules.md#numbers).
public func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
  if let whole = Int64(exactly: value), whole.magnitude <= 1 << 53 {
    bytes.append(contentsOf: String(whole).utf8)
    return
  }
  // In this range Swift's description is the shortest text without an exponent, and no exponent would be shorter.
  let isPlain = value.magnitude >= 0.001 && value.magnitude < 0x1p53
  let text = isPlain ? value.description : JSONNumberForm(value).text
  bytes.append(contentsOf: text.utf8)
}

/// The digits of a number that is very small, or beyond 2⁵³.
private struct JSONNumberForm {
  private let isNegative: Bool
  /// The fewest digits that give the same double when read: those of Swift's description.
  private let digits: Substring
  /// The power of ten of the first digit.
  private let power: Int

  init(_ value: Double) {
    let parts = value.magnitude.description.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let all = mantissa.joined()
    let significant = all.drop { $0 == "0" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    isNegative = value < 0
    power = exponent + mantissa[0].count - 1 - (all.count - significant.count)
    let zeroCount = significant.reversed().prefix { $0 == "0" }.count
    digits = significant.dropLast(zeroCount)
  }

  /// With an exponent if that is shorter than without one. The exponent counts as two digits.
  var text: String {
    let rest = digits.dropFirst()
    let scientific = digits.prefix(1) + (rest.isEmpty ? "" : "." + rest)
    let text: String
    if power >= 0, power < digits.count - 1 {
      text = digits.prefix(power + 1) + "." + digits.dropFirst(power + 1)
    } else if power < 0, digits.count - power <= scientific.count + 3 {
      text = "0." + String(repeating: "0", count: -power - 1) + digits
    } else {
      text = scientific + "e\(power)"
    }
    return isNegative ? "-" + text : text
  }
}

/// Appends the sixteen lower-case hexadecimal digits of a word.
func appendHexadecimal(_ word: UInt64, to bytes: inout [UInt8]) {
  for shift in stride(from: 60, through: 0, by: -4) {
    let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// Appends a rectangle of finite numbers as a JSON object, `{"x","y","width","height"}`.
func appendRect(_ rect: Rect, to bytes: inout [UInt8]) {
  appendLiteral("{\"x\":", to: &bytes)
  appendNumber(rect.x, to: &bytes)
  appendLiteral(",\"y\":", to: &bytes)
  appendNumber(rect.y, to: &bytes)
  appendLiteral(",\"width\":", to: &bytes)
  appendNumber(rect.width, to: &bytes)
  appendLiteral(",\"height\":", to: &bytes)
  appendNumber(rect.height, to: &bytes)
  appendLiteral("}", to: &bytes)
}

/// Appends an element's object without its colours and its closing brace.
///
/// - Parameter head: The text before the section's number or, for a global header, before the index.
func appendElement(
  _ attributes: LayoutAttributes, head: StaticString, to bytes: inout [UInt8]
) {
  let element = attributes.element
  func append(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }
  appendLiteral(head, to: &bytes)
  if element.section >= 0 {
    append(element.section)
    appendLiteral(element.kind == .cell ? ",\"item\":" : ",\"index\":", to: &bytes)
  }
  append(element.index)
  appendLiteral(",\"frame\":", to: &bytes)
  appendRect(attributes.frame, to: &bytes)
  if attributes.zIndex != 0 {
    appendLiteral(",\"zIndex\":", to: &bytes)
    append(attributes.zIndex)
  }
  if let isPinned = attributes.isPinned {
    appendLiteral(isPinned ? ",\"pinned\":true" : ",\"pinned\":false", to: &bytes)
  }
  if let columnIndex = attributes.columnIndex {
    appendLiteral(",\"columnIndex\":", to: &bytes)
    append(columnIndex)
  }
}

/// Appends text that needs no escaping.
@inlinable
public func appendLiteral(_ text: StaticString, to bytes: inout [UInt8]) {
  unsafe bytes.append(
    contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}
