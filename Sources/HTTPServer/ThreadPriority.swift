import Glibc

/// How the system shares processors among threads.
public enum ThreadPriority {
  /// How much less the calling thread is favoured, in the system's unit.
  private static let niceness: Int32 = 10

  /// Has the system favour other threads over the calling one: network threads need a moment each time, and someone
  /// waits for them. Where it is not allowed, nothing changes.
  public static func giveWay() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
  }
}
