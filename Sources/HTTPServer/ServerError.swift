/// Why a server did not start.
public enum ServerError: Error, Hashable, CustomStringConvertible {
  /// The address does not belong to this machine, or is not allowed.
  case badAddress(ListenAddress, reason: String)
  /// Another process listens on the address.
  case addressInUse(ListenAddress)
  /// The installed version of libmicrohttpd is not supported.
  case unsupportedLibrary(version: String)
  /// Another error of the system.
  case system(reason: String)

  public var description: String {
    switch self {
    case .badAddress(let address, let reason): "cannot listen on \(address): \(reason)"
    case .addressInUse(let address): "cannot listen on \(address): the address is in use"
    case .unsupportedLibrary(let version): "libmicrohttpd \(version) is not supported"
    case .system(let reason): "cannot start the HTTP server: \(reason)"
    }
  }
}
