/// The line from which an effect measures distances, at one scroll position (docs/rules.md#effects).
struct FocalLine {
  /// Its place along the scroll axis, from the leading side, in points: f.
  let position: Double
  /// The length by which distances are divided, in points: u.
  let unit: Double
  private let focus: Double

  /// No place is farther away, so that no distance is infinite.
  private static let far = 2 * greatestCoordinate

  /// - Parameter edges: Start and end of the visible stretch along the scroll axis, from the leading side.
  init(_ effect: Effect, edges: (start: Double, end: Double)) {
    let (start, end) = FocalLine.limited(edges)
    focus = effect.focus
    position = start + focus * (end - start)
    unit = effect.unit ?? greater(1, end - start)
  }

  /// The visible stretch, between places that are not too far away.
  static func limited(_ edges: (start: Double, end: Double)) -> (start: Double, end: Double) {
    (lesser(far, greater(-far, edges.start)), lesser(far, greater(-far, edges.end)))
  }

  /// How far a cell is behind the line, in points.
  func offset(start: Double, extent: Double) -> Double { start + focus * extent - position }

  /// The same in units of the effect.
  func distance(_ offset: Double) -> Double {
    let most = Double.greatestFiniteMagnitude
    return lesser(most, greater(-most, offset / unit))
  }

  /// Every cell with a distance in a range overlaps this stretch along the scroll axis.
  func stretch(of distances: ClosedRange<Double>, magnitude: Double) -> (start: Double, end: Double)
  {
    let (start, end) = FocalLine.limited(
      (position + distances.lowerBound * unit, position + distances.upperBound * unit))
    let slack = greater(magnitude, greater(start.magnitude, end.magnitude)) * 0x1p-48 + fitTolerance
    return (start - slack, end + slack)
  }
}
