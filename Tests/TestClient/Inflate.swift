import Glibc

/// The bytes are no gzip member, or gzip could not be run.
public struct InflateError: Error {}

/// The bytes that a gzip member unfolds to.
public func inflated(_ bytes: [UInt8]) throws -> [UInt8] { try piped(bytes, through: "gzip -dc") }

/// A gzip member of these bytes.
public func gzipped(_ bytes: [UInt8]) throws -> [UInt8] { try piped(bytes, through: "gzip -nc") }

/// The output of a command that reads these bytes.
private func piped(_ bytes: [UInt8], through command: String) throws -> [UInt8] {
  var path = Array("/tmp/layoutd-gzip-XXXXXX".utf8CString)
  let descriptor = mkstemp(&path)
  guard descriptor >= 0 else { throw InflateError() }
  defer {
    close(descriptor)
    unlink(path)
  }
  let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  guard write(descriptor, bytes, bytes.count) == bytes.count,
    let pipe = popen("\(command) < \(name)", "r")
  else { throw InflateError() }
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { break }
    output.append(contentsOf: buffer[..<count])
  }
  guard pclose(pipe) == 0 else { throw InflateError() }
  return output
}
