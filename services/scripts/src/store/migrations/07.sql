-- Moments are milliseconds.
ALTER TABLE progress ADD COLUMN furthest INTEGER NOT NULL DEFAULT -1;
UPDATE progress SET furthest = line_index;
CREATE TABLE collaborators (
  id TEXT PRIMARY KEY,
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  invited_at INTEGER NOT NULL,
  invited_by TEXT NOT NULL,
  uid TEXT,
  joined_at INTEGER,
  mail TEXT NOT NULL,
  UNIQUE (script_id, email)
) STRICT;
CREATE INDEX collaborators_by_email ON collaborators (email);
CREATE INDEX collaborators_of_person ON collaborators (uid, invited_at);
CREATE INDEX collaborators_to_mail ON collaborators (invited_at) WHERE mail = 'pending';
CREATE TABLE share_links (
  id TEXT PRIMARY KEY,
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  passphrase_hash TEXT,
  opens INTEGER NOT NULL,
  last_opened_at INTEGER
) STRICT;
CREATE INDEX links_of_script ON share_links (script_id, created_at);
CREATE TABLE share_guests (
  id TEXT PRIMARY KEY,
  link_id TEXT NOT NULL REFERENCES share_links ON DELETE CASCADE,
  opened_at INTEGER NOT NULL,
  name TEXT
) STRICT;
CREATE INDEX guests_of_link ON share_guests (link_id, opened_at);
CREATE TABLE share_events (
  id INTEGER PRIMARY KEY,
  script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  actor_id TEXT,
  subject TEXT NOT NULL,
  subject_id TEXT,
  subject_uid TEXT,
  role TEXT
) STRICT;
CREATE INDEX events_of_script ON share_events (script_id, at);
CREATE INDEX events_by_person ON share_events (actor_id);
CREATE INDEX events_about_person ON share_events (subject_uid);
CREATE INDEX events_about_invitation ON share_events (subject_id);
