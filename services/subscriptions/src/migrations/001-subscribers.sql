CREATE TABLE subscribers (
  email TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  subscribed_at TEXT NOT NULL
) STRICT
