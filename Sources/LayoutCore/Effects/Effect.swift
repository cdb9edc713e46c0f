/// The point of a cell about which an effect turns and scales it: parts of its width and height, from its corner at the top
/// left, and a part of its width towards the viewer.
package struct EffectOrigin: Equatable, Sendable {
  package var x = 0.5
  package var y = 0.5
  package var z = 0.0

  package init() {}
}

/// What becomes of the cells of a section by their distance from a focal line (docs/rules.md#effects). Immutable, with
/// checked values, and compared by content. Frames do not depend on it.
public final class Effect: Sendable {
  /// The length by which distances are divided, in points; nil for that of the visible stretch.
  package let unit: Double?
  /// The part of the visible stretch, and of each cell, between which distances are measured, from 0 to 1.
  package let focus: Double
  /// The distance of the viewer, in points; nil without perspective.
  package let perspective: Double?
  package let origin: EffectOrigin
  /// Ascending, at most two at one place.
  package let stops: [EffectStop]

  /// Creates an effect from checked values: 1 to 32 stops in order.
  package init(
    unit: Double?, focus: Double?, perspective: Double?, origin: EffectOrigin, stops: [EffectStop]
  ) {
    self.unit = unit
    self.focus = focus ?? 0.5
    self.perspective = perspective
    self.origin = origin
    self.stops = stops
  }

  /// The value of a member at a distance: linear between two stops that have it, as at the outermost one beyond; at a
  /// place that occurs twice that of the later one. O(stops)
  func value(_ key: StopKey, at distance: Double) -> Double {
    var before: (place: Double, value: Double)?
    for stop in stops {
      guard let value = stop[key] else { continue }
      if stop.at > distance {
        guard let before else { return value }
        let part = (distance - before.place) / (stop.at - before.place)
        return before.value + (value - before.value) * part
      }
      before = (stop.at, value)
    }
    return before?.value ?? key.row.standard
  }

  /// The distances of the first and the last stop.
  package var reach: ClosedRange<Double> { stops[0].at...stops[stops.count - 1].at }

  /// Memory that it uses, in bytes.
  package var byteCount: Int {
    HeapBytes.object((Double?, Double, Double?, EffectOrigin, [EffectStop]).self)
      + HeapBytes.array(stops) + stops.reduce(0) { $0 + $1.byteCount }
  }
}

extension Effect: Equatable {
  public static func == (first: Effect, second: Effect) -> Bool {
    first === second
      || (first.unit == second.unit && first.focus == second.focus
        && first.perspective == second.perspective && first.origin == second.origin
        && first.stops == second.stops)
  }
}
