import LayoutStore

extension ServiceMetrics {
  /// Adds the readings of a store.
  func read(from store: any Store) {
    beginStore()
    setReading(.storeUp) { store.condition == .working ? 1 : 0 }
    for condition in StoreCondition.allCases {
      setReading(.storeCondition, labels: [("state", condition.rawValue)]) {
        store.condition == condition ? 1 : 0
      }
    }
    for operation in StoreOperation.allCases {
      for outcome in [StoreError?.none] + StoreError.allCases {
        setReading(
          .storeOperations,
          labels: [("operation", operation.rawValue), ("outcome", outcome?.rawValue ?? "ok")]
        ) { Double(store.figures.calls[operation]?[outcome] ?? 0) }
      }
    }
    setReading(.storeQueue) { Double(store.figures.waiting) }
    setReading(.storeQueueLimit) { Double(store.figures.waitingMax) }
    setReading(.storeQueueBytes) { Double(store.figures.waitingBytes) }
    setReading(.storeGroups) { Double(store.figures.groups) }
    setReading(.storeGroupedWrites) { Double(store.figures.groupedWrites) }
    setReading(.storeBytes) { Double(store.bytesOnDisk.file) }
    setReading(.storeLogBytes) { Double(store.bytesOnDisk.log) }
    setReading(.storeCheckpoints, labels: [("outcome", "ok")]) {
      Double(store.figures.checkpoints)
    }
    setReading(.storeCheckpoints, labels: [("outcome", "failed")]) {
      Double(store.figures.failedCheckpoints)
    }
    setReading(.storeCollected) { Double(store.figures.collected) }
    setReading(.documents) { Double(store.figures.documents) }
    if store.figures.database != nil { readDatabase(of: store) }
  }

  /// Adds the readings of the connections to a database.
  private func readDatabase(of store: any Store) {
    setReading(.databaseConnections, labels: [("state", "in_use")]) {
      Double(store.figures.database?.connectionsInUse ?? 0)
    }
    setReading(.databaseConnections, labels: [("state", "idle")]) {
      store.figures.database.map { Double($0.connections - $0.connectionsInUse) } ?? 0
    }
    setReading(.databaseConnectionsLimit) { Double(store.figures.database?.connectionsMax ?? 0) }
    setReading(.databaseBreakerOpen) { store.figures.database?.isBreakerOpen == true ? 1 : 0 }
    setReading(.databaseListening) { store.figures.database?.isListening == true ? 1 : 0 }
    setReading(.databaseLookAge) { (store.figures.database?.lookAge ?? .zero) / .seconds(1) }
  }
}

extension StoreOperation {
  /// The operations for which requests wait.
  static let ofRequests: [StoreOperation] = [
    .keep, .load, .forget, .document, .documents, .write, .change, .records,
  ]
}
