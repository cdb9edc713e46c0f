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
}
