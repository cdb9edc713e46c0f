import Oracle
import Testing

@Suite("The seeds of random cases")
struct SeedsTests {
  @Test("Fewer are the first ones of all, and never none")
  func amounts() {
    #expect(seeds(short: 0..<3, all: 0..<12, makesAll: false) == 0..<3)
    #expect(seeds(short: 0..<3, all: 0..<12, makesAll: true) == 0..<12)
    #expect(seeds(short: 1..<2 as Range<UInt64>, all: 1..<2, makesAll: false) == 1..<2)
  }
}
