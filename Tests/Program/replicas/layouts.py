"""Layouts that replicas are to know, and snapshots and changes that make many."""

import json

from lib.http import Connection


class Layouts:
    """Layouts that every replica is to know, and what was answered when they were asked for."""

    def __init__(self, replicas, is_shared):
        self.replicas, self.is_shared = replicas, is_shared
        self.posts = []  # (target, body), in order

    def share(self, target, body):
        """Posts to one replica where they share a store, else to every one of them. Returns the id."""
        self.posts.append((target, body))
        ids = set()
        for replica in self.replicas[:1] if self.is_shared else self.replicas:
            answer = replica.ask("POST", target, body)
            if answer.status not in (200, 201):
                raise ValueError(f"{target}: {answer.status}: {answer.body[:500]}")
            ids.add(answer.json()["id"])
        if len(ids) != 1:
            raise ValueError(f"{target}: replicas have other ids: {ids}")
        return ids.pop()

    def teach(self, replica):
        """After a restart: a replica without a shared store knows nothing."""
        if self.is_shared:
            return
        with Connection((replica.host, replica.port)) as connection:
            for target, body in self.posts:
                connection.request("POST", target, body)


def snapshot(number):
    """One of many snapshots, each with an id of its own."""
    items = {"count": 1000 + number, "height": 60}
    section = {"engine": "column", "headers": [{"height": 40, "pin": True}], "items": items}
    return json.dumps({"sections": [section]}).encode()


def steps(number):
    """A change, which makes a layout with an id of its own."""
    insert = {"section": 0, "item": 0, "items": {"count": 1 + number, "height": 30}}
    return json.dumps({"steps": [{"insert": [insert]}]}).encode()
