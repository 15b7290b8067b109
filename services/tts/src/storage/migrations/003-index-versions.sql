ALTER TABLE scripts ADD COLUMN index_version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX clips_by_text ON clips (script_id, text_hash) WHERE script_id IS NOT NULL;
CREATE TABLE text_epochs (
  script_id TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  PRIMARY KEY (script_id, text_hash)
) STRICT, WITHOUT ROWID;
