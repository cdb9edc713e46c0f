import LayoutWire
import Testing

@testable import LayoutService
@testable import layoutd

@Suite("Commands")
struct CommandTests {
  @Test("compute's options become the query of the HTTP call")
  func query() throws {
    let command = try ComputeCommand.parse([
      "a.json", "--width", "390", "--bounds", "-10,0,390,800", "--inset=-1,0,0,0", "--rect",
      "-1e3,2,3,4", "--limit", "5", "--cursor", "a-b", "--format", "columns",
    ])
    #expect(command.file == "a.json")
    #expect(
      command.query == "width=390&rect=-1e3,2,3,4&bounds=-10,0,390,800&inset=-1,0,0,0"
        + "&limit=5&cursor=a-b&format=columns")
  }

  @Test("compute has an option for each parameter of POST /v1/layouts")
  func parameters() throws {
    for name in Call.posting.parameters {
      let command = try ComputeCommand.parse(["a.json", "--\(name.text)", "1"])
      #expect(command.query == "\(name.text)=1")
    }
  }

  @Test("Without options the query is empty, and - is standard input")
  func standardInput() throws {
    let command = try ComputeCommand.parse(["-"])
    #expect(command.file == "-")
    #expect(command.query.isEmpty)
  }

  @Test("What a value contains cannot become another parameter")
  func encoding() {
    #expect(percentEncoded("1&x=2#? +%ü") == "1%26x%3D2%23%3F%20%2B%25%C3%BC")
    #expect(percentEncoded("aZ09-._~,") == "aZ09-._~,")
  }

  @Test("Every subcommand is found by its name", arguments: ["serve", "health", "settings"])
  func subcommands(name: String) throws {
    let command = try Layoutd.parseAsRoot([name])
    #expect(type(of: command).configuration.commandName == name)
  }

  @Test("A file that is too large is not read to its end")
  func readLimit() throws {
    #expect(try OperatingSystem.read(path: #filePath, bytesMax: 100) == nil)
    let bytes = try #require(try OperatingSystem.read(path: #filePath, bytesMax: 1 << 20))
    #expect(bytes.starts(with: "import LayoutWire".utf8))
  }

  @Test("A file that is not there fails with the system's words")
  func missingFile() {
    let failure = #expect(throws: OperatingSystem.Failure.self) {
      try OperatingSystem.read(path: "/nowhere/at/all", bytesMax: 1)
    }
    #expect(failure?.description == "No such file or directory")
  }
}
