"""Three replicas behind each proxy of deploy."""
