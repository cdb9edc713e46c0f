import Glibc

/// The priority of threads.
public enum ThreadPriority {
  /// The increase of the nice value.
  private static let difference: Int32 = 10

  /// Lowers the priority of the calling thread for good. Network threads need little time, and clients wait for them.
  /// Does nothing if the system does not allow it.
  public static func giveWay() {
    let process = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(getpid()))
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, process + difference)
  }

  /// Lets other threads run that wait for this processor.
  public static func giveTurn() { _ = sched_yield() }
}
