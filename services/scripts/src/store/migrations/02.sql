ALTER TABLE scripts ADD COLUMN content_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE scripts SET content_bytes = octet_length(characters) +
  (SELECT octet_length(lines) FROM script_lines WHERE script_id = scripts.id);
CREATE INDEX scripts_size ON scripts (owner_id, content_bytes);
