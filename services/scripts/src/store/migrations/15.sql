CREATE TABLE removed_collaborators (
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  uid_hash TEXT NOT NULL,
  PRIMARY KEY (script_id, uid_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX removals_of_person ON removed_collaborators (uid_hash);
