/// Says of which numbers sums are not rounded: of multiples of 1/1024 point, as long as they stay below a limit.
enum ExactSum {
  /// In points: 52 bits hold every multiple below it.
  static let limit = 0x1p42

  /// Whether an extent is a multiple.
  static func isExact(_ extent: Double) -> Bool { (extent * 1024).rounded() == extent * 1024 }
}

extension LeafColumn {
  /// Whether sums of the extents are surely not rounded below the limit. O(runs), O(1) for whole ones
  var haveExactSums: Bool {
    switch self {
    case .equal(let bits): return ExactSum.isExact(Double(bitPattern: bits))
    case .bytes, .words: return true
    case .halves(let numbers):
      // What is left when 12,288 has been added and taken away is a multiple.
      var differences: UInt32 = 0
      for number in numbers {
        differences |= ((Float(bitPattern: number) + 12_288) - 12_288).bitPattern ^ number
      }
      return differences == 0
    // They would be floats.
    case .longs: return false
    }
  }
}
