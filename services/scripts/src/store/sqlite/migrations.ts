/**
 * Forward only: a change is a new entry. Lines have a table of their own, so that a saved casting does not rewrite
 * them.
 */
export const MIGRATIONS = [
  `CREATE TABLE scripts (
     id TEXT PRIMARY KEY,
     owner_id TEXT NOT NULL,
     title TEXT NOT NULL,
     uploaded_at TEXT NOT NULL,
     pages INTEGER NOT NULL,
     character_count INTEGER NOT NULL,
     line_count INTEGER NOT NULL,
     characters TEXT NOT NULL,
     casting TEXT NOT NULL,
     casting_version INTEGER NOT NULL,
     upload_key TEXT NOT NULL UNIQUE,
     file_hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX scripts_of_owner ON scripts (owner_id, uploaded_at, id);
   CREATE TABLE script_lines (
     script_id TEXT PRIMARY KEY REFERENCES scripts ON DELETE CASCADE,
     lines TEXT NOT NULL
   ) STRICT;
   CREATE TABLE pending_commands (
     script_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     mark INTEGER NOT NULL,
     request_id TEXT NOT NULL,
     PRIMARY KEY (script_id, kind)
   ) STRICT;
   CREATE TABLE progress (
     script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
     uid TEXT NOT NULL,
     line_index INTEGER NOT NULL,
     updated_at TEXT NOT NULL,
     PRIMARY KEY (script_id, uid)
   ) STRICT;
   CREATE TABLE preferences (
     uid TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT`,
  `ALTER TABLE scripts ADD COLUMN content_bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE scripts SET content_bytes = octet_length(characters) +
     (SELECT octet_length(lines) FROM script_lines WHERE script_id = scripts.id);
   CREATE INDEX scripts_size ON scripts (owner_id, content_bytes)`,
  // Milliseconds; 0 is a command that was never sent.
  `ALTER TABLE pending_commands ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX due_commands ON pending_commands (due_at)`,
  `CREATE TABLE closed_accounts (
     uid_hash TEXT PRIMARY KEY,
     uid TEXT,
     request_id TEXT,
     closed_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX progress_of_person ON progress (uid)`,
  `ALTER TABLE scripts ADD COLUMN cast_count INTEGER NOT NULL DEFAULT 0;
   UPDATE scripts SET cast_count =
     (SELECT count(*) FROM json_each(casting, '$.characterAssignments')) +
     (json_extract(casting, '$.narrationVoiceId') IS NOT NULL);
   ALTER TABLE progress ADD COLUMN page INTEGER;
   CREATE TABLE cancelled_uploads (
     upload_key TEXT PRIMARY KEY,
     cancelled_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX cancelled_by_time ON cancelled_uploads (cancelled_at)`,
  `ALTER TABLE scripts ADD COLUMN page_starts TEXT;
   ALTER TABLE cancelled_uploads ADD COLUMN owner_id TEXT NOT NULL DEFAULT '';
   CREATE INDEX cancelled_by_owner ON cancelled_uploads (owner_id, cancelled_at)`,
  // Moments are milliseconds.
  `ALTER TABLE progress ADD COLUMN furthest INTEGER NOT NULL DEFAULT -1;
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
   CREATE INDEX events_about_invitation ON share_events (subject_id)`,
  // Moments are milliseconds. A change of a script's notes takes the next version; each removed note is one change.
  `ALTER TABLE scripts ADD COLUMN notes_version INTEGER NOT NULL DEFAULT 0;
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
   CREATE INDEX removed_notes_by_id ON removed_notes (script_id, note_id)`,
  'ALTER TABLE notes ADD COLUMN at_ms INTEGER',
  `ALTER TABLE notes ADD COLUMN link_id TEXT;
   UPDATE notes SET link_id = (SELECT link_id FROM share_guests WHERE id = author_id);
   CREATE INDEX notes_counted ON notes (script_id, author_id, link_id);
   ALTER TABLE scripts ADD COLUMN owner_name TEXT;
   ALTER TABLE collaborators ADD COLUMN name TEXT`,
  // Who changed a slot of a casting last. Moments are milliseconds.
  `CREATE TABLE casting_changes (
     script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
     slot TEXT NOT NULL,
     voice_id TEXT,
     uid TEXT NOT NULL,
     name TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (script_id, slot)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX casting_changes_of_person ON casting_changes (uid)`,
  `ALTER TABLE share_guests ADD COLUMN key_hash TEXT;
   CREATE UNIQUE INDEX guests_by_key ON share_guests (key_hash) WHERE key_hash IS NOT NULL`,
  // Moments are milliseconds. Ends of invitations outlive their scripts: no more mail is sent to an address that declined.
  `ALTER TABLE collaborators ADD COLUMN key_hash TEXT;
   ALTER TABLE collaborators ADD COLUMN expires_at INTEGER;
   CREATE UNIQUE INDEX collaborators_by_key ON collaborators (key_hash) WHERE key_hash IS NOT NULL;
   CREATE TABLE invitation_ends (
     key_hash TEXT PRIMARY KEY,
     reason TEXT NOT NULL,
     ended_at INTEGER NOT NULL,
     owner_id TEXT,
     address_hash TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX declined_invitations ON invitation_ends (owner_id, ended_at) WHERE owner_id IS NOT NULL`,
  'ALTER TABLE collaborators ADD COLUMN link_id TEXT',
  `CREATE TABLE removed_collaborators (
     script_id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
     uid_hash TEXT NOT NULL,
     PRIMARY KEY (script_id, uid_hash)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX removals_of_person ON removed_collaborators (uid_hash)`,
]
