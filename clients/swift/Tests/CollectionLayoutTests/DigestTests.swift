import LayoutNaming
import Testing

@testable import Oracle

@Suite("SHA-256")
struct DigestTests {
  @Test(
    "The examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(text: String, digest: String) {
    #expect(Digest(of: Array(text.utf8).span).hexadecimal == digest)
  }

  @Test("Every length around the ends of blocks has the digest of the oracle")
  func lengths() {
    var random = SplitMix64(seed: 7)
    for count in 0...300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let naive = NaiveSHA256.digest(bytes).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }
      #expect(Digest(of: bytes.span).hexadecimal == naive.joined())
    }
  }
}
