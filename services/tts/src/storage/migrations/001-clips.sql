CREATE TABLE clips (
  path TEXT PRIMARY KEY,
  script_id TEXT,
  content_type TEXT NOT NULL,
  voice_id TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  bytes INTEGER NOT NULL,
  last_updated TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX clips_by_script ON clips (script_id) WHERE script_id IS NOT NULL;
CREATE TABLE scripts (
  script_id TEXT PRIMARY KEY,
  epoch INTEGER NOT NULL DEFAULT 0,
  erased INTEGER NOT NULL DEFAULT 0,
  narrated_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX narrations ON scripts (narrated_at) WHERE narrated_at IS NOT NULL;
CREATE TABLE default_voices (uid TEXT PRIMARY KEY, voice_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
