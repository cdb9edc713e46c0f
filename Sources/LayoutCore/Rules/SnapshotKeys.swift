/// The members of a snapshot (docs/rules.md#snapshot-keys), in the order in which they are read.
package enum RootKey: ObjectKey {
  case scrollDirection, layoutDirection, engine, metrics, globalHeaders, globalHeaderBackgroundColor
  case minimumContentLength, sections
  /// A member without rules of its own, given its index in `MemberRow.ofSnapshots`.
  case member(Int)

  package static let allCases =
    [
      scrollDirection, layoutDirection, engine, metrics, globalHeaders, globalHeaderBackgroundColor,
      minimumContentLength,
    ] + MemberRow.ofSnapshots.indices.map(RootKey.member) + [sections]

  /// The range of `minimumContentLength`, in points.
  package static let contentLengths = 0...greatestCoordinate

  package var name: String {
    switch self {
    case .scrollDirection: "scrollDirection"
    case .layoutDirection: "layoutDirection"
    case .engine: "engine"
    case .metrics: "metrics"
    case .globalHeaders: "globalHeaders"
    case .globalHeaderBackgroundColor: "globalHeaderBackgroundColor"
    case .minimumContentLength: "minimumContentLength"
    case .sections: "sections"
    case .member(let place): MemberRow.ofSnapshots[place].name
    }
  }

  package var form: KeyForm {
    switch self {
    case .scrollDirection: .choice(of: ScrollDirection.self)
    case .layoutDirection: .choice(of: LayoutDirection.self)
    case .engine: .choice(of: Engine.self)
    case .metrics: .metrics
    case .globalHeaders: .globalStack
    case .globalHeaderBackgroundColor: .value(.color)
    case .minimumContentLength: .value(.member(.number(RootKey.contentLengths)))
    case .sections: .sections
    case .member(let place): .value(.member(MemberRow.ofSnapshots[place].form))
    }
  }

  package var isRequired: Bool { self == .sections }
}

/// The members of a section (docs/rules.md#snapshot-keys), in the order in which they are read.
package enum SectionKey: ObjectKey {
  case id, engine, metrics, headers, placeholder, items, footers
  /// A member without rules of its own, given its index in `MemberRow.ofSections`.
  case member(Int)

  package static let allCases =
    [id, engine, metrics, headers, placeholder, items, footers]
    + MemberRow.ofSections.indices.map(SectionKey.member)

  package static let idByteCounts = 0...256

  package var name: String {
    switch self {
    case .id: "id"
    case .engine: "engine"
    case .metrics: "metrics"
    case .headers: "headers"
    case .placeholder: "placeholder"
    case .items: "items"
    case .footers: "footers"
    case .member(let place): MemberRow.ofSections[place].name
    }
  }

  package var form: KeyForm {
    switch self {
    case .id: .value(.member(.text(byteCounts: SectionKey.idByteCounts)))
    case .engine: .choice(of: Engine.self)
    case .metrics: .metrics
    case .headers, .footers: .stack
    case .placeholder: .placeholder
    case .items: .items
    case .member(let place): .value(.member(MemberRow.ofSections[place].form))
    }
  }
}

/// The members of a header, a footer or a global header (docs/rules.md#supplementary-elements). The extent along the
/// scroll axis is required unless `hidden` or `estimated` is set. Only global headers have `waits`, and not together with
/// `pin`.
package enum SupplementaryKey: ObjectKey {
  case height, width, pin, waits, hidden, estimated
  case backgroundColor, selectedBackgroundColor, padding
  /// A member without rules of its own, given its index in `MemberRow.ofHeaders`.
  case member(Int)

  package static let allCases =
    [
      height, width, pin, waits, hidden, estimated, backgroundColor, selectedBackgroundColor,
      padding,
    ] + MemberRow.ofHeaders.indices.map(SupplementaryKey.member)

  package var name: String {
    switch self {
    case .height: "height"
    case .width: "width"
    case .pin: "pin"
    case .waits: "waits"
    case .hidden: "hidden"
    case .estimated: "estimated"
    case .backgroundColor: "backgroundColor"
    case .selectedBackgroundColor: "selectedBackgroundColor"
    case .padding: "padding"
    case .member(let place): MemberRow.ofHeaders[place].name
    }
  }

  /// The form of the value, as for a metric.
  package var value: MetricForm {
    switch self {
    case .height, .width: .extent
    case .pin, .waits, .hidden, .estimated: .flag
    case .backgroundColor, .selectedBackgroundColor: .color
    case .padding: .edges(areTurned: false)
    case .member(let place): .member(MemberRow.ofHeaders[place].form)
    }
  }

  package var form: KeyForm { .value(value) }
}

/// The members of a placeholder (docs/rules.md#placeholder). Without an extent along the scroll axis, it takes a part of
/// what the content lacks.
package struct PlaceholderKey: ObjectKey {
  /// The member of a header that has the same meaning.
  package let ofHeader: SupplementaryKey

  package static let allCases = SupplementaryKey.allCases
    .filter { ![.pin, .waits, .hidden, .estimated].contains($0) }
    .map { PlaceholderKey(ofHeader: $0) }

  package var name: String { ofHeader.name }
  package var form: KeyForm { ofHeader.form }
}

/// The members of distances from edges. Those not given are 0.
package enum EdgeKey: String, ObjectKey {
  case top, left, bottom, right

  package var form: KeyForm { .value(.extent) }
}
