-- Moments are milliseconds. A change of a script's notes takes the next version; each removed note is one change.
ALTER TABLE scripts ADD COLUMN notes_version INTEGER NOT NULL DEFAULT 0;
CREATE TABLE script_files (
  script_id TEXT PRIMARY KEY REFERENCES scripts ON DELETE CASCADE,
  file BLOB NOT NULL
) STRICT;
CREATE TABLE notes (
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  line_id TEXT NOT NULL,
  range_start INTEGER,
  range_end INTEGER,
  quote TEXT,
  text TEXT NOT NULL,
  colour TEXT NOT NULL,
  category TEXT NOT NULL,
  author_id TEXT,
  author TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  deleted_at INTEGER,
  resolved_at INTEGER,
  resolved_by TEXT,
  resolver_id TEXT,
  reply_to TEXT,
  PRIMARY KEY (script_id, id)
) STRICT;
CREATE UNIQUE INDEX notes_by_version ON notes (script_id, version);
CREATE INDEX replies_to_note ON notes (script_id, reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX notes_of_author ON notes (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX notes_of_resolver ON notes (resolver_id) WHERE resolver_id IS NOT NULL;
CREATE TABLE removed_notes (
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  version INTEGER NOT NULL,
  note_id TEXT NOT NULL,
  PRIMARY KEY (script_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_notes_by_id ON removed_notes (script_id, note_id);
