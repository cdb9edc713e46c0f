/// The form of a column's numbers in the canonical bytes: the narrowest of four that represents all of them exactly.
/// The raw value is the number of bytes of each.
enum CanonicalNumber: UInt8 {
  case byte = 1
  case word = 2
  case single = 4
  case double = 8
}

/// The result of one pass over a column of extents. O(count)
///
/// It collects the bits in which numbers violate a property, so the pass needs no branches.
struct ExtentSurvey {
  private var differences: UInt64 = 0
  private var wholes: UInt64 = wholeBase
  private var fractions: UInt64 = 0
  private var roundings: UInt64 = 0

  /// From here on doubles have no fraction. Adding this to a smaller number rounds that to an integer, in the lowest
  /// bits.
  private static let firstWhole = 0x1p52
  private static let wholeBase = firstWhole.bitPattern

  private static let portion = 16

  /// Surveys extents given by their bits.
  @inline(never)
  init(bits: Span<UInt64>) {
    self.init(count: bits.count) { Double(bitPattern: bits[$0]) }
  }

  @inline(__always)
  private init(count: Int, _ extent: (Int) -> Double) {
    guard count > 0 else { return }
    let firstBits = (extent(0) + 0).bitPattern
    for start in stride(from: 0, to: count, by: ExtentSurvey.portion) {
      for place in start..<min(count, start + ExtentSurvey.portion) {
        let extent = extent(place)
        let value = extent + 0
        let bits = value.bitPattern
        let whole = value + ExtentSurvey.firstWhole
        differences |= bits ^ firstBits
        wholes |= whole.bitPattern
        fractions |= (whole - ExtentSurvey.firstWhole).bitPattern ^ bits
        roundings |= Double(Float(value)).bitPattern ^ bits
      }
      // Different doubles of full precision: further numbers cannot change that.
      if differences != 0 && fractions != 0 && roundings != 0 { return }
    }
  }

  /// Whether all extents are equal.
  var areEqual: Bool { differences == 0 }

  /// The form in which they are written, with −0 as 0.
  var form: CanonicalNumber {
    let areWhole = fractions == 0
    if areWhole && wholes - ExtentSurvey.wholeBase < 1 << 8 { return .byte }
    if areWhole && wholes - ExtentSurvey.wholeBase < 1 << 16 { return .word }
    return roundings == 0 ? .single : .double
  }

  /// The integer below 2¹⁶ that a double is, in the lowest bits.
  @inline(__always)
  static func whole(_ value: Double) -> UInt64 { (value + firstWhole).bitPattern }
}
