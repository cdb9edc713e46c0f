/// The members of the metric `effect` (docs/rules.md#effects).
package enum EffectKey: String, PartKey {
  case unit, focus, perspective, origin, stops

  package var value: MetricForm {
    switch self {
    case .unit, .perspective: .positive
    case .focus: .member(.number(0...1))
    case .origin: .origin
    case .stops: .stops
    }
  }

  package var isRequired: Bool { self == .stops }
}

/// The members of an effect's origin.
package enum OriginKey: String, PartKey {
  case x, y, z

  package var value: MetricForm { .member(.number(-1_000...1_000)) }
}

extension StopKey: PartKey {
  package var name: String {
    #if hasFeature(Embedded)
      // In a page, the names are in its vocabulary.
      return ""
    #else
      return "\(self)"
    #endif
  }

  package var value: MetricForm { .member(.number(row.range)) }
  package var isRequired: Bool { self == .at }
}
