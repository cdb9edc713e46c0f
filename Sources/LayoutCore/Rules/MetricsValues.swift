/// The metrics of one level, merged with those of the level above.
package struct MetricsValues: Equatable, Sendable {
  /// By the raw values of the keys.
  private var values: [MetricValue]

  private static let standard = MetricsKey.allCases.map { $0.row.standard }

  /// Creates the default values.
  package init() { values = MetricsValues.standard }

  /// The value of a metric. Setting one removes the value of its rival.
  package subscript(key: MetricsKey) -> MetricValue {
    get { values[key.rawValue] }
    set {
      values[key.rawValue] = newValue
      if newValue != .none, let rival = key.row.rival { values[rival.rawValue] = .none }
    }
  }

  /// A number that is equal for equal values, and seldom for others. O(1)
  var mark: UInt64 { values.reduce(0) { ($0 ^ $1.mark) &* 0x9E37_79B9_7F4A_7C15 } }

  /// A number; nil if there is none.
  func number(_ key: MetricsKey) -> Double? { self[key].number }

  func size(_ key: MetricsKey) -> Size {
    if case .size(let size) = self[key] { return size }
    preconditionFailure("the metric has a size")
  }

  func edges(_ key: MetricsKey) -> EdgeInsets? { self[key].edges }

  func choice<Word: CaseIterable>(_ key: MetricsKey, _: Word.Type = Word.self) -> Word
  where Word.AllCases == [Word] {
    guard case .choice(let place) = self[key] else {
      preconditionFailure("the metric has a word")
    }
    return Word.allCases[place]
  }

  func styles(_ key: MetricsKey) -> StyleSequence {
    if case .styles(let styles) = self[key] { return styles }
    preconditionFailure("the metric has styles")
  }

  func groups(_ key: MetricsKey) -> GroupList {
    if case .groups(let groups) = self[key] { return groups }
    preconditionFailure("the metric has groups")
  }

  func flag(_ key: MetricsKey) -> Bool { self[key] == .flag(true) }

  func color(_ key: MetricsKey) -> Color? { self[key].color }

  /// The value of `numberOfColumns` or `minimumColumnWidth`; nil if neither is given.
  var columns: ColumnCount? {
    get {
      if case .columns(let number) = self[.numberOfColumns] { return .number(number) }
      return number(.minimumColumnWidth).map { .minimumWidth($0) }
    }
    set {
      switch newValue {
      case .number(let number)?: self[.numberOfColumns] = .columns(number)
      case .minimumWidth(let width)?: self[.minimumColumnWidth] = .number(width)
      case nil: (self[.numberOfColumns], self[.minimumColumnWidth]) = (.none, .none)
      }
    }
  }
}

extension EdgeInsets {
  /// The insets of the transposed layout: horizontal from vertical, or back.
  package var transposed: EdgeInsets {
    EdgeInsets(top: left, left: top, bottom: right, right: bottom)
  }
}
