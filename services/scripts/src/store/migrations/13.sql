-- Moments are milliseconds. Ends of invitations outlive their scripts: no more mail is sent to an address that declined.
ALTER TABLE collaborators ADD COLUMN key_hash TEXT;
ALTER TABLE collaborators ADD COLUMN expires_at INTEGER;
CREATE UNIQUE INDEX collaborators_by_key ON collaborators (key_hash) WHERE key_hash IS NOT NULL;
CREATE TABLE invitation_ends (
  key_hash TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  owner_id TEXT,
  address_hash TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX declined_invitations ON invitation_ends (owner_id, ended_at) WHERE owner_id IS NOT NULL;
