import Glibc

/// How the system shares processors among threads.
public enum ThreadPriority {
  /// How much less a thread is favoured that gives way, in the system's unit.
  private static let difference: Int32 = 10

  /// Has the system favour the process's other threads over the calling one, for good: network threads need a moment
  /// each time, and someone waits for them. Where it is not allowed, nothing changes.
  public static func giveWay() {
    let process = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(getpid()))
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, process + difference)
  }

  /// Lets other threads run that wait for the calling one's processor.
  public static func giveTurn() { _ = sched_yield() }
}
