import Foundation
import Testing

@testable import layoutd

@Suite("The memory limit")
struct MemoryLimitTests {
  /// A folder that replaces the root of the file system.
  private final class StandIn {
    private let folder = URL.temporaryDirectory.appending(path: "layoutd-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
      for (path, text) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var limit: MemoryLimit { .found(root: folder.path) }
  }

  private static let machine = ["proc/meminfo": "MemTotal:        8388608 kB\nMemFree: 1 kB\n"]

  private func limit(_ files: [String: String]) throws -> MemoryLimit {
    try StandIn(files.merging(Self.machine) { own, _ in own }).limit
  }

  private static let two = "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
  private static let one = """
    31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
    34 31 0:31 / /sys/fs/cgroup/cpuset rw shared:9 - cgroup cgroup rw,cpuset
    35 31 0:32 / /sys/fs/cgroup/memory rw shared:10 - cgroup cgroup rw,memory

    """

  @Test("Without cgroups the limit is the machine's memory")
  func machine() throws {
    #expect(try limit([:]) == MemoryLimit(bytes: 8 << 30, source: .machine))
    #expect(try limit(["proc/meminfo": "nothing\n"]) == .unknown)
    #expect(try limit(["proc/meminfo": "MemTotal: 9223372036854775807 kB\n"]) == .unknown)
  }

  @Test("With cgroups version 2 the limit is the least of the group and its ancestors")
  func versionTwo() throws {
    let files = [
      "proc/self/cgroup": "0::/a/b\n", "proc/self/mountinfo": Self.two,
      "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "268435456\n",
      "sys/fs/cgroup/memory.max": "1073741824\n",
    ]
    let around = MemoryLimit(bytes: 256 << 20, source: .cgroup("/sys/fs/cgroup/a"))
    #expect(try limit(files) == around)
    let own = files.merging(["sys/fs/cgroup/a/b/memory.max": "1048576"]) { $1 }
    #expect(
      try limit(own) == MemoryLimit(bytes: 1 << 20, source: .cgroup("/sys/fs/cgroup/a/b")))
    let high = files.merging(["sys/fs/cgroup/a/b/memory.high": "2097152\n"]) { $1 }
    #expect(try limit(high).bytes == 2 << 20)
  }

  @Test("With cgroups version 1 the limit is that of the memory hierarchy")
  func versionOne() throws {
    let files = [
      "proc/self/cgroup": "5:cpuset:/x\n4:memory:/x/y:z\n0::/\n",
      "proc/self/mountinfo": Self.one,
      "sys/fs/cgroup/memory/x/y:z/memory.limit_in_bytes": "9223372036854771712\n",
      "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "536870912\n",
      "sys/fs/cgroup/cpuset/x/memory.limit_in_bytes": "1\n",
    ]
    #expect(
      try limit(files)
        == MemoryLimit(bytes: 512 << 20, source: .cgroup("/sys/fs/cgroup/memory/x")))
    let none = files.merging([
      "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "9223372036854771712\n"
    ]) { $1 }
    #expect(try limit(none).source == .machine)
  }

  @Test("The limit of a container is found, whatever part of the hierarchy is visible")
  func containers() throws {
    let seen = "35 31 0:32 /docker/c1 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
    let files = [
      "proc/self/cgroup": "4:memory:/docker/c1/inner\n", "proc/self/mountinfo": seen,
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n",
      "sys/fs/cgroup/memory/inner/memory.limit_in_bytes": "134217728\n",
    ]
    #expect(try limit(files).bytes == 128 << 20)
    // The parents are not visible, so only the group itself counts.
    let outside = files.merging(["proc/self/cgroup": "4:memory:/docker/c10\n"]) { $1 }
    #expect(try limit(outside).bytes == 256 << 20)
    let above = [
      "proc/self/cgroup": "0::/../../other\n", "proc/self/mountinfo": Self.two,
      "sys/fs/cgroup/memory.max": "67108864\n", "sys/memory.max": "1\n",
    ]
    #expect(try limit(above).bytes == 64 << 20)
  }

  @Test(
    "What makes no sense limits nothing",
    arguments: ["", "0", "-5", "many", "99999999999999999999", "\u{0}"])
  func nonsense(text: String) throws {
    let files = [
      "proc/self/cgroup": "0::/a\nx\n::\n0:\n", "proc/self/mountinfo": Self.two + "1 2\n- - -\n",
      "sys/fs/cgroup/a/memory.max": text,
    ]
    #expect(try limit(files).source == .machine)
  }

  @Test("The system that this runs on says one")
  func here() throws {
    let limit = MemoryLimit.found()
    #expect(limit.bytes > 1 << 20 && limit.bytes < .max)
    // Both ways give the machine's memory.
    let told = try #require(OperatingSystem.machineMemoryBytes())
    let text = try String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
    let machine = try StandIn(["proc/meminfo": text]).limit
    #expect(abs(machine.bytes - told) < machine.bytes / 100)
  }
}
