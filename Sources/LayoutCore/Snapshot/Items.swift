/// The items of a section: a count, and the numbers that the section's engine reads (docs/rules.md#items).
///
/// Columns that the engine does not read are `.uniform(0)`, so that they are no part of the content's name.
public struct Items: Sendable {
  /// At most 2⁵³.
  public let count: Int
  private let columns: ItemColumns<Extents>
  /// How the numbers of explicit columns are written in the canonical form.
  private let forms: ItemColumns<CanonicalNumber>

  /// No items.
  public static let none = Items(count: 0)

  /// Makes items; explicit columns whose numbers are all equal become uniform. O(count) for explicit ones.
  public init(count: Int, columns: ItemColumns<Extents>) {
    self.count = count
    let resolved = ItemColumns { columns[$0].resolved(count: count) }
    self.columns = ItemColumns { resolved[$0].0 }
    forms = ItemColumns { resolved[$0].1 }
  }

  /// Makes items of these sizes that have nothing else.
  public init(count: Int, widths: Extents = .uniform(0), heights: Extents = .uniform(0)) {
    var columns = ItemColumns { _ in Extents.uniform(0) }
    columns[.width] = widths
    columns[.height] = heights
    self.init(count: count, columns: columns)
  }

  /// A number of every item.
  public subscript(column: ItemColumn) -> Extents { columns[column] }

  /// Extents across the scroll axis, in points.
  public var widths: Extents { columns[.width] }

  /// Extents along the scroll axis, in points.
  public var heights: Extents { columns[.height] }

  /// Whether all items are equal, so that frames follow by arithmetic.
  public var areUniform: Bool { ItemColumn.allCases.allSatisfy { columns[$0].uniform != nil } }

  /// How many items an engine has to look at one by one.
  public var explicitCount: Int { areUniform ? 0 : count }

  /// Bytes of memory that the columns hold.
  var byteCount: Int { ItemColumn.allCases.reduce(0) { $0 + columns[$1].byteCount } }

  /// Writes the columns in their canonical form.
  ///
  /// A column that is not one of the first two is written, behind its number, where some item has another number than
  /// 0: so a new member leaves the name of content without it as it was.
  func writeCanonicalBytes(by writer: inout CanonicalWriter, to sink: inout some CanonicalSink) {
    for column in ItemColumn.allCases {
      if column.rawValue > ItemColumn.height.rawValue {
        if columns[column].uniform == 0 { continue }
        writer.byte(UInt8(column.rawValue))
      }
      columns[column].writeCanonicalBytes(by: &writer, to: &sink, as: forms[column])
    }
  }
}

/// One number of every item of a section: the same for all, or one each.
public enum Extents: Sendable {
  case uniform(Double)
  case explicit([Double])

  /// The extent of item `index`, in points.
  @inline(__always)
  subscript(index: Int) -> Double {
    switch self {
    case .uniform(let extent): extent
    case .explicit(let extents): extents[index]
    }
  }

  /// The extent that all items have, or nil where they differ.
  var uniform: Double? {
    if case .uniform(let extent) = self { return extent }
    return nil
  }

  /// The greatest extent of some items; 0 when there are none. O(range) for explicit ones.
  func greatest(in range: Range<Int>) -> Double {
    switch self {
    case .uniform(let extent): return range.isEmpty ? 0 : extent
    case .explicit(let extents):
      var greatest = 0.0
      for item in range { greatest = greater(extents[item], greatest) }
      return greatest
    }
  }

  /// The extents of some items added up in order, in points. O(range)
  func sum(of range: Range<Int>) -> Double {
    var sum = 0.0
    switch self {
    case .uniform(let extent):
      for _ in range { sum += extent }
    case .explicit(let extents):
      for item in range { sum += extents[item] }
    }
    return sum
  }

  fileprivate var byteCount: Int {
    switch self {
    case .uniform: 0
    case .explicit(let extents): HeapBytes.array(extents)
    }
  }

  /// The one form of equal content: equal extents are uniform, those of no items 0, and −0 is 0.
  fileprivate func resolved(count: Int) -> (Extents, CanonicalNumber) {
    if count == 0 { return (.uniform(0), .double) }
    switch self {
    case .uniform(let extent):
      return (.uniform(extent + 0), .double)
    case .explicit(let extents):
      precondition(extents.count == count, "one extent for each item")
      let survey = ExtentSurvey(extents)
      if survey.areEqual { return (.uniform(extents[0] + 0), .double) }
      return (survey.hasNegativeZeros ? .explicit(extents.map { $0 + 0 }) : self, survey.form)
    }
  }
}
