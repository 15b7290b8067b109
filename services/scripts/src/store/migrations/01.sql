CREATE TABLE scripts (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  title TEXT NOT NULL,
  uploaded_at TEXT NOT NULL,
  pages INTEGER NOT NULL,
  character_count INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  characters TEXT NOT NULL,
  casting TEXT NOT NULL,
  casting_version INTEGER NOT NULL,
  upload_key TEXT NOT NULL UNIQUE,
  file_hash TEXT NOT NULL
) STRICT;
CREATE INDEX scripts_of_owner ON scripts (owner_id, uploaded_at, id);
CREATE TABLE script_lines (
  script_id TEXT PRIMARY KEY REFERENCES scripts ON DELETE CASCADE,
  lines TEXT NOT NULL
) STRICT;
CREATE TABLE pending_commands (
  script_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  mark INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  PRIMARY KEY (script_id, kind)
) STRICT;
CREATE TABLE progress (
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  uid TEXT NOT NULL,
  line_index INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (script_id, uid)
) STRICT;
CREATE TABLE preferences (
  uid TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
