/// One number for every item of a list: one for all, or one each.
public enum Extents: Sendable {
  case uniform(Double)
  case explicit([Double])

  /// The extent of item `index`, in points.
  @inlinable
  public subscript(index: Int) -> Double {
    switch self {
    case .uniform(let extent): extent
    case .explicit(let extents): extents[index]
    }
  }
}
