/// The sections of a snapshot whose cells have an effect (docs/rules.md#effects).
final class SectionsWithEffects: Sendable {
  /// Their numbers, ascending.
  let numbers: [Int32]
  /// The least and the greatest distance of a stop: in points, of effects with a unit of their own, and in lengths of the
  /// visible stretch. The ranges contain 0.
  private let points: ClosedRange<Double>
  private let lengths: ClosedRange<Double>

  /// O(sections)
  init(in sections: [Section]) {
    var numbers: [Int32] = []
    var (points, lengths) = (0.0...0.0, 0.0...0.0)
    var last: Effect?
    for (number, section) in sections.enumerated() {
      guard let effect = section.metrics.extras?.effect else { continue }
      numbers.append(Int32(number))
      if effect === last { continue }
      last = effect
      let (reach, unit) = (effect.reach, effect.unit ?? 1)
      let range =
        lesser(0, reach.lowerBound * unit)...greater(0, reach.upperBound * unit)
      if effect.unit == nil {
        lengths = lengths.grown(by: range)
      } else {
        points = points.grown(by: range)
      }
    }
    self.numbers = numbers
    self.points = points
    self.lengths = lengths
  }

  /// A stretch along the scroll axis that contains every cell that an effect may show for a visible stretch, except the
  /// cells that are in sight at rest.
  func stretch(ofVisible edges: (start: Double, end: Double)) -> (start: Double, end: Double) {
    let length = greater(1, edges.end - edges.start)
    let least = lesser(points.lowerBound, lengths.lowerBound * length)
    let most = greater(points.upperBound, lengths.upperBound * length)
    return (
      lesser(edges.start, edges.end) + least, greater(edges.start, edges.end) + most
    )
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int {
    HeapBytes.object(([Int32], ClosedRange<Double>, ClosedRange<Double>).self)
      + HeapBytes.array(numbers)
  }
}

extension ClosedRange<Double> {
  fileprivate func grown(by other: ClosedRange<Double>) -> ClosedRange<Double> {
    lesser(lowerBound, other.lowerBound)...greater(upperBound, other.upperBound)
  }
}
