/// The items of a section: a count, and the sizes that the section's engine reads (docs/rules.md#items).
///
/// Sizes that the engine does not read are `.uniform(0)`, so that they are no part of the content's name.
public struct Items: Sendable {
  /// At most 2⁵³.
  public let count: Int
  /// Extents across the scroll axis, in points.
  public let widths: Extents
  /// Extents along the scroll axis, in points.
  public let heights: Extents
  /// How the numbers of explicit extents are written in the canonical form.
  let widthForm: CanonicalNumber
  let heightForm: CanonicalNumber

  /// Makes items; explicit extents that are all equal become uniform. O(count) for explicit ones.
  public init(count: Int, widths: Extents, heights: Extents) {
    self.count = count
    (self.widths, widthForm) = widths.resolved(count: count)
    (self.heights, heightForm) = heights.resolved(count: count)
  }

  /// Whether all items have equal sizes, so that frames follow by arithmetic.
  public var areUniform: Bool {
    if case .uniform = widths, case .uniform = heights { return true }
    return false
  }

  /// How many items an engine has to look at one by one.
  public var explicitCount: Int { areUniform ? 0 : count }

  /// Bytes of memory that the sizes hold.
  var byteCount: Int { widths.byteCount + heights.byteCount }
}

/// One extent of every item of a section: the same for all, or one each.
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
