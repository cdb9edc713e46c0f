/// The value of a JSON number (RFC 8259, section 6): without a sign "+", leading zeros, a point without digits on both
/// sides, or anything around it. −0 is 0. Nil for other texts and, unless `mayBeInfinite`, for numbers beyond a double.
/// O(bytes)
public func jsonNumber(_ text: Span<UInt8>, mayBeInfinite: Bool = false) -> Double? {
  var place = 0
  let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
  if isNegative { place = 1 }
  let first = place
  // All digits as one integer, and the power of ten to divide it by. Exact for up to 15 digits.
  var digits: UInt64 = 0
  var divisor = 1.0
  while place < text.count, let digit = decimalDigit(text[place]) {
    digits = digits &* 10 &+ digit
    place += 1
  }
  guard place > first, place == first + 1 || text[first] != UInt8(ascii: "0") else { return nil }
  var digitCount = place - first
  if place < text.count, text[place] == UInt8(ascii: ".") {
    let start = place + 1
    place = start
    while place < text.count, let digit = decimalDigit(text[place]) {
      digits = digits &* 10 &+ digit
      divisor *= 10
      place += 1
    }
    guard place > start else { return nil }
    digitCount += place - start
  }
  // Integers of up to 15 digits and powers of ten up to 10²² are exact doubles, so only the quotient is rounded.
  if place == text.count, digitCount <= 15 {
    let magnitude = Double(digits) / divisor
    return isNegative ? 0 - magnitude : magnitude
  }
  guard isExponent(text.extracting(place...)) else { return nil }
  let characters = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
  guard let number = Double(characters), number.isFinite || mayBeInfinite else { return nil }
  return number + 0
}

/// Whether a text is empty or an exponent: `e`, an optional sign, and digits.
private func isExponent(_ text: Span<UInt8>) -> Bool {
  guard text.count > 0 else { return true }
  guard text[0] | 0x20 == UInt8(ascii: "e") else { return false }
  var place = 1
  if place < text.count, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") {
    place += 1
  }
  guard place < text.count else { return false }
  for digit in place..<text.count where decimalDigit(text[digit]) == nil { return false }
  return true
}

@inline(__always)
private func decimalDigit(_ byte: UInt8) -> UInt64? {
  let digit = byte &- UInt8(ascii: "0")
  return digit < 10 ? UInt64(digit) : nil
}
