CREATE TABLE closed_accounts (
  uid_hash TEXT PRIMARY KEY,
  uid TEXT,
  request_id TEXT,
  closed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX progress_of_person ON progress (uid);
