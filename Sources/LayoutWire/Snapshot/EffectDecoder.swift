internal import JSONText
internal import LayoutCore

/// Decoding an effect (docs/rules.md#effects).
extension SnapshotDecoder {
  /// An effect, or `null` for none; nil if it is wrong.
  mutating func effect(_ element: JSONElement) -> MetricValue? {
    if document.type(of: element) == .null { return MetricValue.none }
    guard var members = object(element, EffectKey.self) else { return nil }
    var (unit, focus, perspective) = (Double?.none, Double?.none, Double?.none)
    var (origin, stops) = (EffectOrigin(), [EffectStop]?.none)
    var hasStops = false
    while let (key, value) = next(&members) {
      switch key {
      case .unit: unit = positive(value)
      case .focus: focus = number(value, in: Effect.focuses)
      case .perspective: perspective = positive(value)
      case .origin: origin = self.origin(value)
      case .stops:
        hasStops = true
        stops = self.stops(value)
      }
    }
    if !hasStops, !isStopped {
      fault(element, missing: EffectKey.stops.name, "is missing")
    }
    return stops.map {
      .effect(
        Effect(unit: unit, focus: focus, perspective: perspective, origin: origin, stops: $0))
    }
  }

  private mutating func origin(_ element: JSONElement) -> EffectOrigin {
    var origin = EffectOrigin()
    guard var members = object(element, OriginKey.self) else { return origin }
    while let (key, value) = next(&members) {
      if let number = number(value, in: EffectOrigin.range) { origin[key] = number }
    }
    return origin
  }

  private mutating func stops(_ element: JSONElement) -> [EffectStop]? {
    guard var elements = array(element) else { return nil }
    let (count, most) = (document.count(of: element), EffectStop.countMax)
    guard count <= most else {
      fault(element, .tooMany, "has \(count) stops, the limit is \(most)")
      return nil
    }
    guard count > 0 else {
      fault(element, .outOfRange, "must have at least one stop")
      return nil
    }
    var stops: [EffectStop] = []
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if let stop = stop(element, behind: stops) { stops.append(stop) }
    }
    return stops.count == count ? stops : nil
  }

  private mutating func stop(_ element: JSONElement, behind stops: [EffectStop]) -> EffectStop? {
    guard var members = object(element, StopKey.self) else { return nil }
    var values = [Double?](repeating: nil, count: StopKey.allCases.count)
    var place: JSONElement?
    while let (position, value) = nextPosition(&members) {
      let key = StopKey.allCases[position]
      if key == .at { place = value }
      values[position] = number(value, in: key.range)
    }
    guard let place else {
      if !isStopped { fault(element, missing: StopKey.at.name, "is missing") }
      return nil
    }
    guard let stop = EffectStop(values) else { return nil }
    guard stop.follows(stops) else {
      let at = JSONWriter.text(stop.at)
      let isThird = stops.last?.at == stop.at
      fault(
        place, .outOfRange,
        isThird
          ? "is the third one at \(at), two are allowed"
          : "must be at least that of the stop before, \(JSONWriter.text(stops.last?.at ?? 0)), not \(at)"
      )
      return nil
    }
    return stop
  }
}

extension EffectKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension OriginKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension StopKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}
