/// The members of the metric `background` (docs/rules.md#backgrounds-and-shelves).
package enum BackgroundKey: String, ObjectKey {
  case color, insets, behind

  /// The form of the value, as for a metric.
  package var value: MetricForm {
    switch self {
    case .color: .color
    case .insets: .edges(areTurned: true)
    case .behind: .choice(of: BackgroundPlace.self)
    }
  }

  package var form: KeyForm { .value(value) }
}

/// The members of the metric `shelf` (docs/rules.md#backgrounds-and-shelves).
package enum ShelfKey: String, ObjectKey {
  case color, insets, height

  /// The form of the value, as for a metric.
  package var value: MetricForm {
    switch self {
    case .color: .color
    case .insets: .edges(areTurned: true, least: Shelf.leastInset)
    case .height: .extent
    }
  }

  package var form: KeyForm { .value(value) }
}

extension MetricForm {
  /// The forms of the members of an object, in the order of their keys; empty if the value is no such object.
  package var members: [MetricForm] {
    switch self {
    case .background: BackgroundKey.allCases.map { $0.value }
    case .shelf: ShelfKey.allCases.map { $0.value }
    default: []
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
    default: return .none
    }
  }
}

extension MetricValue {
  /// The values of the members of an object, in the order of their keys; empty if it is no object.
  package var members: [MetricValue] {
    switch self {
    case .background(let background):
      [.color(background.color), .edges(background.insets), .choice(background.place)]
    case .shelf(let shelf):
      [
        .color(shelf.color), .edges(shelf.insets),
        shelf.height.map { .number($0) } ?? MetricValue.none,
      ]
    default: []
    }
  }

  var background: SectionBackground? {
    if case .background(let background) = self { background } else { nil }
  }

  var shelf: Shelf? { if case .shelf(let shelf) = self { shelf } else { nil } }
}
