import LayoutCore

/// Reads metrics: how many are said, then the place of each key in the list of keys, and its value.
extension NumberInput {
  /// Reads metrics over what they inherit, key by key.
  mutating func metrics(
    over inherited: MetricsValues, isHorizontal: Bool
  ) throws(ModuleFailure) -> (values: MetricsValues, keys: [MetricsKey]) {
    var values = inherited
    var keys: [MetricsKey] = []
    for _ in 0..<(try count()) {
      let key = try choice(MetricsKey.self)
      guard !keys.contains(key) else { throw .malformed }
      keys.append(key)
      values[key] = try value(key.row.form, isHorizontal: isHorizontal)
    }
    return (values, keys)
  }

  private mutating func value(
    _ form: MetricForm, isHorizontal: Bool
  ) throws(ModuleFailure) -> MetricValue {
    switch form {
    case .extent: return .number(try extent())
    case .positive: return .number(try positive())
    case .columns:
      let number = try whole(upTo: ContentLimits.columns)
      guard number > 0 else { throw .malformed }
      return .columns(number)
    case .size:
      let (width, height) = (try extent(), try extent())
      return .size(
        isHorizontal ? Size(width: height, height: width) : Size(width: width, height: height))
    case .edges(let areTurned):
      let edges = try edges()
      return .edges(areTurned && isHorizontal ? edges.transposed : edges)
    case .choice(let words): return .choice(try whole(upTo: words.count - 1))
    case .styles(let mayBeEmpty):
      let count = try whole(upTo: ContentLimits.segments)
      guard mayBeEmpty || count > 0 else { throw .malformed }
      var styles: [SegmentStyle] = []
      for _ in 0..<count { styles.append(try choice(SegmentStyle.self)) }
      return .styles(StyleSequence(styles))
    case .flag: return .flag(try flag())
    case .color: return try color().map { .color($0) } ?? .none
    }
  }

  /// Reads headers or footers: how many take room, then of each its index, its extent along the scroll axis, its marks
  /// (1 for pinning, 2 for estimated, 4 for an appearance of its own, which follows).
  mutating func stack(inheriting inherited: Appearance?) throws(ModuleFailure) -> SupplementaryStack
  {
    let count = try count()
    var stack = SupplementaryStack.Builder(capacity: count)
    var next = 0
    for _ in 0..<count {
      let index = try whole(upTo: (1 << 30) - 1)
      guard index >= next else { throw .malformed }
      next = index + 1
      let extent = try positive()
      let marks = try whole(upTo: 7)
      stack.append(
        Supplementary(
          index: index, extent: extent, isPinning: marks & 1 != 0, isEstimated: marks & 2 != 0,
          appearance: marks & 4 != 0 ? try appearance(inheriting: inherited) : inherited))
    }
    return stack.stack(unlessEqualTo: .empty)
  }

  /// Reads an appearance: each colour after 0 where it is inherited, else 1, and the padding after 0 where there is none,
  /// else 1.
  private mutating func appearance(
    inheriting inherited: Appearance?
  ) throws(ModuleFailure) -> Appearance? {
    let backgroundColor = try flag() ? try color() : inherited?.backgroundColor
    let selectedBackgroundColor = try flag() ? try color() : inherited?.selectedBackgroundColor
    let padding: EdgeInsets? = try flag() ? try edges() : nil
    return Appearance(
      backgroundColor: backgroundColor, selectedBackgroundColor: selectedBackgroundColor,
      padding: padding)
  }
}
