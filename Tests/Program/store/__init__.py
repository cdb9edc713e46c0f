"""Layouts and documents that are kept in a file or a database are durable.

Every test has a negative control where one can be had: a store without the rule that the test is about must lose
something, or the test fails. Power cuts and failing disks need root, FUSE and loop devices, PostgreSQL needs Debian's
postgresql-15; where they are missing the tests are skipped. What was measured is shown with -s.
"""
