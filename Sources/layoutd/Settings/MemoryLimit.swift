/// The memory that the program may use, and the origin of that limit.
struct MemoryLimit: Sendable, Equatable {
  /// The origin of a limit.
  enum MemoryOrigin: Sendable, Equatable {
    /// The machine's memory.
    case machine
    /// A cgroup of the program, given by the path of its folder.
    case cgroup(String)
    /// The setting `memory-limit`.
    case setting
    /// No limit is known.
    case unknown
  }

  /// `Int.max` if no limit is known.
  let bytes: Int
  let source: MemoryOrigin

  /// No limit is known.
  static let unknown = MemoryLimit(bytes: .max, source: .unknown)

  /// The greatest number of bytes read from a system file.
  private static let fileBytesMax = 1 << 20

  /// The least of the machine's memory and of the limits of the program's cgroups (versions 2 and 1, including their
  /// parents).
  ///
  /// - Parameter root: A prefix for the paths of the system's files.
  static func found(root: String = "") -> MemoryLimit {
    var least = unknown
    func consider(_ bytes: Int?, _ source: MemoryOrigin) {
      if let bytes, bytes > 0, bytes < least.bytes {
        least = MemoryLimit(bytes: bytes, source: source)
      }
    }
    // In a sandbox `/proc` may contain only processes. Then a system call gives the memory.
    let machine = machineBytes(root) ?? (root.isEmpty ? OperatingSystem.machineMemoryBytes() : nil)
    consider(machine, .machine)
    for group in ControlGroup.all(root) {
      for folder in group.folders {
        for file in group.files {
          let text = text(root + folder + "/" + file)?.filter { !$0.isWhitespace }
          consider(text.flatMap { Int($0) }, .cgroup(folder))
        }
      }
    }
    return least
  }

  private static func machineBytes(_ root: String) -> Int? {
    let line = text(root + "/proc/meminfo")?.split(separator: "\n").first {
      $0.hasPrefix("MemTotal:")
    }
    let words = line?.split(separator: " ") ?? []
    guard words.count == 3, words[2] == "kB", let kibibytes = Int(words[1]) else { return nil }
    let (bytes, isTooMuch) = kibibytes.multipliedReportingOverflow(by: 1_024)
    return isTooMuch ? nil : bytes
  }

  fileprivate static func text(_ path: String) -> String? {
    guard let bytes = try? OperatingSystem.read(regularFile: path, bytesMax: fileBytesMax) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A cgroup of the process that may limit memory.
private struct ControlGroup {
  /// The greatest number of levels of groups to read; systems have fewer.
  private static let foldersMax = 64

  /// Its folder, followed by the visible folders of its parents.
  let folders: [String]
  /// The files with limits. `max`, or a number greater than any memory, means no limit.
  let files: [String]

  /// The group of version 2, and the memory group of version 1, if they exist.
  static func all(_ root: String) -> [ControlGroup] {
    let mounts = lines(root + "/proc/self/mountinfo")
    return lines(root + "/proc/self/cgroup").compactMap { line in
      // hierarchy:controllers:path
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[0] == "0", parts[1].isEmpty {
        // The kernel slows a group down that exceeds `memory.high`.
        return ControlGroup(
          path: parts[2], mounts, type: "cgroup2", option: nil,
          files: ["memory.max", "memory.high"])
      }
      guard parts[1].split(separator: ",").contains("memory") else { return nil }
      return ControlGroup(
        path: parts[2], mounts, type: "cgroup", option: "memory",
        files: ["memory.limit_in_bytes"])
    }
  }

  /// - Parameters:
  ///   - path: The path of the group in its hierarchy.
  ///   - option: An option of the hierarchy's mount.
  private init?(
    path: Substring, _ mounts: [Substring], type: Substring, option: Substring?, files: [String]
  ) {
    for mount in mounts {
      // id parent device root place options … - type source options
      let words = mount.split(separator: " ")
      guard let dash = words.firstIndex(of: "-"), dash >= 6, words.count > dash + 3,
        words[dash + 1] == type
      else { continue }
      if let option, !words[dash + 3].split(separator: ",").contains(option) { continue }
      let (mountedRoot, place) = (words[3], words[4])
      var inside = path[...]
      if mountedRoot != "/" {
        // In a container the hierarchy may begin at the container's own group.
        let isBelow = path == mountedRoot || path.hasPrefix(mountedRoot + "/")
        inside = isBelow ? path.dropFirst(mountedRoot.count) : ""
      }
      let names = inside.split(separator: "/")
      guard names.count < ControlGroup.foldersMax, !names.contains("..") else {
        folders = [String(place)]
        self.files = files
        return
      }
      folders = (0...names.count).reversed().map { count in
        place + names[..<count].map { "/" + $0 }.joined()
      }
      self.files = files
      return
    }
    return nil
  }

  private static func lines(_ path: String) -> [Substring] {
    MemoryLimit.text(path)?.split(separator: "\n") ?? []
  }
}

extension MemoryLimit: CustomStringConvertible {
  /// The origin of the limit, in words.
  var description: String {
    switch source {
    case .machine: "the machine's memory"
    case .cgroup(let path): "the cgroup \(path)"
    case .setting: "--memory-limit"
    case .unknown: "no limit is known"
    }
  }
}
