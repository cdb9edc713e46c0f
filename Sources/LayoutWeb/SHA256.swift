import LayoutCore

/// SHA-256 (FIPS 180-4), without a library: names content in the module, and in the package of clients/swift, as the service
/// does.
final class SHA256: ContentHasher, CanonicalSink {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of the block that is not full yet.
  private var block = InlineArray<64, UInt8>(repeating: 0)
  private var used = 0
  private var byteCount: UInt64 = 0

  func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
    unsafe append(bytes: numbers.span.bytes)
  }
  func append(_ numbers: Span<UInt8>) { unsafe append(bytes: numbers.bytes) }
  func append(_ numbers: Span<UInt16>) { unsafe append(bytes: numbers.bytes) }
  func append(_ numbers: Span<UInt32>) { unsafe append(bytes: numbers.bytes) }
  func append(_ numbers: Span<UInt64>) { unsafe append(bytes: numbers.bytes) }

  /// Takes bytes; numbers stand in memory with their least byte first.
  private func append(bytes: RawSpan) {
    byteCount += UInt64(bytes.byteCount)
    var place = 0
    while place < bytes.byteCount {
      if used == 0, bytes.byteCount - place >= 64 {
        mix(
          InlineArray {
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place + 4 * $0, as: UInt32.self)
              .byteSwapped
          })
        place += 64
        continue
      }
      block[used] = unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      used += 1
      place += 1
      if used == 64 { mixBlock() }
    }
  }

  private func mixBlock() {
    mix(
      InlineArray { word in
        UInt32(block[4 * word]) << 24 | UInt32(block[4 * word + 1]) << 16
          | UInt32(block[4 * word + 2]) << 8 | UInt32(block[4 * word + 3])
      })
    used = 0
  }

  var digest: ContentDigest {
    let bits = byteCount * 8
    append(([0x80] as InlineArray<1, UInt8>).span)
    while used != 56 { append(([0] as InlineArray<1, UInt8>).span) }
    append(([bits.byteSwapped] as InlineArray<1, UInt64>).span)
    return ContentDigest(
      words: InlineArray { UInt64(state[2 * $0]) << 32 | UInt64(state[2 * $0 + 1]) })
  }

  /// Mixes the words of a block into the state.
  @inline(never)
  private func mix(_ block: InlineArray<16, UInt32>) {
    var words = block
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for first in stride(from: 0, to: 64, by: 8) {
      let half = first & 8
      if first >= 16 {
        for place in half..<half + 8 { SHA256.extend(&words, at: place) }
      }
      // What each round calls a is what the one before it called h.
      SHA256.turn(a, b, c, &d, e, f, g, &h, constants: first, words[half])
      SHA256.turn(h, a, b, &c, d, e, f, &g, constants: first + 1, words[half + 1])
      SHA256.turn(g, h, a, &b, c, d, e, &f, constants: first + 2, words[half + 2])
      SHA256.turn(f, g, h, &a, b, c, d, &e, constants: first + 3, words[half + 3])
      SHA256.turn(e, f, g, &h, a, b, c, &d, constants: first + 4, words[half + 4])
      SHA256.turn(d, e, f, &g, h, a, b, &c, constants: first + 5, words[half + 5])
      SHA256.turn(c, d, e, &f, g, h, a, &b, constants: first + 6, words[half + 6])
      SHA256.turn(b, c, d, &e, f, g, h, &a, constants: first + 7, words[half + 7])
    }
    let mixed: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for place in 0..<8 { state[place] &+= mixed[place] }
  }

  /// Puts the word of the schedule that is 16 places behind one into its place.
  @inline(__always)
  private static func extend(_ words: inout InlineArray<16, UInt32>, at place: Int) {
    let (early, late) = (words[(place + 1) & 15], words[(place + 14) & 15])
    let first = early.turned(7) ^ early.turned(18) ^ early >> 3
    let second = late.turned(17) ^ late.turned(19) ^ late >> 10
    words[place] &+= first &+ words[(place + 9) & 15] &+ second
  }

  /// A round.
  @inline(__always)
  private static func turn(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, constants place: Int, _ word: UInt32
  ) {
    let rise = e.turned(6) ^ e.turned(11) ^ e.turned(25)
    let choice = (e & f) ^ (~e & g)
    let fall = a.turned(2) ^ a.turned(13) ^ a.turned(22)
    let majority = (a & b) ^ (a & c) ^ (b & c)
    let sum = h &+ rise &+ choice &+ constants[place] &+ word
    d &+= sum
    h = sum &+ fall &+ majority
  }

  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  /// Its bits, turned to the right.
  @inline(__always)
  fileprivate func turned(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
