// `environ` is a variable, and only this import allows access to it. Nothing here changes the environment.
@unsafe @preconcurrency import Glibc
import HTTPServer

/// The program's calls to the operating system: environment, files, descriptors, the wall clock.
///
/// The only file of this target that calls C with pointers.
enum OperatingSystem {
  /// Why a call failed. The system's message if it has one.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// Whether another process has the address.
    let isAddressInUse: Bool

    /// The error for a pipe, a device or a directory in place of a file.
    fileprivate static let notRegularFile = Failure(description: "Not a regular file")

    /// The error with this number of the system.
    fileprivate init(number: Int32) {
      unsafe self.init(
        description: String(cString: strerror(number)), isAddressInUse: number == EADDRINUSE)
    }

    fileprivate init(description: String, isAddressInUse: Bool = false) {
      self.description = description
      self.isAddressInUse = isAddressInUse
    }
  }

  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Copies bytes to a position in a buffer.
  static func copy(_ bytes: Span<UInt8>, to buffer: inout MutableSpan<UInt8>, at place: Int) {
    precondition(place >= 0 && bytes.count <= buffer.count - place)
    unsafe bytes.withUnsafeBytes { source in
      unsafe buffer.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe (to + place).copyMemory(from: from, byteCount: source.count)
      }
    }
  }

  /// The environment's variables by name. Bytes that are not UTF-8 are replaced.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let parts = unsafe String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }

  /// The bytes of a file, or of standard input if the path is `-`.
  ///
  /// - Returns: Nil if there are more than `bytesMax`.
  static func read(path: String, bytesMax: Int) throws(Failure) -> [UInt8]? {
    if path == "-" { return try read(descriptor: standardInput, bytesMax: bytesMax) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, bytesMax: bytesMax)
  }

  /// The bytes of a regular file. Refuses other files, because a pipe may never have a writer.
  ///
  /// - Returns: Nil if there are more than `bytesMax`.
  static func read(regularFile path: String, bytesMax: Int) throws(Failure) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile }
    return try read(descriptor: descriptor, bytesMax: bytesMax)
  }

  /// The names in a folder without `.` and `..`; empty if it cannot be read.
  static func names(inFolder path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The target of a symbolic link, up to 4 KiB; nil if it cannot be read.
  static func target(ofLink path: String) -> String? {
    var text = [UInt8](repeating: 0, count: 4096)
    let count = unsafe text.withUnsafeMutableBytes { room in
      unsafe readlink(path, room.baseAddress!.assumingMemoryBound(to: CChar.self), room.count)
    }
    return count < 0 ? nil : String(decoding: text[..<count], as: UTF8.self)
  }

  private static func read(descriptor: Int32, bytesMax: Int) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { room in
        unsafe Glibc.read(descriptor, room.baseAddress, room.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(number: errno) }
      if count == 0 { return bytes }
      if bytes.count + count > bytesMax { return nil }
      bytes += piece[..<count]
    }
  }

  /// Writes all bytes, with a single call if possible. Waits while the system accepts none, even if another process
  /// that shares the descriptor has made it non-blocking.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&entry, 1, -1)
        continue
      }
      guard count >= 0 else { throw Failure(number: errno) }
      written += count
    }
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  static func wallClockMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Suspends the thread.
  static func sleep(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = time
    while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }

  /// Processor time used by the process, in seconds.
  static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The memory of the machine; nil if the system does not tell.
  static func machineMemoryBytes() -> Int? {
    let (pages, pageBytes) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && pageBytes > 0 ? pages * pageBytes : nil
  }

  /// The greatest number of open descriptors of the process; nil if the system does not tell.
  static func descriptorLimit() -> Double? {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      ? Double(limit.rlim_cur) : nil
  }

  /// The number of open descriptors below `slots`. O(slots), about 0.3 µs each
  static func openDescriptorCount(slots: Int) -> Int {
    (0..<Int32(clamping: slots)).count { fcntl($0, F_GETFD) >= 0 }
  }

  /// The file `/proc/self/status`. It stays open, so that it can be read when there is no descriptor left.
  struct ProcessStatus {
    private let descriptor: Int32

    init() throws(Failure) {
      descriptor = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(number: errno) }
    }

    /// The number after a name such as `VmRSS`, in units of 1024 bytes.
    func number(_ name: String) -> Int? {
      var text = [UInt8](repeating: 0, count: 4096)
      let count = unsafe text.withUnsafeMutableBytes { room in
        unsafe pread(descriptor, room.baseAddress, room.count, 0)
      }
      guard count > 0 else { return nil }
      for line in text[..<count].split(separator: UInt8(ascii: "\n")) {
        let words = line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
        if words.count >= 2, words[0].elementsEqual("\(name):".utf8) {
          return Int(String(decoding: words[1], as: UTF8.self))
        }
      }
      return nil
    }
  }

  /// A listening socket like the server's, until it is released.
  final class Listener {
    private let descriptor: Int32

    /// Binds and listens.
    init(_ address: ListenAddress) throws(Failure) {
      var hints = unsafe addrinfo()
      unsafe hints.ai_family = AF_UNSPEC
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
      var found: UnsafeMutablePointer<addrinfo>? = nil
      let lookup = unsafe getaddrinfo(address.host, String(address.port), &hints, &found)
      guard lookup == 0, let first = unsafe found?.pointee else {
        throw unsafe Failure(description: String(cString: gai_strerror(lookup)))
      }
      defer { unsafe freeaddrinfo(found) }
      descriptor = unsafe socket(
        first.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw Failure(number: errno) }
      var (yes, no): (Int32, Int32) = (1, 0)
      let size = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
      if unsafe first.ai_family == AF_INET6 {
        unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size)
      }
      let isBound = unsafe bind(descriptor, first.ai_addr, first.ai_addrlen) == 0
      // If this throws, `deinit` still closes the descriptor.
      guard isBound, listen(descriptor, 1) == 0 else { throw Failure(number: errno) }
    }

    deinit { close(descriptor) }
  }

  /// Makes a write to a closed pipe fail instead of ending the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process at once, without finishing or flushing anything.
  static func exitNow(status: Int32) -> Never {
    _exit(status)
  }
}

extension [UInt8] {
  /// Appends the bytes with one copy of memory.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
