import Testing

@testable import layoutd

@Suite("Listen addresses")
struct ListenAddressTests {
  @Test(
    "Host and port are told apart, with brackets around IPv6",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::]:80", "::", 80), ("[::1]:0", "::1", 0),
      ("localhost:65535", "localhost", 65535), ("0.0.0.0:1", "0.0.0.0", 1),
      (":0", "127.0.0.1", 0), ("[fe80::1%eth0]:5", "fe80::1%eth0", 5),
    ] as [(String, String, UInt16)])
  func parts(text: String, host: String, port: UInt16) {
    let address = ListenAddress(text)
    #expect(address?.host == host)
    #expect(address?.port == port)
  }

  @Test(
    "Anything else is not an address",
    arguments: [
      "", "8080", "localhost", "localhost:", "localhost:x", "localhost:65536", "::1:80", "[::1]",
      "[::1:80", "[host]:80", "a b:80", "tcp://10.0.0.1:80", "host\r\n:80", "localhost:-1",
      "localhost:+1",
    ])
  func noAddress(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test("An address is written as it is read", arguments: ["127.0.0.1:8080", "[::]:8080", "a:0"])
  func description(text: String) {
    #expect(ListenAddress(text)?.description == text)
  }

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
