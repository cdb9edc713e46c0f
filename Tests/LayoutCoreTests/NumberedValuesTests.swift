import Oracle
import Testing

@testable import LayoutCore

@Suite("Values by numbers")
struct NumberedValuesTests {
  /// Numbers that differ in their lowest bits, in any, in the highest one, and as addresses do.
  private static func number(_ random: inout SplitMix64) -> Int {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: Int.random(in: 0..<20, using: &random)
    case 1: Int.random(in: .min ... .max, using: &random)
    case 2: 1 << Int.random(in: 0..<Int.bitWidth, using: &random)
    case 3: Int.random(in: -2...2, using: &random)
    default: 0x7f00_0000 + 16 * Int.random(in: 0..<200, using: &random)
    }
  }

  @Test("Each number has the value that it was given last, in the order in which they came")
  func values() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var (table, expected): (NumberedValues<[Int]>, [Int: [Int]]) = (NumberedValues(), [:])
      var numbers: [Int] = []
      #expect(table[0] == nil)
      for value in 0..<Int.random(in: 1...300, using: &random) {
        let number = NumberedValuesTests.number(&random)
        if expected[number] == nil { numbers.append(number) }
        if Bool.random(using: &random) {
          table.append(value, at: number)
          expected[number, default: []].append(value)
        } else {
          table.set([value], at: number)
          expected[number] = [value]
        }
        let other = NumberedValuesTests.number(&random)
        #expect(table[other] == expected[other])
      }
      #expect(table.numbers == numbers)
      #expect(table.values == numbers.map { expected[$0]! })
      #expect(numbers.allSatisfy { table[$0] == expected[$0] })
    }
  }

  @Test("A copy keeps its values")
  func copies() {
    var table = NumberedValues<Int>()
    for number in 0..<10 { table.set(number, at: 3 * number) }
    let copy = table
    table.set(-1, at: 3)
    table.set(0, at: 1)
    #expect(copy[3] == 1 && copy[1] == nil)
    #expect(table[3] == -1 && table[1] == 0)
  }
}
