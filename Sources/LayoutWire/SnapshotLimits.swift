/// How much a snapshot may ask for (contract section 6, limits); beyond it the snapshot is refused.
public struct SnapshotLimits: Hashable, Sendable {
  public var sections = 1_000_000
  /// Items whose sizes are listed one by one.
  public var explicitItems = 20_000_000
  /// Items of any kind, at most 2⁵³.
  public var items = 1 << 53
  /// What `numberOfColumns` may say.
  public var columns = 10_000

  /// The limits of the contract.
  public init() {}
}
