/// The members of an effect (docs/rules.md#effects).
package enum EffectKey: String, ObjectKey {
  case unit, focus, perspective, origin, stops

  package var form: KeyForm {
    switch self {
    case .unit, .perspective: .value(.positive)
    case .focus: .value(.member(.number(Effect.focuses)))
    case .origin: .origin
    case .stops: .stops
    }
  }

  package var isRequired: Bool { self == .stops }
}

/// The members of an effect's origin.
package enum OriginKey: String, ObjectKey {
  case x, y, z

  package var form: KeyForm { .value(.member(.number(EffectOrigin.range))) }
}

extension EffectOrigin {
  package subscript(key: OriginKey) -> Double {
    get {
      switch key {
      case .x: x
      case .y: y
      case .z: z
      }
    }
    set {
      switch key {
      case .x: x = newValue
      case .y: y = newValue
      case .z: z = newValue
      }
    }
  }
}

/// The members of a stop of an effect.
package enum StopKey: ObjectKey {
  case at
  case member(EffectMember)

  package static let allCases = [at] + EffectMember.allCases.map(StopKey.member)

  package var name: String {
    switch self {
    case .at: "at"
    case .member(let member): member.name
    }
  }

  /// The range of its values.
  package var range: ClosedRange<Double> {
    switch self {
    case .at: EffectStop.places
    case .member(let member): member.row.range
    }
  }

  package var form: KeyForm { .value(.member(.number(range))) }
  package var isRequired: Bool { self == .at }
}

extension EffectStop {
  /// The value of a member; nil if the stop has none.
  package subscript(key: StopKey) -> Double? {
    switch key {
    case .at: at
    case .member(let member): self[member]
    }
  }

  /// Creates a stop from the values of its members, by the positions of their keys; nil without `at`.
  package init?(_ values: [Double?]) {
    guard let at = values[0] else { return nil }
    self.init(at: at) { values[1 + $0.rawValue] }
  }

  /// Whether the stop may be behind these: at a place that is not before the last one, nor the third one there.
  package func follows(_ stops: [EffectStop]) -> Bool {
    if let last = stops.last, at < last.at { return false }
    return stops.count < 2 || stops[stops.count - 2].at < at
  }
}
