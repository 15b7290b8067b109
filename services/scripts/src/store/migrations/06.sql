ALTER TABLE scripts ADD COLUMN page_starts TEXT;
ALTER TABLE cancelled_uploads ADD COLUMN owner_id TEXT NOT NULL DEFAULT '';
CREATE INDEX cancelled_by_owner ON cancelled_uploads (owner_id, cancelled_at);
