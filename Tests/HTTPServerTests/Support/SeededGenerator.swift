import TestClient

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension TestClient {
  /// Sends in up to six pieces, each after the server has read the one before.
  func sendInPieces(_ bytes: [UInt8], using generator: inout SeededGenerator) {
    var rest = bytes[...]
    for _ in 0..<5 where rest.count > 1 {
      let count = Int.random(in: 1..<rest.count, using: &generator)
      send(rest.prefix(count))
      rest = rest.dropFirst(count)
      eventually { isRead }
    }
    send(rest)
  }
}
