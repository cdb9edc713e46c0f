/// The members of an object that is, or is in, the value of a metric.
package protocol PartKey: ObjectKey {
  /// The form of the value, as for a metric.
  var value: MetricForm { get }
}

extension PartKey {
  package var form: KeyForm { .value(value) }
}

/// The members of the metric `background` (docs/rules.md#backgrounds-and-shelves).
package enum BackgroundKey: String, PartKey {
  case color, insets, behind

  package var value: MetricForm {
    switch self {
    case .color: .color
    case .insets: .edges(areTurned: true)
    case .behind: .choice(of: BackgroundPlace.self)
    }
  }
}

/// The members of the metric `shelf` (docs/rules.md#backgrounds-and-shelves).
package enum ShelfKey: String, PartKey {
  case color, insets, height

  package var value: MetricForm {
    switch self {
    case .color: .color
    case .insets: .edges(areTurned: true, least: Shelf.leastInset)
    case .height: .extent
    }
  }
}

extension MetricForm {
  /// The forms of the members of an object, in the order of their keys; empty if the value is no such object.
  package var members: [MetricForm] {
    switch self {
    case .background: BackgroundKey.allCases.map { $0.value }
    case .shelf: ShelfKey.allCases.map { $0.value }
    case .effect: EffectKey.allCases.map { $0.value }
    case .origin: OriginKey.allCases.map { $0.value }
    case .stop: StopKey.allCases.map { $0.value }
    case .group: GroupKey.allCases.map { $0.value }
    case .part: GroupPartKey.allCases.map { $0.value }
    default: []
    }
  }

  /// Whether every such object has the member at a place among its keys.
  package func isRequired(_ place: Int) -> Bool {
    switch self {
    case .effect: EffectKey.allCases[place].isRequired
    case .stop: StopKey.allCases[place].isRequired
    default: false
    }
  }

  /// The object with these values of its members, `.none` for each that is not given. `.none` if there are no such
  /// objects.
  package func value(of members: [MetricValue]) -> MetricValue {
    switch self {
    case .background:
      var place = BackgroundPlace.section
      if case .choice(let number) = members[2] { place = BackgroundPlace.allCases[number] }
      return .background(
        SectionBackground(
          color: members[0].color, insets: members[1].edges ?? .zero, place: place))
    case .shelf:
      return .shelf(
        Shelf(
          color: members[0].color, insets: members[1].edges ?? .zero, height: members[2].number))
    case .effect:
      var (origin, stops) = (EffectOrigin(), [EffectStop]())
      if case .origin(let given) = members[3] { origin = given }
      if case .stops(let given) = members[4] { stops = given }
      return .effect(
        Effect(
          unit: members[0].number, focus: members[1].number, perspective: members[2].number,
          origin: origin, stops: stops))
    case .origin:
      var origin = EffectOrigin()
      if let x = members[0].number { origin.x = x }
      if let y = members[1].number { origin.y = y }
      if let z = members[2].number { origin.z = z }
      return .origin(origin)
    case .stop: return .stop(EffectStop(members.map { $0.number }))
    case .group: return .part(GroupKey.group(members))
    case .part: return .part(GroupPartKey.part(members))
    default: return .none
    }
  }
}

extension MetricValue {
  /// The values of the members of an object of a form, in the order of their keys; empty if it is no object.
  package func members(_ form: MetricForm) -> [MetricValue] {
    switch self {
    case .background(let background):
      [.color(background.color), .edges(background.insets), .choice(background.place)]
    case .shelf(let shelf):
      [.color(shelf.color), .edges(shelf.insets), .number(shelf.height)]
    case .effect(let effect):
      [
        .number(effect.unit), .number(effect.focus), .number(effect.perspective),
        .origin(effect.origin), .stops(effect.stops),
      ]
    case .origin(let origin): [.number(origin.x), .number(origin.y), .number(origin.z)]
    case .stop(let stop): StopKey.allCases.map { .number(stop[$0]) }
    case .part(let part): part.members(form)
    default: []
    }
  }

  var background: SectionBackground? {
    if case .background(let background) = self { background } else { nil }
  }

  var shelf: Shelf? { if case .shelf(let shelf) = self { shelf } else { nil } }

  var effect: Effect? { if case .effect(let effect) = self { effect } else { nil } }
}
