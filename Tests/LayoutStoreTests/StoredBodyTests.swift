import Oracle
import Testing

@testable import LayoutStore

@Suite("Bodies that are kept")
struct StoredBodyTests {
  private func bytes(_ body: StoredBody, slack: Int = 0) -> [UInt8]? {
    body.withBytes(slack: slack) { bytes in bytes.withUnsafeBytes { Array($0) } }
  }

  @Test("Every body comes back as it was, deflated where that saves a tenth")
  func roundTrip() {
    var generator = SplitMix64(seed: 7)
    for count in [0, 1, 100, 4095, 4096, 4097, 100_000] {
      let even = [UInt8](repeating: 7, count: count)
      let random = generator.bytes(count)
      #expect(bytes(StoredBody(even)) == even)
      #expect(StoredBody(even).isDeflated == (count >= 4096))
      #expect(bytes(StoredBody(random)) == random)
      #expect(!StoredBody(random).isDeflated)
      #expect(bytes(StoredBody(even), slack: 64) == even)
    }
    #expect(StoredBody([UInt8](repeating: 7, count: 100_000)).kept.count < 1000)
  }

  @Test("What is damaged, cut off or longer than it says does not come back")
  func damage() {
    let body = StoredBody((0..<20_000).map { UInt8($0 / 100 % 256) })
    #expect(body.isDeflated)
    func changed(_ count: Int, _ kept: [UInt8]) -> [UInt8]? {
      bytes(StoredBody(byteCount: count, isDeflated: true, kept: kept))
    }
    #expect(changed(20_000, body.kept) != nil)
    #expect(changed(19_999, body.kept) == nil)
    #expect(changed(20_001, body.kept) == nil)
    #expect(changed(20_000, Array(body.kept.dropLast())) == nil)
    #expect(changed(20_000, body.kept + [0]) == nil)
    // No room is made for more than can be in it.
    #expect(changed(.max / 2, body.kept) == nil)
    #expect(changed(-1, body.kept) == nil)
    #expect(bytes(StoredBody(byteCount: 3, isDeflated: false, kept: [1, 2])) == nil)
  }
}
