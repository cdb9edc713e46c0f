import JSONText
import LayoutCore
public import LayoutStore
import LayoutWire

/// Examines rows of a store without a request, for `layoutd store`.
extension Service {
  /// The verdict on a chain of rows.
  public enum StoredVerdict: Sendable {
    /// The layout with the id of the row.
    case whole
    /// A layout named by other rules. This program does not answer it.
    case otherRules
    /// Not the layout with the id of the row.
    case damaged
  }

  /// Decodes a chain of rows, and compares the id. O(bytes)
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

  /// The snapshot of a chain of rows, as JSON that can be posted; nil if they are damaged or of other rules. O(bytes)
  public func snapshotText(of layouts: [StoredLayout]) -> [UInt8]? {
    var allowance = Allowance(on: .compute, until: .now + .seconds(86_400))
    guard let named = (try? snapshot(of: layouts, &allowance)) ?? nil else { return nil }
    return try? text(of: named, bytesMax: StoredBody.byteCountMax, &allowance)
  }
}
