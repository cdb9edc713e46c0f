/// A small seeded generator of random numbers: the same seed, the same numbers, on every machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  /// What decides the first numbers, two bytes each.
  private var choices: ArraySlice<UInt8> = []

  public init(seed: UInt64) { state = seed }

  /// Makes a generator whose first numbers are those of the bytes, so that a change of one byte is a change of one
  /// choice. Where the bytes end, seeded numbers follow.
  public init(choices: some Sequence<UInt8>) {
    self.choices = ArraySlice(choices)
    state = self.choices.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  public mutating func next() -> UInt64 {
    if let first = choices.popFirst(), let second = choices.popFirst() {
      // Ranges look at the high bits, doubles at the low ones.
      return (UInt64(first) << 8 | UInt64(second)) &* 0x1_0001_0001_0001
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A generator of other numbers. This one goes on as if it had not been asked, so that what a seed makes besides stays
  /// as it is.
  var apart: SplitMix64 {
    var copy = self
    return SplitMix64(seed: copy.next() ^ 0x5EED)
  }

  /// So many random bytes, eight from each number.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
      let number = next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

extension RandomNumberGenerator {
  /// True with a probability.
  public mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// One of the given values.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values.randomElement(using: &self)!
  }

  public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  public mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}
