/// Why a server did not start.
public enum ServerError: Error, Hashable, CustomStringConvertible {
  /// The address is not one of this machine, or not allowed.
  case badAddress(ListenAddress, reason: String)
  /// Somebody else listens there.
  case addressInUse(ListenAddress)
  /// The installed libmicrohttpd is not one whose behaviour the server knows.
  case unsupportedLibrary(version: String)
  /// The system refused something else.
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
