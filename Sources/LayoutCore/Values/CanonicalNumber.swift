/// The form of a column's numbers in the canonical bytes: the narrowest of four that holds all of them exactly.
/// The raw value is the bytes of one.
enum CanonicalNumber: UInt8 {
  case byte = 1
  case word = 2
  case single = 4
  case double = 8
}

/// The result of one pass over a column of extents. O(count)
///
/// It collects the bits in which numbers break a property, and so has no branch on the way.
struct ExtentSurvey {
  private var differences: UInt64 = 0
  private var negativeZeros: UInt64 = 0
  private var wholes: UInt64 = wholeBase
  private var fractions: UInt64 = 0
  private var roundings: UInt64 = 0

  /// From here on doubles have no fraction, so that adding it to less rounds to a whole number, which then stands in
  /// the last bits.
  private static let firstWhole = 0x1p52
  private static let wholeBase = firstWhole.bitPattern

  @inline(never)
  init(_ extents: [Double]) {
    let extents = extents.span
    self.init(count: extents.count) { extents[$0] }
  }

  /// Takes the bits of extents.
  @inline(never)
  init(bits: Span<UInt64>) {
    self.init(count: bits.count) { Double(bitPattern: bits[$0]) }
  }

  @inline(__always)
  private init(count: Int, _ extent: (Int) -> Double) {
    guard count > 0 else { return }
    let firstBits = (extent(0) + 0).bitPattern
    for place in 0..<count {
      let extent = extent(place)
      let value = extent + 0
      let bits = value.bitPattern
      let whole = value + ExtentSurvey.firstWhole
      differences |= bits ^ firstBits
      negativeZeros |= bits ^ extent.bitPattern
      wholes |= whole.bitPattern
      fractions |= (whole - ExtentSurvey.firstWhole).bitPattern ^ bits
      roundings |= Double(Float(value)).bitPattern ^ bits
    }
  }

  /// Whether all are equal.
  var areEqual: Bool { differences == 0 }

  /// Whether there is a −0 among them.
  var hasNegativeZeros: Bool { negativeZeros != 0 }

  /// How they are written, −0 as 0.
  var form: CanonicalNumber {
    let areWhole = fractions == 0
    if areWhole && wholes - ExtentSurvey.wholeBase < 1 << 8 { return .byte }
    if areWhole && wholes - ExtentSurvey.wholeBase < 1 << 16 { return .word }
    return roundings == 0 ? .single : .double
  }

  /// The whole number below 2¹⁶ that a double is, in the last bits.
  @inline(__always)
  static func whole(_ value: Double) -> UInt64 { (value + firstWhole).bitPattern }
}

/// Writes numbers to a sink, piece by piece, so that a column of millions needs no second copy. O(count)
func writeNumbers(_ numbers: [Double], to sink: inout some CanonicalSink, as form: CanonicalNumber)
{
  let portion = min(numbers.count, 4096)
  switch form {
  case .byte:
    var piece = [UInt8](repeating: 0, count: portion)
    writePieces(numbers, &piece, to: &sink) { numbers, piece in
      for place in numbers.indices {
        piece[place] = UInt8(truncatingIfNeeded: ExtentSurvey.whole(numbers[place]))
      }
    }
  case .word:
    var piece = [UInt16](repeating: 0, count: portion)
    writePieces(numbers, &piece, to: &sink) { numbers, piece in
      for place in numbers.indices {
        piece[place] =
          UInt16(truncatingIfNeeded: ExtentSurvey.whole(numbers[place])).littleEndian
      }
    }
  case .single:
    var piece = [UInt32](repeating: 0, count: portion)
    writePieces(numbers, &piece, to: &sink) { numbers, piece in
      for place in numbers.indices {
        piece[place] = Float(numbers[place]).bitPattern.littleEndian
      }
    }
  case .double:
    var piece = [UInt64](repeating: 0, count: portion)
    writePieces(numbers, &piece, to: &sink) { numbers, piece in
      for place in numbers.indices { piece[place] = numbers[place].bitPattern.littleEndian }
    }
  }
}

private func writePieces<Number: BitwiseCopyable>(
  _ numbers: [Double], _ piece: inout [Number], to sink: inout some CanonicalSink,
  convert: (Span<Double>, inout MutableSpan<Number>) -> Void
) {
  var start = 0
  while start < numbers.count {
    let end = min(numbers.count, start + piece.count)
    if end - start < piece.count { piece.removeLast(piece.count - (end - start)) }
    var converted = piece.mutableSpan
    convert(numbers.span.extracting(start..<end), &converted)
    sink.append(piece)
    start = end
  }
}
