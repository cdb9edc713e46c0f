// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// Also where the rest is built for debugging: laying out and looking at layouts is most of what tests do. With
// LAYOUTD_DEBUG_CORE a debugger shows all of it, and a changed line compiles its file alone.
let debugsCore = Context.environment["LAYOUTD_DEBUG_CORE"] != nil
let optimized: [SwiftSetting] =
  debugsCore
  ? []
  : [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug", "-disable-batch-mode", "-wmo", "-num-threads", "2"],
      .when(configuration: .debug))
  ]

// Tests open sockets and read files; they keep every other setting. Without information for debuggers they compile in
// five sixths of the time and link faster; a backtrace has the names of functions, and failures have their lines.
// LAYOUTD_DEBUG_CORE brings it back. The compiler itself has to be told, since the package manager asks its driver for
// that information behind these flags.
let withoutDebugging: [SwiftSetting] =
  debugsCore ? [] : [.unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .debug))]
let strictTests: [SwiftSetting] =
  withoutDebugging + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
  ]

// Set by script/sanitize: undefined behaviour of the C and C++ targets ends the process.
let undefinedBehavior = [
  "-fsanitize=undefined", "-fno-sanitize=vptr", "-fno-sanitize-recover=undefined",
  "-fno-omit-frame-pointer",
]
let checksUndefinedBehavior = Context.environment["LAYOUTD_UNDEFINED"] != nil
// Set where the program is built from known sources: what `GET /version` answers as the commit.
let commit = Context.environment["LAYOUTD_COMMIT"]
  .flatMap { $0.utf8.count <= 64 && $0.allSatisfy(\.isHexDigit) ? $0.lowercased() : nil }
let commitDefinition: [CSetting] =
  commit.map { [.define("LAYOUTD_COMMIT", to: "\"\($0)\"")] } ?? []
let strictC: [CSetting] =
  [
    .define("_GNU_SOURCE"), .enableWarning("all"), .enableWarning("extra"),
    .treatAllWarnings(as: .error),
  ] + (checksUndefinedBehavior ? [.unsafeFlags(undefinedBehavior)] : [])
let strictCXX: [CXXSetting] =
  [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
  + (checksUndefinedBehavior ? [.unsafeFlags(undefinedBehavior)] : [])

// A folder of the service's tests is a target of its own, so that what one test needs is built without the others.
let serviceTests: [Target] = [
  "Access", "Calls", "Documents", "HTTP", "Memory", "Metrics", "Pages", "Path",
].map { folder in
  .testTarget(
    name: "LayoutService\(folder)Tests",
    dependencies: [
      "Comparison", "LayoutService", "LayoutServiceTestSupport", "LayoutStore", "LayoutDrawing",
      "ContentHash", "LayoutWire", "LayoutCore", "HTTPServer", "JSONText", "Oracle", "Resources",
      "TestClient", .product(name: "Metrics", package: "swift-metrics"),
    ],
    path: "Tests/LayoutServiceTests/\(folder)", swiftSettings: strictTests)
}

let package = Package(
  name: "layoutd",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    // Floor 1: depends on nothing.
    .target(
      name: "LayoutCore",
      // Has items say a member that tests alone know.
      swiftSettings: strict + optimized + [.define("PROBE_MEMBER", .when(configuration: .debug))],
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "CHTTPServer",
      cSettings: strictC + [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("deflate")]),
    .target(
      name: "CJSON",
      cxxSettings: strictCXX,
      linkerSettings: [.linkedLibrary("simdjson")]),
    .target(
      name: "CSQLite", cSettings: strictC, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "CPostgreSQL", cSettings: strictC, linkerSettings: [.linkedLibrary("pq")]),
    .target(name: "CCrypto", cSettings: strictC, linkerSettings: [.linkedLibrary("crypto")]),
    .target(name: "CSHA256", cSettings: strictC),
    .target(name: "CDeflate", cSettings: strictC, linkerSettings: [.linkedLibrary("deflate")]),
    .target(
      name: "CResources", cSettings: strictC + commitDefinition + [.headerSearchPath("../..")]),
    // Floor 2: the one door to each C target.
    .target(name: "HTTPServer", dependencies: ["CHTTPServer"], swiftSettings: strict),
    .target(
      name: "Resources", dependencies: ["CResources"], exclude: ["Examples", "Playground"],
      swiftSettings: strict),
    .target(
      name: "JSONText", dependencies: ["LayoutCore", "CJSON"], swiftSettings: strict + optimized),
    // Names of content: also of the module and of clients/swift, there without libcrypto.
    .target(
      name: "ContentHash", dependencies: ["CCrypto", "CSHA256", "LayoutCore"],
      swiftSettings: strict + optimized + [.define("LIBCRYPTO")]),
    // Trees of sources as values: also of the module and of clients/swift.
    .target(name: "LayoutSources", dependencies: ["LayoutCore"], swiftSettings: strict + optimized),
    // Floor 3: what requests and answers say, and drawings.
    .target(
      name: "LayoutWire", dependencies: ["LayoutCore", "LayoutSources", "JSONText"],
      swiftSettings: strict + optimized),
    .target(
      name: "LayoutDrawing", dependencies: ["LayoutCore", "JSONText"], swiftSettings: strict),
    // Floor 3: what script/wasm makes a WebAssembly module of, with the core and its naming.
    .target(
      name: "LayoutWeb", dependencies: ["LayoutCore", "ContentHash", "LayoutSources"],
      swiftSettings: strict),
    // Floor 3: where layouts live beyond the process.
    .target(
      name: "LayoutStore", dependencies: ["LayoutCore", "CSQLite", "CPostgreSQL", "CDeflate"],
      swiftSettings: strict),
    // Floor 4: the path of a request.
    .target(
      name: "LayoutService",
      dependencies: [
        "CCrypto", "LayoutCore", "LayoutDrawing", "ContentHash", "LayoutStore", "LayoutWire",
        "HTTPServer", "JSONText", "Resources",
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    // Floor 5: the program.
    .executableTarget(
      name: "layoutd",
      dependencies: [
        "LayoutService", "LayoutStore", "HTTPServer", "LayoutWire", "LayoutCore", "ContentHash",
        "Resources",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),

    // What the engines are measured against, and the program that does it.
    .target(name: "CReference", cSettings: strictC),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CReference", "JSONText", "LayoutCore", "ContentHash", "LayoutService", "LayoutWire",
      ],
      swiftSettings: strict),

    .target(
      name: "Oracle", dependencies: [], path: "Tests/Oracle", swiftSettings: strictTests + optimized
    ),
    .executableTarget(
      name: "OracleProgram", dependencies: ["Oracle"], path: "Tests/OracleProgram",
      swiftSettings: strictTests),
    // What measures the heap of whatever it is linked into, and the program that does.
    .target(name: "CHeapMeter", path: "Tests/CHeapMeter", cSettings: strictC),
    .executableTarget(
      name: "HeapProgram",
      dependencies: [
        "CHeapMeter", "Comparison", "HTTPServer", "LayoutCore", "ContentHash", "LayoutService",
        "LayoutWire", "Oracle",
      ],
      path: "Tests/HeapProgram", swiftSettings: strictTests + optimized),
    .target(
      name: "TestClient", dependencies: [], path: "Tests/TestClient",
      swiftSettings: strictTests + optimized),
    .target(
      name: "Comparison",
      dependencies: ["JSONText", "LayoutCore", "ContentHash", "LayoutWire", "Oracle"],
      path: "Tests/Comparison", swiftSettings: strictTests + optimized),
    .target(
      name: "Fuzzing",
      dependencies: [
        "Comparison", "JSONText", "LayoutCore", "LayoutDrawing", "LayoutService", "LayoutStore",
        "LayoutWire", "Oracle",
      ],
      path: "Tests/Fuzzing", exclude: ["Seeds"], swiftSettings: strictTests),
    .testTarget(name: "TidyTests", swiftSettings: strictTests),
    .testTarget(
      name: "OracleTests", dependencies: ["Oracle", "OracleProgram"], swiftSettings: strictTests),
    .testTarget(
      name: "LayoutCoreTests",
      dependencies: ["Comparison", "LayoutCore", "ContentHash", "LayoutWire", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "ContentHashTests", dependencies: ["LayoutCore", "ContentHash", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "LayoutWebTests", dependencies: ["LayoutCore", "LayoutService", "LayoutWeb", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "LayoutWire"], swiftSettings: strictTests),
    .testTarget(
      name: "JSONTextTests", dependencies: ["Comparison", "JSONText", "LayoutCore", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "LayoutWireTests",
      dependencies: [
        "Comparison", "JSONText", "LayoutCore", "LayoutSources", "LayoutWire", "Oracle",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "LayoutDrawingTests",
      dependencies: ["Comparison", "LayoutCore", "LayoutDrawing", "Oracle"],
      swiftSettings: strictTests),
    .testTarget(
      name: "LayoutStoreTests",
      dependencies: [
        "Comparison", "HTTPServer", "LayoutCore", "LayoutService", "LayoutServiceTestSupport",
        "LayoutStore", "LayoutWire", "Oracle", "TestClient",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["HTTPServer", "Oracle", "TestClient"],
      swiftSettings: strictTests),
    .testTarget(
      name: "LayoutServiceTestSupport",
      dependencies: [
        "LayoutService", "LayoutStore", "ContentHash", "LayoutCore", "HTTPServer", "Oracle",
        "TestClient",
      ],
      path: "Tests/LayoutServiceTests/Support", swiftSettings: strictTests),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "layoutd", "HTTPServer", "LayoutCore", "LayoutService", "LayoutWire", "TestClient",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strictTests),
  ] + serviceTests,
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

// Set by script/test --only units: the targets of tests that are built, with those that they depend on.
if let only = Context.environment["LAYOUTD_TESTS_ONLY"] {
  let names = only.split(separator: ",").map(String.init)
  let named = package.targets.filter { names.contains($0.name) }
  let needed = Set(names + named.flatMap(\.dependencyNames))
  package.targets.removeAll { $0.type == .test && !needed.contains($0.name) }
}

// Set by script/fuzz: the program that libFuzzer drives. It has no main of its own, so it links with
// `--sanitize=fuzzer` alone.
if Context.environment["LAYOUTD_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzTarget",
      swiftSettings: strictTests + [.unsafeFlags(["-parse-as-library"])]))
}

// Set by script/sanitize.
if Context.environment["LAYOUTD_THREAD"] != nil {
  package.targets.append(
    .target(
      name: "CMutexAnnotations", path: "Tests/CMutexAnnotations",
      cSettings: [.define("_GNU_SOURCE")]))
  for target in package.targets where target.name == "HTTPServer" {
    target.dependencies.append("CMutexAnnotations")
  }
}

extension Target {
  /// The names of the targets of this package that it depends on.
  var dependencyNames: [String] {
    dependencies.compactMap { dependency in
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
  }
}
