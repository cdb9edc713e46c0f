import ServiceLifecycle
import UnixSignals

/// The signals that the program heeds: SIGHUP makes it read again what may change, the first of SIGTERM and SIGINT
/// lets requests in flight finish, the second ends it at once.
///
/// One sequence sees them all. A signal has one handler in a process, so the group's own trap beside another one loses
/// signals.
struct ProgramSignals {
  private let signals: UnixSignalsSequence

  /// Catches the signals from now on.
  init() async {
    signals = await UnixSignalsSequence(trapping: [.sighup, .sigterm, .sigint])
  }

  /// Does what the signals say, one after the other. Returns when the task is cancelled.
  func watch(over group: ServiceGroup, reload: () -> Void) async {
    var isEnding = false
    for await signal in signals {
      if signal == .sighup {
        reload()
      } else if isEnding {
        // The status that a shell reports for a process that the signal ended.
        OperatingSystem.exitNow(status: 128 + signal.rawValue)
      } else {
        isEnding = true
        await group.triggerGracefulShutdown()
      }
    }
  }
}
