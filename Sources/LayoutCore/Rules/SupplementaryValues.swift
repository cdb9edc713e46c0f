/// The values of a header, a footer or a global header, member by member (docs/rules.md#supplementary-elements).
package struct SupplementaryValues: Sendable {
  /// The given colours, padding and members: nil for what is inherited, nil inside for no colour.
  private final class Look: Sendable {
    let backgroundColor: Color??
    let selectedBackgroundColor: Color??
    let padding: EdgeInsets?
    let members: GivenMembers

    init(
      backgroundColor: Color??, selectedBackgroundColor: Color??, padding: EdgeInsets?,
      members: GivenMembers
    ) {
      (self.backgroundColor, self.selectedBackgroundColor) = (
        backgroundColor, selectedBackgroundColor
      )
      (self.padding, self.members) = (padding, members)
    }
  }

  /// Not numbers if they are not given.
  private var (height, width) = (Double.nan, Double.nan)
  package private(set) var isPinning = false
  private var isWaiting = false
  private var isEstimated = false
  /// Whether it takes no room, whatever its extent.
  package private(set) var isHidden = false
  /// Nil if it shares the appearance that it inherits.
  private var look: Look?

  /// Creates empty values.
  package init() {}

  /// Whether it does not share the appearance that it inherits.
  package var hasOwnAppearance: Bool { look != nil }
  /// The members without rules of their own.
  package var members: GivenMembers { look?.members ?? GivenMembers() }

  /// Sets a member. Nil means that the value is invalid.
  @inline(never)
  package mutating func say(_ key: SupplementaryKey, _ value: MetricValue?) {
    let flag = value == .flag(true)
    switch key {
    case .height: height = value?.number ?? 0
    case .width: width = value?.number ?? 0
    case .pin: isPinning = flag
    case .waits: isWaiting = flag
    case .hidden: isHidden = flag
    case .estimated: isEstimated = flag
    case .member(let place):
      let members = members.with(value, of: MemberRow.ofHeaders[place])
      if look != nil || !members.isEmpty { setLook(key, value, members) }
    case .backgroundColor, .selectedBackgroundColor, .padding: setLook(key, value, members)
    }
  }

  @inline(never)
  private mutating func setLook(
    _ key: SupplementaryKey, _ value: MetricValue?, _ members: GivenMembers
  ) {
    look = Look(
      backgroundColor: key == .backgroundColor ? .some(value?.color) : look?.backgroundColor,
      selectedBackgroundColor: key == .selectedBackgroundColor
        ? .some(value?.color) : look?.selectedBackgroundColor,
      padding: key == .padding ? value?.edges : look?.padding,
      members: members)
  }

  /// Whether the extent along the scroll axis is given.
  package func hasExtent(isHorizontal: Bool) -> Bool {
    givenExtent(isHorizontal: isHorizontal) != nil
  }

  private func givenExtent(isHorizontal: Bool) -> Double? {
    let extent = isHorizontal ? width : height
    return extent.isNaN ? nil : extent
  }

  /// The extent along the scroll axis; nil if it is not given and there is no default.
  package func extent(isHorizontal: Bool) -> Double? {
    givenExtent(isHorizontal: isHorizontal) ?? (isEstimated ? Supplementary.estimatedExtent : nil)
  }

  /// Whether it takes room.
  package func hasRoom(isHorizontal: Bool) -> Bool {
    !isHidden && extent(isHorizontal: isHorizontal).map { $0 > 0 } ?? false
  }

  /// The element; nil if it takes no room.
  ///
  /// - Parameters:
  ///   - index: Its position in the given array.
  ///   - inherited: The appearance whose colours it inherits. Its padding is not inherited.
  ///   - last: The appearance made last, which is shared if it is equal.
  package func element(
    index: Int, isHorizontal: Bool, inheriting inherited: Appearance?,
    sharing last: inout Appearance?
  ) -> Supplementary? {
    guard hasRoom(isHorizontal: isHorizontal) else { return nil }
    return Supplementary(
      index: index, extent: extent(isHorizontal: isHorizontal) ?? 0, isPinning: isPinning,
      isWaiting: isWaiting,
      isEstimated: isEstimated, appearance: appearance(inheriting: inherited, sharing: &last))
  }

  /// The placeholder; nil if it takes no room.
  ///
  /// - Parameters:
  ///   - inherited: The appearance whose colours it inherits.
  ///   - last: The appearance made last, which is shared if it is equal.
  package func placeholder(
    isHorizontal: Bool, inheriting inherited: Appearance?, sharing last: inout Appearance?
  ) -> Placeholder? {
    let extent = extent(isHorizontal: isHorizontal)
    if extent == 0 { return nil }
    return Placeholder(
      extent: extent, appearance: appearance(inheriting: inherited, sharing: &last))
  }

  private func appearance(
    inheriting inherited: Appearance?, sharing last: inout Appearance?
  ) -> Appearance? {
    guard let look else { return inherited }
    let background = look.backgroundColor ?? inherited?.backgroundColor
    let selected = look.selectedBackgroundColor ?? inherited?.selectedBackgroundColor
    if let last, last.backgroundColor == background, last.selectedBackgroundColor == selected,
      last.padding == look.padding, last.members == look.members
    {
      return last
    }
    last = Appearance(
      backgroundColor: background, selectedBackgroundColor: selected, padding: look.padding,
      members: look.members)
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
    case .backgroundColor, .selectedBackgroundColor, .padding, .member:
      key.value(of: appearance, inheriting: inherited)
    }
  }
}

extension Placeholder {
  /// The value of a member that must be given to recreate this placeholder; nil if none is needed.
  package func value(
    of key: PlaceholderKey, isHorizontal: Bool, inheriting inherited: Appearance?
  ) -> MetricValue? {
    switch key.ofHeader {
    case .height: isHorizontal ? nil : extent.map { .number($0) }
    case .width: isHorizontal ? extent.map { .number($0) } : nil
    default: key.ofHeader.value(of: appearance, inheriting: inherited)
    }
  }
}

extension SupplementaryKey {
  /// The value of a colour, the padding or a member without rules that must be given to recreate an appearance; nil if none is needed.
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
    case .member(let place): appearance?.members.value(of: MemberRow.ofHeaders[place])
    case .height, .width, .pin, .waits, .hidden, .estimated: nil
    }
  }
}
