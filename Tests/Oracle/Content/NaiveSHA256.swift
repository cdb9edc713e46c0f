/// SHA-256 as FIPS 180-4 describes it, slow and short.
enum NaiveSHA256 {
  /// The 32 bytes of the digest of a message.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += bytes(of: UInt64(message.count) * 8)
    var hash = firstHash
    for block in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[block..<block + 64], into: &hash)
    }
    return hash.flatMap(bytes)
  }

  private static func mix(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
    let constants = constants
    var words: [UInt32] = []
    var place = block.startIndex
    while place < block.endIndex {
      words.append(
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16
          | UInt32(block[place + 2]) << 8 | UInt32(block[place + 3]))
      place += 4
    }
    while words.count < 64 {
      let t = words.count
      let (early, late) = (words[t - 15], words[t - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
      let second = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
      words.append(words[t - 16] &+ first &+ words[t - 7] &+ second)
    }
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    var t = 0
    while t < 64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let sumOfE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let sumOfA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let first = h &+ sumOfE &+ choice &+ constants[t] &+ words[t]
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ sumOfA &+ majority
      t += 1
    }
    let mixed = [a, b, c, d, e, f, g, h]
    for place in 0..<8 { hash[place] = hash[place] &+ mixed[place] }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 - count)
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  /// The fractions of the cube roots of the first 64 primes, and of the square roots of the first 8.
  private static let constants = primes.map { root($0, power: 3) }
  private static let firstHash = primes[..<8].map { root($0, power: 2) }
  private static let primes = (2..<312).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The first 32 bits of the fraction of a root, by halving.
  private static func root(_ number: Int, power: Int) -> UInt32 {
    let target = UInt128(number) << (32 * power)
    var (low, high) = (UInt128(0), UInt128(1) << 37)
    while high - low > 1 {
      let middle = (low + high) / 2
      if (0..<power).reduce(1, { product, _ in product * middle }) <= target {
        low = middle
      } else {
        high = middle
      }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}
