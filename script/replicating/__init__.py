"""Replicas behind proxies."""
