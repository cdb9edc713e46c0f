import HTTPServer
import LayoutCore
import LayoutService

extension ServiceMetrics {
  /// Adds the readings of this process, with the names that all Prometheus clients use, and the build. Readings that
  /// the system does not provide are omitted.
  ///
  /// - Parameter startSeconds: The start of the process, in seconds since 1970-01-01T00:00:00Z.
  func readProcess(startSeconds: Double) {
    func show(_ name: String, _ help: String, _ read: @escaping @Sendable () -> Double?) {
      registry.describe(name, help: help)
      registry.addReading(name, kind: name.hasSuffix("_total") ? .counter : .gauge, read: read)
    }
    let status = try? OperatingSystem.ProcessStatus()
    @Sendable func number(_ name: String) -> Double? { status?.number(name).map { Double($0) } }

    show("process_start_time_seconds", "When the process began, in seconds since 1970.") {
      startSeconds
    }
    show("process_cpu_seconds_total", "Processor time taken, by user and system together.") {
      OperatingSystem.processorSeconds()
    }
    show("process_resident_memory_bytes", "Memory of the machine that the process takes.") {
      number("VmRSS").map { $0 * 1024 }
    }
    show("process_virtual_memory_bytes", "Address space that the process has taken.") {
      number("VmSize").map { $0 * 1024 }
    }
    show("process_threads", "Threads of the process.") { number("Threads") }
    show("process_open_fds", "Descriptors that are open: connections, and a few of its own.") {
      status?.number("FDSize").map { Double(OperatingSystem.openDescriptorCount(slots: $0)) }
    }
    show("process_max_fds", "Descriptors that may be open.") { OperatingSystem.descriptorLimit() }

    setReading(.buildInfo, labels: ServiceMetrics.buildLabels) { 1 }
  }

  private static var buildLabels: [(String, String)] {
    #if DEBUG
      let mode = "debug"
    #else
      let mode = "release"
    #endif
    return [
      ("version", Release.version), ("rules", String(rulesVersion)),
      ("libmicrohttpd", Server.libraryVersion), ("mode", mode),
    ]
  }
}
