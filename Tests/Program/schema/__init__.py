"""Requests that are made from openapi.yaml."""
