/// The values of a header, a footer or a global header, member by member (docs/rules.md#supplementary-elements).
package struct SupplementaryValues: ~Copyable {
  private let inherited: Appearance?
  /// Nil if they are not given.
  private var height: Double?
  private var width: Double?
  package private(set) var isPinning = false
  private var isWaiting = false
  private var isEstimated = false
  /// Whether it takes no room, whatever its extent.
  package private(set) var isHidden = false
  private var backgroundColor: Color?
  private var selectedBackgroundColor: Color?
  private var padding: EdgeInsets?
  /// The client's text in UTF-8; empty if there is none.
  package private(set) var data: [UInt8] = []
  /// Whether it does not share the appearance that it inherits.
  package private(set) var hasOwnAppearance = false

  /// Creates empty values. Colours are inherited, padding is not.
  package init(inheriting inherited: Appearance?) {
    self.inherited = inherited
    backgroundColor = inherited?.backgroundColor
    selectedBackgroundColor = inherited?.selectedBackgroundColor
  }

  /// Sets a member. Nil means that the value is invalid.
  package mutating func say(_ key: SupplementaryKey, _ value: MetricValue?) {
    let flag = value == .flag(true)
    switch key {
    case .height: height = value?.number ?? 0
    case .width: width = value?.number ?? 0
    case .pin: isPinning = flag
    case .waits: isWaiting = flag
    case .hidden: isHidden = flag
    case .estimated: isEstimated = flag
    case .backgroundColor: backgroundColor = value?.color
    case .selectedBackgroundColor: selectedBackgroundColor = value?.color
    case .padding: padding = value?.edges
    case .data: data = value?.text ?? []
    }
    switch key {
    case .backgroundColor, .selectedBackgroundColor, .padding: hasOwnAppearance = true
    case .data: if !data.isEmpty { hasOwnAppearance = true }
    case .height, .width, .pin, .waits, .hidden, .estimated: break
    }
  }

  /// Whether the extent along the scroll axis is given.
  package func hasExtent(isHorizontal: Bool) -> Bool {
    givenExtent(isHorizontal: isHorizontal) != nil
  }

  private func givenExtent(isHorizontal: Bool) -> Double? { isHorizontal ? width : height }

  /// The extent along the scroll axis; nil if it is not given and there is no default.
  package func extent(isHorizontal: Bool) -> Double? {
    givenExtent(isHorizontal: isHorizontal) ?? (isEstimated ? Supplementary.estimatedExtent : nil)
  }

  /// The element; nil if it takes no room.
  ///
  /// - Parameters:
  ///   - index: Its position in the given array.
  ///   - last: The appearance made last, which is shared if it is equal.
  package func element(
    index: Int, isHorizontal: Bool, sharing last: inout Appearance?
  ) -> Supplementary? {
    guard let extent = extent(isHorizontal: isHorizontal), extent > 0, !isHidden else {
      return nil
    }
    return Supplementary(
      index: index, extent: extent, isPinning: isPinning, isWaiting: isWaiting,
      isEstimated: isEstimated,
      appearance: hasOwnAppearance ? appearance(sharing: &last) : inherited)
  }

  /// The placeholder; nil if it takes no room.
  ///
  /// - Parameter last: The appearance made last, which is shared if it is equal.
  package func placeholder(isHorizontal: Bool, sharing last: inout Appearance?) -> Placeholder? {
    let extent = extent(isHorizontal: isHorizontal)
    if extent == 0 { return nil }
    return Placeholder(
      extent: extent, appearance: hasOwnAppearance ? appearance(sharing: &last) : inherited)
  }

  private func appearance(sharing last: inout Appearance?) -> Appearance? {
    if let last, last.backgroundColor == backgroundColor,
      last.selectedBackgroundColor == selectedBackgroundColor, last.padding == padding,
      last.data == data
    {
      return last
    }
    last = Appearance(
      backgroundColor: backgroundColor, selectedBackgroundColor: selectedBackgroundColor,
      padding: padding, data: data)
    return last
  }
}

extension Supplementary {
  /// The value of a member that must be given to recreate this element; nil if none is needed.
  package func value(
    of key: SupplementaryKey, isHorizontal: Bool, inheriting inherited: Appearance?
  ) -> MetricValue? {
    switch key {
    case .height: isHorizontal ? nil : .number(extent)
    case .width: isHorizontal ? .number(extent) : nil
    case .pin: isPinning ? .flag(true) : nil
    case .waits: isWaiting ? .flag(true) : nil
    case .hidden: nil
    case .estimated: isEstimated ? .flag(true) : nil
    case .backgroundColor, .selectedBackgroundColor, .padding, .data:
      key.value(of: appearance, inheriting: inherited)
    }
  }
}

extension Placeholder {
  /// The value of a member that must be given to recreate this placeholder; nil if none is needed.
  package func value(
    of key: PlaceholderKey, isHorizontal: Bool, inheriting inherited: Appearance?
  ) -> MetricValue? {
    switch key {
    case .height: isHorizontal ? nil : extent.map { .number($0) }
    case .width: isHorizontal ? extent.map { .number($0) } : nil
    case .backgroundColor, .selectedBackgroundColor, .padding, .data:
      key.ofHeader.value(of: appearance, inheriting: inherited)
    }
  }
}

extension SupplementaryKey {
  /// The value of a colour, the padding or the data that must be given to recreate an appearance; nil if none is needed.
  fileprivate func value(
    of appearance: Appearance?, inheriting inherited: Appearance?
  ) -> MetricValue? {
    switch self {
    case .backgroundColor:
      appearance?.backgroundColor == inherited?.backgroundColor
        ? nil : .color(appearance?.backgroundColor)
    case .selectedBackgroundColor:
      appearance?.selectedBackgroundColor == inherited?.selectedBackgroundColor
        ? nil : .color(appearance?.selectedBackgroundColor)
    case .padding: appearance?.padding.map { .edges($0) }
    case .data: (appearance?.data).flatMap { $0.isEmpty ? nil : .text($0) }
    case .height, .width, .pin, .waits, .hidden, .estimated: nil
    }
  }
}
