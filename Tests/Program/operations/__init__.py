"""docs/operations.md: metrics, dashboard, alerts, the files of deploy."""
