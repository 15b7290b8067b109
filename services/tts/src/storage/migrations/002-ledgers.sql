-- Nothing is known of the use of earlier previews: they are removed first.
CREATE TABLE usage (
  owner_id TEXT NOT NULL,
  day TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  PRIMARY KEY (owner_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_by_day ON usage (day);
CREATE TABLE previews (
  path TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX previews_by_use ON previews (used_at, bytes);
INSERT INTO previews (path, bytes, used_at) SELECT path, bytes, 0 FROM clips WHERE script_id IS NULL;
