-- Who changed a slot of a casting last. Moments are milliseconds.
CREATE TABLE casting_changes (
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  slot TEXT NOT NULL,
  voice_id TEXT,
  uid TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (script_id, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX casting_changes_of_person ON casting_changes (uid);
