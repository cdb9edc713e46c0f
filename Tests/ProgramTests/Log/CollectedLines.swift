import Synchronization

/// Lines that a logger wrote.
final class CollectedLines: Sendable {
  private let kept = Mutex<[[UInt8]]>([])
  var lines: [[UInt8]] { kept.withLock { $0 } }
  func append(_ line: [UInt8]) { kept.withLock { $0.append(line) } }
}
