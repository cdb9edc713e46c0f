/// Items whose frames are given (docs/rules.md#fixed).
public final class FixedEngine: LayoutEngine {
  /// The room across the scroll axis for which frames are given, in points, above 0; nil if they are not scaled.
  public let designWidth: Double?

  /// Creates an engine from the metrics that only it reads.
  public init(designWidth: Double?) { self.designWidth = designWidth }

  public var name: Engine { .fixed }
  public var columnRule: ColumnRule? { nil }
  public var reading: ItemReading {
    // While frames are sorted, they are in memory twice.
    ItemReading(width: .length, height: .length, isOneByOne: true, bytesPerItem: 80)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let scale = FrameScale(left: room.left, factor: designWidth.map { room.width / $0 } ?? 1)
    guard items.uniformSize == nil else { return FixedPile(items, scale) }
    return try FixedFrames(items.treeOfSeveralRuns, scale, from: earlier, meter: &meter)
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.addition(.designWidth, designWidth)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object(Double?.self))
  }
}

/// A frame as it is given: x, y, width and height, in points.
typealias GivenFrame = SIMD4<Double>

/// Converts given frames to those of cells.
struct FrameScale: Equatable {
  /// The left edge of the items, in points.
  let left: Double
  /// f of docs/rules.md#fixed.
  let factor: Double

  /// The frame of a cell, if the items begin at `origin`.
  @inline(__always)
  func cell(_ given: GivenFrame, _ origin: Double) -> CellFrame {
    let frame = factor * given
    return CellFrame(
      frame: Rect(x: left + frame.x, y: origin + frame.y, width: frame.z, height: frame.w),
      columnIndex: nil)
  }

  /// The right edge and the bottom of a frame, measured from the left edge and the top of the items, in points; infinite
  /// if the factor is.
  @inline(__always)
  func ends(_ given: GivenFrame) -> SIMD2<Double> {
    let frame = factor * given
    let ends = frame.lowHalf + frame.highHalf
    // An infinite factor gives no number for 0.
    return factor.isFinite ? ends : SIMD2(repeating: .infinity)
  }
}
