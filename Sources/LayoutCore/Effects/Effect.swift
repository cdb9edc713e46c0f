/// The point of a cell about which an effect turns and scales it: parts of its width and height, from its corner at the top
/// left, and a part of its width towards the viewer.
package struct EffectOrigin: Equatable, Sendable {
  package var x = 0.5
  package var y = 0.5
  package var z = 0.0

  /// The range of each number.
  package static let range = -1_000.0...1_000

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
  /// The values of each member that a stop has.
  private let tracks: [Track]

  /// The range of `focus`.
  package static let focuses = 0.0...1

  /// Creates an effect from checked values: 1 to 32 stops in order.
  package init(
    unit: Double?, focus: Double?, perspective: Double?, origin: EffectOrigin, stops: [EffectStop]
  ) {
    self.unit = unit
    self.focus = focus ?? 0.5
    self.perspective = perspective
    self.origin = origin
    self.stops = stops
    tracks = EffectMember.allCases.compactMap { member in
      let track = Track(member, stops)
      return track.places.isEmpty ? nil : track
    }
  }

  /// The values of a member along the distance.
  private struct Track: Sendable {
    let member: EffectMember
    let places: [Double]
    let values: [Double]

    init(_ member: EffectMember, _ stops: [EffectStop]) {
      let stops = stops.filter { $0[member] != nil }
      self.member = member
      places = stops.map { $0.at }
      values = stops.compactMap { $0[member] }
    }

    /// The value at a distance: linear between two places, as at the outermost one beyond; at a place that occurs twice
    /// that of the later one. O(places)
    func value(at distance: Double) -> Double {
      var next = 0
      while next < places.count, places[next] <= distance { next += 1 }
      if next == 0 { return values[0] }
      let (place, value) = (places[next - 1], values[next - 1])
      if next == places.count { return value }
      return value + (values[next] - value) * ((distance - place) / (places[next] - place))
    }
  }

  /// The values of all members at a distance. O(stops)
  func values(at distance: Double) -> EffectValues {
    var values = EffectValues()
    for track in tracks { values[track.member] = track.value(at: distance) }
    return values
  }

  /// The distances of the first and the last stop.
  package var reach: ClosedRange<Double> { stops[0].at...stops[stops.count - 1].at }

  /// A number that is equal for equal effects.
  package var mark: UInt64 {
    stops.reduce(UInt64(stops.count)) { ($0 ^ ($1.at + 0).bitPattern) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// Memory that it uses, in bytes.
  package var byteCount: Int {
    HeapBytes.object((Double?, Double, Double?, EffectOrigin, [EffectStop], [Track]).self)
      + HeapBytes.array(stops) + stops.reduce(0) { $0 + $1.byteCount } + HeapBytes.array(tracks)
      + tracks.reduce(0) { $0 + HeapBytes.array($1.places) + HeapBytes.array($1.values) }
  }

  /// Writes all values, so that different effects never write the same bytes.
  func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    for value in [unit, perspective] {
      writer.flag(value != nil)
      if let value { writer.number(value) }
    }
    for value in [focus, origin.x, origin.y, origin.z] { writer.number(value) }
    writer.count(stops.count)
    for stop in stops { stop.writeCanonicalBytes(to: &writer) }
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
