ALTER TABLE scripts ADD COLUMN cast_count INTEGER NOT NULL DEFAULT 0;
UPDATE scripts SET cast_count =
  (SELECT count(*) FROM json_each(casting, '$.characterAssignments')) +
  (json_extract(casting, '$.narrationVoiceId') IS NOT NULL);
ALTER TABLE progress ADD COLUMN page INTEGER;
CREATE TABLE cancelled_uploads (
  upload_key TEXT PRIMARY KEY,
  cancelled_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cancelled_by_time ON cancelled_uploads (cancelled_at);
