import LayoutService
import Synchronization

/// Decides which lines about errors are written: at most ten a second of each kind. The others are counted.
///
/// All kinds share one window of a second. The next line of a kind reports how many were not written. If there is no
/// such line by the end of the next window, a summary reports it.
final class RepeatedErrors: Sendable {
  /// Two errors of the same kind repeat each other.
  struct Kind: Hashable, Sendable {
    let status: Int
    let route: Route
    let limit: String?
    var input: RefusedInput?
  }

  /// How many lines of a kind are written in a window.
  static let linesPerWindow = 10
  /// How many kinds a window counts apart; all others count as one more kind.
  static let kindsMax = 256
  private static let windowMilliseconds = 1_000

  private struct State {
    /// The errors of each kind in this window.
    var seen: [Kind?: Int] = [:]
    /// The errors that were not written in the window before and are not reported yet.
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

  /// How many lines were not written.
  var suppressedCount: Int { state.withLock { $0.suppressedCount } }

  /// Counts an error.
  ///
  /// - Returns: how many suppressed lines of its kind its line reports; nil if its line is not written.
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
  /// A clock may be set back, so a time long before the window's start ends it, too.
  ///
  /// - Parameter time: milliseconds since 1970.
  func isWindowOver(at time: Int64) -> Bool {
    (time - windowStart.load(ordering: .relaxed)).magnitude >= RepeatedErrors.windowMilliseconds
  }

  /// Begins a window, unless another thread has done so.
  ///
  /// - Returns: the suppressed lines of the window before that no line has reported.
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
  /// - Returns: all suppressed lines that no line has reported.
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
