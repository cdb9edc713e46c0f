import Glibc
import TestClient

/// The open descriptors of this process for which `isSo` is true.
func openDescriptors(_ isSo: (Int32) -> Bool) -> [Int32] {
  guard let directory = opendir("/proc/self/fd") else { return [] }
  defer { closedir(directory) }
  var found: [Int32] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if let descriptor = Int32(name), isSo(descriptor) { found.append(descriptor) }
  }
  return found
}

/// The port of a socket's end, which `getsockname` or `getpeername` tells; nil where it has none.
func port(
  of descriptor: Int32,
  _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> Int? {
  var address = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &length) }
  }
  guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
  return Int(UInt16(bigEndian: address.sin_port))
}

extension TestClient {
  /// The server's end of the connection, which is in this process; nil before it is accepted and after it is closed.
  var serverEnd: Int32? {
    let (own, server) = (port(of: descriptor, getsockname), port(of: descriptor, getpeername))
    return openDescriptors {
      port(of: $0, getpeername) == own && port(of: $0, getsockname) == server
    }.first
  }

  /// Whether the server has read all that was sent, or has answered or closed.
  var isRead: Bool {
    var (entry, unread) = (pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), Int32(0))
    if poll(&entry, 1, 0) != 0 { return true }
    guard let serverEnd else { return false }
    return ioctl(serverEnd, UInt(FIONREAD), &unread) == 0 && unread == 0
  }

  /// Whether the system takes more from the server while the client reads nothing.
  var hasRoomAtServer: Bool {
    var entry = pollfd(fd: serverEnd ?? -1, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 1
  }
}
