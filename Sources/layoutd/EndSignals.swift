import ServiceLifecycle
import UnixSignals

/// The signals that end the program: the first lets requests in flight finish, the second ends it at once.
///
/// One sequence sees them all. A signal has one handler in a process, so the group's own trap beside another one loses
/// signals.
struct EndSignals {
  private let signals: UnixSignalsSequence

  /// Catches the signals from now on.
  init() async {
    signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint])
  }

  /// Ends a group as the signals say. Returns when the task is cancelled.
  func watch(over group: ServiceGroup) async {
    var count = 0
    for await signal in signals {
      count += 1
      if count == 1 {
        await group.triggerGracefulShutdown()
      } else {
        // The status that a shell reports for a process that the signal ended.
        OperatingSystem.exitNow(status: 128 + signal.rawValue)
      }
    }
  }
}
