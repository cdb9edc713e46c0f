import Glibc

/// A plain client over one socket. Every wait ends after a minute, so that a test cannot hang.
public final class TestClient {
  /// What came back for one request.
  public struct Reply {
    public var status: Int
    /// By name in lower case.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String], body: [UInt8]) {
      (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
    /// Whether the server says that it closes the connection.
    public var closes: Bool { headers["connection"] == "close" }
  }

  /// The socket.
  public let descriptor: Int32
  private var received: [UInt8] = []
  /// The longest wait for bytes, in milliseconds.
  public var timeoutMilliseconds: Int32 = 60_000

  /// Nil when the connection is refused.
  ///
  /// - Parameters:
  ///   - source: the last byte of the loopback address that it comes from.
  ///   - receiveBufferBytes: what the system takes for a client that does not read; by default it decides.
  public init?(port: Int, from source: UInt8 = 1, receiveBufferBytes: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var bytes = receiveBufferBytes {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_addr.s_addr = (0x7f00_0000 | UInt32(source)).bigEndian
    var isBound = true
    if source != 1 {
      isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
      }
    }
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    // What is sent in pieces arrives in pieces.
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    // `deinit` closes the descriptor, also here.
    guard isBound, result == 0 else { return nil }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// False when the server has closed.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// The same with text.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// The client sends nothing more.
  public func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes with a reset: bytes on their way are lost in both directions.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
    // Another one takes its place until `deinit`.
    let unused = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    dup2(unused, descriptor)
    Glibc.close(unused)
  }

  /// All that comes until the server closes; nil when it does not close, or resets the connection.
  public func everything() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, timeoutMilliseconds) == 1 else { return nil }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0 { return nil }
      if count == 0 { break }
      received.append(contentsOf: buffer[..<count])
    }
    defer { received = [] }
    return received
  }

  /// Reads more; false at the end of the connection, at a reset, or after a minute.
  private func receive() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, timeoutMilliseconds) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  /// Reads what is there, without waiting.
  public func receiveSome() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { received.append(contentsOf: buffer[..<count]) }
  }

  /// The next answer, interim ones skipped; nil when the connection ends before.
  public func answer(to method: String = "GET") -> Reply? {
    while true {
      guard let head = head() else { return nil }
      if head.status == 100 { continue }
      var answer = Reply(status: head.status, headers: head.headers, body: [])
      let hasBody = method != "HEAD" && answer.status != 204 && answer.status != 304
      let count = hasBody ? Int(answer.headers["content-length"] ?? "0")! : 0
      while received.count < count { guard receive() else { return nil } }
      answer.body = Array(received[..<count])
      received.removeFirst(count)
      return answer
    }
  }

  /// The next chunk of a body that comes in chunks, an empty one at its end; nil when the connection ends before.
  public func chunk() -> [UInt8]? {
    var end: Int?
    while true {
      end = received.firstIndex(of: 10)
      if end != nil { break }
      guard receive() else { return nil }
    }
    let line = String(decoding: received[..<end!], as: UTF8.self)
    guard line.hasSuffix("\r"), let count = Int(line.dropLast(), radix: 16) else { return nil }
    received.removeFirst(end! + 1)
    while received.count < count + 2 { guard receive() else { return nil } }
    defer { received.removeFirst(count + 2) }
    guard received[count..<count + 2].elementsEqual([13, 10]) else { return nil }
    return Array(received[..<count])
  }

  /// All bytes of a body in chunks; nil when the connection ends before it.
  public func chunks() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let chunk = chunk() {
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    return nil
  }

  /// The next status line and header lines, interim ones too.
  public func head() -> (status: Int, headers: [String: String])? {
    var end: Int?
    while true {
      end = (0..<max(0, received.count - 3)).first {
        received[$0..<$0 + 4].elementsEqual([13, 10, 13, 10])
      }
      if end != nil { break }
      guard receive() else { return nil }
    }
    let lines = String(decoding: received[..<end!], as: UTF8.self).split(separator: "\r\n")
    received.removeFirst(end! + 4)
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let colon = line.firstIndex(of: ":")!
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    return (status, headers)
  }

  /// Whether the server closes without sending anything more.
  public func isClosedByServer() -> Bool {
    if !received.isEmpty { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, timeoutMilliseconds) == 1 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) <= 0
  }

  /// Whether nothing arrives for a moment.
  public func isQuiet(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return received.isEmpty && poll(&entry, 1, milliseconds) == 0
  }

  /// Sends a request with the usual lines and reads its answer.
  public func request(
    _ method: String, _ target: String, headers: String = "", body: [UInt8]? = nil
  ) -> Reply? {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(headers)"
    if let body { text += "Content-Length: \(body.count)\r\n" }
    send(Array((text + "\r\n").utf8) + (body ?? []))
    return answer(to: method)
  }
}

/// Waits until a condition is true. Returns false after a minute, which only a broken program reaches.
@discardableResult
public func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < end {
    if try isSo() { return true }
    // The only pause of the tests: what they wait for has no event of its own.
    usleep(1000)
  }
  return try isSo()
}
