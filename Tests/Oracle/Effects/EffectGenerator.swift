extension SnapshotGenerator {
  /// A random valid effect.
  public mutating func effect() -> JSONValue {
    var effect: JSONValue = [:]
    if random.chance(0.5) { effect["unit"] = random.one(of: [40, 100, 220.5, 1000]) }
    if random.chance(0.5) { effect["focus"] = random.one(of: [0, 0.25, 0.5, 1]) }
    if random.chance(0.4) { effect["perspective"] = random.one(of: [300, 500, 2000]) }
    if random.chance(0.4) {
      var origin: JSONValue = [:]
      for key in ["x", "y", "z"] where random.chance(0.6) {
        origin[key] = random.one(of: [-1, 0, 0.5, 1, 2.25])
      }
      effect["origin"] = origin
    }
    // Mostly about the line, sometimes far from what is seen.
    var at = random.one(of: [-3.0, -1.5, -1, 0, 0.5, 4, -12])
    var stops: [JSONValue] = []
    let count = random.int(1...5)
    while stops.count < count {
      stops.append(stop(at: at))
      if random.chance(0.15), stops.count < count { stops.append(stop(at: at)) }
      at += random.one(of: [0.25, 0.5, 1, 1, 2.5])
    }
    effect["stops"] = .array(stops)
    return effect
  }

  private mutating func stop(at: Double) -> JSONValue {
    var stop: JSONValue = ["at": .number(at)]
    let members: [(String, [Double])] = [
      ("alpha", [0, 0.25, 0.5, 1]), ("scale", [0, 0.5, 1, 1.5, -1]), ("scaleX", [0.5, 2]),
      ("scaleY", [0.25, 1]), ("rotate", [-90, 30, 45, 180, 720, 36_000]),
      ("rotateX", [-45, 60, 90]), ("rotateY", [-81, 20, 90, 180]), ("x", [-1, 0, 0.5, 3]),
      ("y", [-0.5, 0, 1]), ("z", [-2, -0.5, 0, 0.25]), ("follow", [0, 0.5, 1, -0.25]),
      ("zIndex", [-100, 0, 0.25, 7]),
    ]
    for (key, values) in members where random.chance(0.3) {
      stop[key] = .number(random.one(of: values))
    }
    return stop
  }

  /// A random valid snapshot whose sections mostly have effects, and whose items may say more than sizes.
  public mutating func snapshotWithEffects(containerWidth: Double) -> JSONValue {
    var snapshot = self.snapshot(containerWidth: containerWidth)
    if random.chance(0.5) {
      snapshot["sections"] = sayingMembers(sections: snapshot["sections"] ?? [])
    }
    if random.chance(0.5) {
      var metrics = snapshot["metrics"] ?? [:]
      metrics["effect"] = effect()
      snapshot["metrics"] = metrics
    }
    snapshot["sections"] = .array(
      (snapshot["sections"]?.array ?? []).map { section in
        guard random.chance(0.7) else { return section }
        var section = section
        var metrics = section["metrics"] ?? [:]
        metrics["effect"] = random.chance(0.15) ? .null : effect()
        section["metrics"] = metrics
        return section
      })
    return snapshot
  }
}
