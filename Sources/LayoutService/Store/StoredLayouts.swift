import JSONText
import LayoutCore
public import LayoutStore
import LayoutWire

/// Looking at a store's rows without a request: for `layoutd store`.
extension Service {
  /// What a row and those that it is derived from make.
  public enum StoredVerdict: Sendable {
    /// The layout of its name.
    case whole
    /// A layout that other rules have named; this program does not answer it.
    case otherRules
    /// Not the layout of its name.
    case damaged
  }

  /// Makes a layout of its rows, and looks whether it has their name. O(bytes)
  public func verdict(on layouts: [StoredLayout]) -> StoredVerdict {
    guard let first = layouts.first, let last = layouts.last, first.parent == nil,
      layouts.count - 1 <= last.depth
    else { return .damaged }
    var allowance = Allowance(on: .compute, until: .now + .seconds(86_400))
    do throws(Problem) {
      guard let named = try snapshot(of: layouts, &allowance) else { return .otherRules }
      // The next row may be derived from it.
      _ = try? cache.insert(named, readFrom: nil)
      return .whole
    } catch {
      return .damaged
    }
  }

  /// The snapshot that rows make, as JSON that can be posted; nil where they are damaged, or of other rules. O(bytes)
  public func snapshotText(of layouts: [StoredLayout]) -> [UInt8]? {
    var allowance = Allowance(on: .compute, until: .now + .seconds(86_400))
    guard let named = (try? snapshot(of: layouts, &allowance)) ?? nil else { return nil }
    return try? text(of: named, bytesMax: StoredBody.byteCountMax, &allowance)
  }
}
