"""deploy/nginx.conf."""
