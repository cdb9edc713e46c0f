import Foundation
import LayoutCore
import Synchronization
import TestClient
import Testing

@testable import LayoutStore

/// A PostgreSQL server of its own for the tests of this process, from Debian's packages, as another user than root.
final class PostgreSQLServer: Sendable {
  /// Nil where the packages are not there, or no other user can be taken; the reason is printed.
  static let shared = PostgreSQLServer.started()

  static var isThere: Bool { shared != nil }

  let folder: String
  private let number = Mutex(0)

  private init(folder: String) { self.folder = folder }

  private static func started() -> PostgreSQLServer? {
    let folder = "/tmp/layoutd-pg-\(getpid())"
    let commands = """
      set -eu
      for bin in /usr/lib/postgresql/*/bin; do :; done
      [ -x "$bin/postgres" ] || { echo 'postgresql-15 is not installed (script/bootstrap --all)'; exit 3; }
      as=''
      if [ "$(id -u)" = 0 ]; then
        id postgres >/dev/null 2>&1 || { echo 'there is no user postgres'; exit 3; }
        as='setpriv --reuid postgres --regid postgres --clear-groups'
      fi
      rm -rf "$1"; mkdir -m 0700 "$1"; [ -z "$as" ] || chown postgres: "$1"
      cd "$1"
      $as "$bin/initdb" -D "$1/data" -U postgres -A trust -E UTF8 --locale=C -N >/dev/null
      printf 'local all postgres trust\\nlocal all all scram-sha-256\\n' >"$1/data/pg_hba.conf"
      $as "$bin/pg_ctl" -s -w -D "$1/data" -l "$1/log" -o "-k $1 -c listen_addresses= \\
        -c shared_buffers=16MB -c max_connections=200 -c max_wal_size=256MB" start 3<&- ||
        { cat "$1/log"; exit 1; }
      server=$(head -n 1 "$1/data/postmaster.pid")
      # The server goes with the process of the tests, whose end closes the pipe.
      (trap '' TERM INT HUP; cat <&3; kill -QUIT "$server"; tail --pid="$server" -f /dev/null; rm -rf "$1") \\
        >/dev/null 2>&1 &
      """
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0)
    let (status, text) = run(["sh", "-c", commands, "sh", folder], descriptor: ends[0])
    close(ends[0])
    guard status == 0 else {
      print("\n*** NOT TESTED: PostgreSQL. \(text) ***\n")
      return nil
    }
    let server = PostgreSQLServer(folder: folder)
    do {
      server.command("create database layoutd_template")
      server.file(repository + "/deploy/postgresql-roles.sql", in: "layoutd_template")
      server.command(
        "alter role layoutd password 'secret'; alter role layoutd_owner password 'owner'")
      try Data("secret\n".utf8).write(to: URL(fileURLWithPath: server.passwordFile))
      try Data("owner\n".utf8).write(to: URL(fileURLWithPath: folder + "/owner"))
      let versions = try PostgreSQLMaintenance.migrate(
        server.address("layoutd_template", user: "layoutd_owner"), passwordFile: folder + "/owner")
      precondition(versions.before == 0 && versions.now == 1)
    } catch {
      fatalError("\(error)")
    }
    return server
  }

  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The password of the role that serves.
  var passwordFile: String { folder + "/password" }

  /// Runs a program, which may have a descriptor as its number 3. Not by Foundation, which waits for what the program
  /// leaves in the background, too.
  private static func run(
    _ arguments: [String], descriptor: Int32? = nil
  ) -> (status: Int32, text: String) {
    let output = NSTemporaryDirectory() + "layoutd-command-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    var texts = arguments.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var (child, status): (pid_t, Int32) = (0, 0)
    guard posix_spawnp(&child, arguments[0], &actions, nil, &texts, environ) == 0 else {
      return (127, "cannot run \(arguments[0])")
    }
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    return (status, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Runs SQL as the superuser; ends the tests where that fails.
  @discardableResult func command(_ sql: String, in database: String = "postgres") -> String {
    psql(["-c", sql], in: database)
  }

  @discardableResult func file(_ path: String, in database: String) -> String {
    psql(["-f", path], in: database)
  }

  private func psql(_ arguments: [String], in database: String) -> String {
    let (status, text) = PostgreSQLServer.run(
      ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-d", database]
        + arguments)
    precondition(status == 0, text)
    return text
  }

  /// Makes a database with layoutd's tables; returns its name.
  func makeDatabase() -> String {
    number.withLock { number in
      number += 1
      command("create database test\(number) template layoutd_template")
      return "test\(number)"
    }
  }

  func address(_ database: String, user: String = "layoutd") -> PostgreSQLAddress {
    let host = folder.replacing("/", with: "%2F")
    return try! PostgreSQLAddress("postgresql://\(user)@\(host)/\(database)")
  }

  /// Opens a store, and waits until it has reached the database.
  func open(
    _ database: String, lines: CollectedLines = CollectedLines(),
    _ change: (inout PostgreSQLStore.Limits) -> Void = { _ in }
  ) -> PostgreSQLStore {
    var limits = PostgreSQLStore.Limits()
    limits.connections = 4
    change(&limits)
    let store = PostgreSQLStore(address(database), passwordFile: passwordFile, limits) { _, line in
      lines.append(line)
    }
    eventually { store.condition != .starting }
    return store
  }
}
