import Foundation
import Testing

@testable import LayoutDrawing

@Suite("The page at / draws with the colours of drawings")
struct PaletteTests {
  /// By selector and member, `light` and `dark`, as drawings have them.
  private static let drawn: [String: [String: (light: String, dark: String)]] = {
    let parts = "\(SVGStyle.colors)".components(separatedBy: "@media(prefers-color-scheme:dark){")
    let (light, dark) = (rules(parts[0]), rules(parts[1]))
    return light.reduce(into: [:]) { all, rule in
      for (name, value) in rule.value {
        guard let other = dark[rule.key]?[name], value.hasPrefix("#") else { continue }
        all[rule.key, default: [:]][name] = (value, other)
      }
    }
  }()

  private static func rules(_ text: String) -> [String: [String: String]] {
    var rules: [String: [String: String]] = [:]
    for match in text.matches(of: /\.layoutd ([^{},]+)\{([^}]*)\}/) {
      for member in match.2.split(separator: ";") {
        let parts = member.split(separator: ":", maxSplits: 1)
        rules[String(match.1), default: [:]][String(parts[0])] = String(parts[1])
      }
    }
    return rules
  }

  @Test("Placeholders have outlines as headers have")
  func placeholders() {
    let style = "\(SVGStyle.colors)"
    #expect(style.contains("g.header,.layoutd g.placeholder,.layoutd g.footer"))
  }

  @Test("Every colour is the same, in light and in dark surroundings")
  func colors() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let palette = try String(
      contentsOf: repository.appending(path: "Sources/Resources/Playground/palette.css"),
      encoding: .utf8)
    func expect(_ selector: String, _ name: String, _ drawnSelector: String, _ member: String) {
      let color = PaletteTests.drawn[drawnSelector]?[member]
      #expect(color != nil, "\(drawnSelector) \(member)")
      guard let color else { return }
      let rule = palette.components(separatedBy: "\(selector) {\n").last?.prefix { $0 != "}" } ?? ""
      #expect(
        rule.contains("  \(name): light-dark(\(color.light), \(color.dark));\n"),
        "\(selector) \(name)")
    }
    for section in 0..<SVGStyle.sectionColorCount {
      expect(".s\(section)", "--fill", ".s\(section)", "fill")
      expect(".s\(section)", "--stroke", ".s\(section)", "stroke")
      expect(".s\(section)", "--ink", ".s\(section)", "color")
      expect(".s\(section)", "--header", ".header.s\(section)", "fill")
    }
    expect(".globalHeader", "--fill", ".globalHeader", "fill")
    expect(".globalHeader", "--stroke", ".globalHeader", "stroke")
    expect(".globalHeader", "--ink", ".globalHeader", "color")
    expect(":root", "--canvas", ".canvas", "fill")
    expect(":root", "--paper", ".paper", "fill")
    expect(":root", "--caption", ".caption", "color")
    expect(":root", "--viewport", ".viewport", "stroke")
    let rail = try String(
      contentsOf: repository.appending(path: "Sources/Resources/Playground/drawing/SectionRail.js"),
      encoding: .utf8)
    #expect(rail.contains("sectionColorCount = \(SVGStyle.sectionColorCount);"))
  }
}
