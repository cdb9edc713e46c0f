import JSONText
import LayoutCore

/// The size of lines and letters in a drawing of a rectangle.
struct DrawingScale {
  /// The unit of everything except frames, in points: about 1 for the screen of a telephone.
  private let unit: Double
  /// Lengths are multiples of this or, if `areGrainsFractions`, of its inverse, so that they have few digits.
  private let grains: Double
  private let areGrainsFractions: Bool

  /// The scale for a rectangle with an area. O(1)
  init(_ rect: Rect) {
    // Multiplies roots, because the area may be greater than any double. Long strips are viewed piece by piece, so
    // their breadth counts.
    let size = min(
      rect.width.squareRoot() * rect.height.squareRoot() / 500, min(rect.width, rect.height) / 100)
    let clamped = max(1e-300, min(1e300, size))
    var power = 1.0
    while clamped >= power * 10 { power *= 10 }
    while clamped < power { power /= 10 }
    areGrainsFractions = power < 100
    grains = areGrainsFractions ? 100 / power : power / 100
    unit = DrawingScale.rounded(clamped, grains, areGrainsFractions)
  }

  /// A number of units, in points.
  func length(_ units: Double) -> Double { rounded(units * unit) }

  /// A rounded coordinate, for things that need no exact position.
  func rounded(_ value: Double) -> Double {
    DrawingScale.rounded(value, grains, areGrainsFractions)
  }

  private static func rounded(_ value: Double, _ grains: Double, _ areFractions: Bool) -> Double {
    guard areFractions else { return (value / grains).rounded() * grains }
    let scaled = value * grains
    return scaled.isFinite ? scaled.rounded() / grains : value
  }

  /// The approximate width of a text in a font of a size, in points.
  func width(_ text: String, _ size: Double) -> Double {
    0.58 * size * Double(DrawnText.columns(text))
  }
}

/// A number of points for people, with at most two decimals.
func pointsText(_ value: Double) -> String {
  var bytes: [UInt8] = []
  let cents = (value * 100).rounded()
  appendNumber(cents.magnitude < 0x1p53 ? cents / 100 : value, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
