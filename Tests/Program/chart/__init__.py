"""The Helm chart in deploy/chart."""
