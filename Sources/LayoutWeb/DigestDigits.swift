import LayoutCore

extension ContentDigest {
  /// 64 lower-case hexadecimal digits.
  var hexadecimal: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for place in 0..<4 {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: words[place] >> shift & 15)
        digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    return digits
  }
}
