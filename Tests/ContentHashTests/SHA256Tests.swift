import LayoutCore
import Oracle
import Testing

@testable import ContentHash

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "Both implementations of SHA-256 give the digests of FIPS 180-4",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func knownDigests(text: String, count: Int, expected: String) {
    let bytes = Array(String(repeating: text, count: count).utf8)
    let (own, library) = (SHA256(), LibcryptoSHA256())
    own.append(bytes)
    library.append(bytes)
    #expect(own.digest.hexadecimal == expected)
    #expect(library.digest.hexadecimal == expected)
  }

  @Test("Both implementations of SHA-256 agree on bytes that come in pieces")
  func hashes() {
    var random = SplitMix64(seed: 1)
    for count in Array(0...130) + [1_000, 10_007] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let (own, library) = (SHA256(), LibcryptoSHA256())
      // Pieces end anywhere in a block.
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(Int.random(in: 1...90, using: &random)))
        own.append(piece.span)
        library.append(piece.span)
        rest = rest.dropFirst(piece.count)
      }
      let digest = own.digest
      #expect(digest == library.digest, "\(count)")
      #expect(digest == Digest(of: bytes.span), "\(count)")
    }
  }

  @Test("Of contents side by side each has the digest that it has alone")
  func batches() {
    var random = SplitMix64(seed: 2)
    for count in Array(0...9) + [40, 700] {
      let batch = SHA256Batch()
      var alone: [ContentDigest] = []
      for _ in 0..<count {
        let hash = SHA256()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let length = Int.random(in: 0...200, using: &random)
          let piece = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
          hash.append(piece.span)
          batch.append(piece.span)
        }
        batch.endContent()
        alone.append(hash.digest)
      }
      #expect(batch.digests == alone, "\(count)")
    }
  }

  @Test(
    "A tree has the digest that it has with libcrypto, whether leaves are named one by one or side by side"
  )
  func trees() {
    var random = SplitMix64(seed: 3)
    let namings = [
      ContentNaming { LibcryptoSHA256() }, ContentNaming { SHA256() },
      ContentNaming(batchHasher: { SHA256Batch() }, hasher: { SHA256() }),
    ]
    for count in [1, 2, 500, 20_000] {
      let heights = (0..<count).map { _ in Double(UInt8.random(in: 0...255, using: &random)) }
      let digests = namings.map { naming in
        var builder = ContentTreeBuilder(naming: naming)
        for height in heights { builder.append(ItemRun(count: 1, width: 0, height: height)) }
        return builder.finish().digest
      }
      #expect(Set(digests).count == 1, "\(count)")
    }
  }
}
