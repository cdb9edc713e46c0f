// swift-tools-version: 6.3
import Foundation
import PackageDescription

// What script/release writes has no tests, since they need the files of the repository, and a compiler of tomorrow
// may warn of what is in it.
let isInRepository = FileManager.default.fileExists(atPath: Context.packageDirectory + "/Tests")

// What is shared with the program is a symbolic link into its sources: CSHA256, LayoutCore, ContentHash, LayoutSources,
// LayoutWire, and files of JSONText. docs/design.md says why this is a package of its own.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + (isInRepository ? [.treatAllWarnings(as: .error)] : [])

// Tests read files and open sockets; they keep every other setting.
let strictTests: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "CollectionLayout",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "CollectionLayout", targets: ["CollectionLayout"]),
    .library(name: "LayoutClient", targets: ["LayoutClient"]),
  ],
  targets: [
    // What an app says and gets, in the service's JSON.
    .target(name: "LayoutTypes", swiftSettings: strict),
    // The words of an app over the core.
    .target(
      name: "CollectionLayout",
      dependencies: [
        "JSONText", "LayoutCore", "ContentHash", "LayoutSources", "LayoutTypes", "LayoutWire",
      ],
      swiftSettings: strict),
    // The same words over a service.
    .target(name: "LayoutClient", dependencies: ["LayoutTypes"], swiftSettings: strict),
    // The core, and what reads, checks and names content, as in the program.
    .target(
      name: "LayoutCore",
      // Tests compare with the program that is built for debugging, which has a member of items for tests.
      swiftSettings: strict
        + (isInRepository ? [.define("PROBE_MEMBER", .when(configuration: .debug))] : []),
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "JSONText", dependencies: ["LayoutCore"], swiftSettings: strict),
    .target(name: "CSHA256"),
    .target(name: "ContentHash", dependencies: ["CSHA256", "LayoutCore"], swiftSettings: strict),
    .target(name: "LayoutSources", dependencies: ["LayoutCore"], swiftSettings: strict),
    .target(
      name: "LayoutWire", dependencies: ["JSONText", "LayoutCore", "LayoutSources"],
      // Calls of the service, and its answers to them.
      exclude: [
        "Answers/AttributesEncoder.swift", "Answers/ElementFields.swift",
        "Answers/ScrollingAnswer.swift",
        "Changes/ChangeAnswer.swift", "Changes/DiffAnswer.swift", "Changes/GivenItemsWriter.swift",
        "Changes/PlanAnswer.swift", "Documents/DocumentBody.swift", "Query",
      ],
      swiftSettings: strict),
  ]
)

if isInRepository {
  package.targets += [
    // The naive reading of the rules, as in the program's tests.
    .target(name: "Oracle", path: "Tests/Oracle", swiftSettings: strictTests),
    .testTarget(
      name: "JSONTextTests", dependencies: ["JSONText", "LayoutCore", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "CollectionLayoutTests", dependencies: ["CollectionLayout", "Oracle"],
      swiftSettings: strictTests),
    // Against the program that LAYOUTD_PROGRAM names, .build/debug/layoutd of the repository by default.
    .testTarget(
      name: "LayoutClientTests", dependencies: ["CollectionLayout", "LayoutClient", "Oracle"],
      swiftSettings: strictTests),
  ]
}
