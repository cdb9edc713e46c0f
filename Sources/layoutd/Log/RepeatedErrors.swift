import LayoutService
import Synchronization

/// Decides which lines about errors are written: at most ten per second of each kind. The others are counted.
///
/// All kinds share a window of one second. The next line of a kind reports the number of omitted ones. If there is no
/// such line by the end of the next window, a summary reports it.
final class RepeatedErrors: Sendable {
  /// The kind of an error. Errors of the same kind are repetitions.
  struct Kind: Hashable, Sendable {
    let status: Int
    let route: Route
    let limit: String?
    var input: RefusedInput?
  }

  /// The number of lines of a kind written in a window.
  static let linesPerWindow = 10
  /// The number of kinds counted separately in a window. All others count as one more kind.
  static let kindsMax = 256
  private static let windowMilliseconds = 1_000

  private struct State {
    /// The errors of each kind in this window.
    var seen: [Kind?: Int] = [:]
    /// Errors of the previous window that were not written and are not reported yet.
    var untold: [Kind?: Int] = [:]
    var suppressedCount = 0

    /// The errors of this window that were not written.
    var suppressed: [Kind?: Int] {
      seen.compactMapValues { $0 > linesPerWindow ? $0 - linesPerWindow : nil }
    }
  }

  private let windowStart = Atomic<Int64>(0)
  private let state = Mutex(State())

  init() {
    state.withLock { $0.seen.reserveCapacity(RepeatedErrors.kindsMax + 1) }
  }

  /// The number of omitted lines.
  var suppressedCount: Int { state.withLock { $0.suppressedCount } }

  /// Counts an error.
  ///
  /// - Returns: The number of suppressed lines of its kind for its line to report; nil if its line is not to be
  ///   written.
  func admit(_ kind: Kind) -> Int? {
    state.withLock { state in
      let isKnown = state.seen.count < RepeatedErrors.kindsMax || state.seen[kind] != nil
      let kind = isKnown ? kind : nil
      let count = state.seen[kind, default: 0] + 1
      state.seen[kind] = count
      if count <= RepeatedErrors.linesPerWindow {
        return state.untold.removeValue(forKey: kind) ?? 0
      }
      state.suppressedCount += 1
      return nil
    }
  }

  /// Whether the window is over. Takes no lock.
  ///
  /// A clock may be set back, so a time long before the window's start ends it too.
  ///
  /// - Parameter time: Milliseconds since 1970.
  func isWindowOver(at time: Int64) -> Bool {
    (time - windowStart.load(ordering: .relaxed)).magnitude >= RepeatedErrors.windowMilliseconds
  }

  /// Begins a window, unless another thread has done so.
  ///
  /// - Returns: The suppressed lines of the previous window that no line has reported.
  func beginWindow(at time: Int64) -> [Kind?: Int] {
    state.withLock { state in
      guard isWindowOver(at: time) else { return [:] }
      windowStart.store(time, ordering: .relaxed)
      defer {
        state.untold = state.suppressed
        state.seen.removeAll(keepingCapacity: true)
      }
      return state.untold
    }
  }

  /// Begins anew.
  ///
  /// - Returns: All suppressed lines that no line has reported.
  func end() -> [Kind?: Int] {
    state.withLock { state in
      defer {
        state.untold = [:]
        state.seen.removeAll(keepingCapacity: true)
      }
      return state.untold.merging(state.suppressed, uniquingKeysWith: +)
    }
  }
}
