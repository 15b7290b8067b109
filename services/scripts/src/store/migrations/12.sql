ALTER TABLE share_guests ADD COLUMN key_hash TEXT;
CREATE UNIQUE INDEX guests_by_key ON share_guests (key_hash) WHERE key_hash IS NOT NULL;
