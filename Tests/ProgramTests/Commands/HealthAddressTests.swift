import HTTPServer
import Testing

@testable import layoutd

@Suite("Addresses of health checks")
struct HealthAddressTests {
  @Test("All interfaces are reached through the loopback address")
  func reachable() {
    #expect(ListenAddress("0.0.0.0:81")?.reachable.description == "127.0.0.1:81")
    #expect(ListenAddress("[::]:81")?.reachable.description == "[::1]:81")
    #expect(ListenAddress("10.1.2.3:81")?.reachable.description == "10.1.2.3:81")
  }

  @Test(
    "A URL names host and port, 80 when it has none",
    arguments: [
      ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://localhost/", "localhost:80"),
      ("http://[::1]:9/", "[::1]:9"), ("http://[::1]", "[::1]:80"),
    ])
  func urls(url: String, address: String) {
    #expect(ListenAddress(url: url)?.description == address)
  }

  @Test(
    "Other URLs are refused",
    arguments: [
      "", "http://", "http:///", "https://localhost", "localhost:8080", "http://a/readyz",
      "http://a:b", "http://:80", "http://a b", "http://u@a", "http://::1",
    ])
  func badURLs(url: String) {
    #expect(ListenAddress(url: url) == nil)
  }

  @Test(
    "Addresses are read as the system's tables have them",
    arguments: [
      ("0100007F:1F90", "127.0.0.1:8080"), ("00000000:0050", "0.0.0.0:80"),
      ("00000000000000000000000000000000:1F90", "[::]:8080"),
      ("00000000000000000000000001000000:0009", "[0:0:0:0:0:0:0:1]:9"),
      ("B80D0120000000000000000001000000:FFFF", "[2001:db8:0:0:0:0:0:1]:65535"),
    ])
  func socketTables(text: String, address: String) {
    #expect(ListenAddress(socketTable: text[...])?.description == address)
  }

  @Test(
    "Others are not",
    arguments: ["", ":", "0100007F", "0100007F:", "0100007F:10000", "01007F:1", "0100007G:1"])
  func badSocketTables(text: String) {
    #expect(ListenAddress(socketTable: text[...]) == nil)
  }
}
