/// The sine and the cosine of an angle, with the same bits on every platform: to about one unit in the last place, for
/// angles within ±36,000 degrees. Multiples of 90 degrees are exact (docs/rules.md#effects).
struct Turn {
  let sine: Double
  let cosine: Double

  init(degrees: Double) {
    // The rest is at most 45 degrees. No difference rounds, because the numbers have the same lowest bit.
    let quarters = (degrees.magnitude / 90 + 0.5).rounded(.down)
    let rest = degrees.magnitude - 90 * quarters
    let square = rest * rest
    func sum(_ coefficients: [Double]) -> Double {
      coefficients.reduce(0) { $0 * square + $1 }
    }
    // The upper half of the digits, of which a product with another upper half is exact.
    let shifted = rest * 0x8000001p0
    let upper = shifted - (shifted - rest)
    let small =
      (rest - upper) * Turn.radians + rest * (Turn.radiansRest + square * sum(Turn.ofSine))
    let (sine, cosine) = (upper * Turn.radians + small, 1 + square * sum(Turn.ofCosine))
    let (turnedSine, turnedCosine) =
      switch Int(quarters) & 3 {
      case 0: (sine, cosine)
      case 1: (cosine, -sine)
      case 2: (-sine, -cosine)
      default: (-cosine, sine)
      }
    self.sine = (degrees < 0 ? -turnedSine : turnedSine) + 0
    self.cosine = turnedCosine + 0
  }

  /// The upper half of the digits of π/180, and what that number lacks.
  private static let radians = 0x1.1df46ap-6
  private static let radiansRest = 1.3519960527851425e-10
  /// The other terms of Taylor's series, with the powers of π/180 in them, from the last one: ±(π/180)ⁿ/n!.
  private static let ofSine = [
    3.637866301611077e-45, -3.248335681954942e-39, 2.2393679707751967e-33, -1.1468201775379016e-27,
    4.1412674172573206e-22, -9.788384861617728e-17, 1.349601623163255e-11, -8.86096155701298e-07,
  ]
  private static let ofCosine = [
    3.5433845537580686e-42, -2.7917388752665238e-36, 1.667982335528525e-30, -7.227875163670209e-25,
    2.135494303594986e-19, -3.925831985743095e-14, 3.866323851562994e-09, -0.0001523087098933543,
  ]
}

extension Transform {
  /// The matrix that turns elements about an axis, in degrees, as CSS does: 0 is x, 1 is y, and 2 is z, which turns them
  /// clockwise.
  init(degrees: Double, aboutAxis axis: Int) {
    let turn = Turn(degrees: degrees)
    self = .identity
    // The two axes of the plane in which it turns, the first towards the second one.
    let (first, second) = axis == 0 ? (1, 2) : axis == 1 ? (2, 0) : (0, 1)
    self[5 * first] = turn.cosine
    self[5 * second] = turn.cosine
    self[4 * first + second] = turn.sine
    self[4 * second + first] = -turn.sine
  }
}
