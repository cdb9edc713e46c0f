// Converts eight lower-case hexadecimal digits at once. Each is a byte of a word, the first one in the lowest byte.

private let ones: UInt64 = 0x0101_0101_0101_0101

/// The eight digits of a number.
package func hexadecimalText(_ number: UInt32) -> UInt64 {
  var digits = UInt64(number)
  digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
  digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
  digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
  return characters(ofDigits: digits.byteSwapped)
}

/// The number written with eight digits; nil if a byte is not a lower-case digit.
package func hexadecimalNumber(_ text: UInt64) -> UInt32? {
  // Letters have bit 6. If a byte is not a digit, converting the number back gives another text.
  let digits = (text & (0x0F * ones)) &+ 9 &* (text >> 6 & ones)
  guard digits & (0xF0 * ones) == 0, characters(ofDigits: digits) == text else { return nil }
  var number = digits.byteSwapped
  number = (number | number >> 4) & 0x00FF_00FF_00FF_00FF
  number = (number | number >> 8) & 0x0000_FFFF_0000_FFFF
  return UInt32(truncatingIfNeeded: number | number >> 16)
}

/// The characters of digits, each in its own byte.
private func characters(ofDigits digits: UInt64) -> UInt64 {
  let letters = (digits &+ 6 * ones) >> 4 & ones
  return digits &+ 0x30 * ones &+ 39 &* letters
}
