/// One number of every item of a list: the same for all, or one each.
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
