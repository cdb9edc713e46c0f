import Foundation
import Oracle
import Testing

@testable import LayoutCore

@Suite("Sine and cosine")
struct TurnTests {
  @Test("Multiples of 90 degrees are exact")
  func quarters() {
    for quarter in -400...400 {
      let turn = Turn(degrees: Double(quarter) * 90)
      let (sines, cosines) = ([0.0, 1, 0, -1], [1.0, 0, -1, 0])
      #expect(turn.sine == sines[quarter & 3] && turn.cosine == cosines[quarter & 3])
      #expect(turn.sine.sign == (turn.sine < 0 ? .minus : .plus))
    }
  }

  @Test("They are those of longer numbers, to about a unit in the last place")
  func accuracy() {
    var random = SplitMix64(seed: 11)
    for number in 0..<40_000 {
      let range = [36_000.0, 360, 45, 1e-3][number % 4]
      let degrees = Double.random(in: -range...range, using: &random)
      let turn = Turn(degrees: degrees)
      // The rest of full turns is exact; Float80 has eleven bits more.
      #if arch(x86_64)
        // Its own angle is off by up to 3e-19.
        let rest = Float80(degrees.remainder(dividingBy: 360))
        let angle = rest * Float80.pi / 180
        for (own, exact) in [(turn.sine, sin(angle)), (turn.cosine, cos(angle))] {
          #expect(abs(Float80(own) - exact) <= 1.5 * Float80(Double(exact).ulp) + 3e-19)
        }
      #endif
      let opposite = Turn(degrees: -degrees)
      #expect(opposite.sine == -turn.sine && opposite.cosine == turn.cosine)
    }
  }

  @Test("Chosen angles have these bits on every platform")
  func bits() {
    var mixed: UInt64 = 0
    for step in -3600...3600 {
      let turn = Turn(degrees: Double(step) * 10.007)
      mixed = (mixed ^ turn.sine.bitPattern) &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ turn.cosine.bitPattern) &* 0x9E37_79B9_7F4A_7C15
    }
    #expect(mixed == 0xa708_91e0_4401_bbc8)
  }
}
