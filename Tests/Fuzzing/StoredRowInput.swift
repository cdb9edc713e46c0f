import LayoutCore
import LayoutService
import LayoutStore

/// Bytes as what a store may have in a row: a body, deflated or not, of a length, whole or damaged.
struct StoredRowInput {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let service = Service(
    limits: limits, metrics: ServiceMetrics(), log: { _ in })

  private static var limits: ServiceLimits {
    var limits = ServiceLimits()
    limits.snapshotBytes = 16 << 20
    return limits
  }

  func finding() -> String? {
    guard bytes.count >= 4 else { return nil }
    let isDeflated = bytes[0] & 1 == 1
    // The length that the row says, mostly a possible one.
    let length = Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3] & 0x1f) << 16
    let body = StoredBody(
      byteCount: bytes[0] & 2 == 0 ? length : -length, isDeflated: isDeflated,
      kept: Array(bytes[4...]))
    let given = body.withBytes(slack: 64) { $0.byteCount }
    if let given, given != body.byteCount { return "\(given) bytes, not \(body.byteCount)" }
    let row = StoredLayout(
      id: ContentDigest { UInt64($0 + 1) }, rules: Int(rulesVersions.lowerBound),
      used: Day(number: 1), body: body)
    // No body makes the layout of this name.
    if case .damaged = StoredRowInput.service.verdict(on: [row]) { return nil }
    return "a row is taken for another layout"
  }
}
