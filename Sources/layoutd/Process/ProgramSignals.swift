import ServiceLifecycle
import UnixSignals

/// The signals that the program handles: SIGHUP reads the API keys again, the first SIGTERM or SIGINT lets requests in
/// flight finish, the second ends the program at once.
///
/// One sequence has them all, because a signal has one handler in a process: the service group's own handler beside
/// this one would lose signals.
struct ProgramSignals {
  private let signals: UnixSignalsSequence

  /// Catches the signals from now on.
  init() async {
    signals = await UnixSignalsSequence(trapping: [.sighup, .sigterm, .sigint])
  }

  /// Acts on the signals, one after the other. Returns when the task is cancelled.
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
