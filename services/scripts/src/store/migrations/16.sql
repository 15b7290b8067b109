-- Tables become collections of documents (decision 0077), with the fields of the MongoDB documents. A date is U+FFFF and its text.
ALTER TABLE scripts RENAME TO old_scripts;
ALTER TABLE script_files RENAME TO old_script_files;
ALTER TABLE progress RENAME TO old_progress;
ALTER TABLE preferences RENAME TO old_preferences;
ALTER TABLE closed_accounts RENAME TO old_closed_accounts;
ALTER TABLE collaborators RENAME TO old_collaborators;
ALTER TABLE share_links RENAME TO old_share_links;
ALTER TABLE share_guests RENAME TO old_share_guests;
ALTER TABLE share_events RENAME TO old_share_events;
ALTER TABLE notes RENAME TO old_notes;
ALTER TABLE invitation_ends RENAME TO old_invitation_ends;
ALTER TABLE removed_collaborators RENAME TO old_removed_collaborators;
CREATE TABLE scripts (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE script_files (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE progress (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE preferences (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE closed_accounts (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE collaborators (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE share_links (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE share_guests (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE share_events (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE notes (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE invitation_ends (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE removed_collaborators (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE scripts_apart (
  id TEXT NOT NULL REFERENCES scripts ON DELETE CASCADE,
  field TEXT NOT NULL, kind TEXT NOT NULL, value ANY NOT NULL,
  PRIMARY KEY (id, field)
) STRICT;
CREATE TABLE script_files_apart (
  id TEXT NOT NULL REFERENCES script_files ON DELETE CASCADE,
  field TEXT NOT NULL, kind TEXT NOT NULL, value ANY NOT NULL,
  PRIMARY KEY (id, field)
) STRICT;
INSERT INTO scripts (id, document)
SELECT id, json_patch('{}', json_object(
    'ownerId', owner_id,
    'ownerName', owner_name,
    'title', title,
    'uploadedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', uploaded_at),
    'pages', pages,
    'characterCount', character_count,
    'lineCount', line_count,
    'casting', json_set(json_remove(casting, '$.characterAssignments'), '$.count', cast_count),
    'castingVersion', casting_version,
    'uploadKey', upload_key,
    'fileHash', file_hash,
    'contentBytes', content_bytes,
    'pendingSince', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(max(due_at, 1), 0) / 1000.0, 'unixepoch'),
    'pendingKind', kind,
    'pendingRequestId', request_id
  ))
FROM old_scripts LEFT JOIN pending_commands ON script_id = id AND kind = 'casting';
INSERT INTO scripts (id, document)
SELECT script_id, json_patch('{}', json_object(
    'uploadKey', script_id,
    'castingVersion', mark,
    'pendingSince', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(max(due_at, 1), 0) / 1000.0, 'unixepoch'),
    'pendingKind', kind,
    'pendingRequestId', request_id
  ))
FROM pending_commands WHERE kind = 'deleted' AND script_id NOT IN (SELECT id FROM old_scripts);
INSERT INTO scripts (id, document)
SELECT 'cancelled ' || upload_key, json_patch('{}', json_object(
    'uploadKey', upload_key,
    'castingVersion', 0,
    'pendingSince', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', 0 / 1000.0, 'unixepoch'),
    'cancelledAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', cancelled_at / 1000.0, 'unixepoch'),
    'cancelledBy', owner_id
  ))
FROM cancelled_uploads WHERE upload_key NOT IN (SELECT upload_key FROM old_scripts);
INSERT INTO scripts_apart (id, field, kind, value) SELECT script_id, 'lines', 'text', lines FROM script_lines
WHERE script_id IN (SELECT id FROM scripts);
INSERT INTO scripts_apart (id, field, kind, value) SELECT id, 'characters', 'json', characters FROM old_scripts;
INSERT INTO scripts_apart (id, field, kind, value)
SELECT id, 'pageStarts', 'text', page_starts FROM old_scripts WHERE page_starts IS NOT NULL;
INSERT INTO scripts_apart (id, field, kind, value)
SELECT id, 'casting.assignments', 'json',
  (SELECT json_group_array(json_object('character', key, 'voiceId', value))
   FROM json_each(casting, '$.characterAssignments'))
FROM old_scripts;
INSERT INTO scripts_apart (id, field, kind, value)
SELECT script_id, 'castingChanges', 'json', json_group_array(json_patch('{}', json_object(
    'slot', slot,
    'voiceId', voice_id,
    'uid', uid,
    'name', name,
    'at', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch')
  )))
FROM casting_changes WHERE script_id IN (SELECT id FROM scripts) GROUP BY script_id;
INSERT INTO script_files (id, document) SELECT script_id, '{}' FROM old_script_files;
INSERT INTO script_files_apart (id, field, kind, value) SELECT script_id, 'file', 'bytes', file FROM old_script_files;
INSERT INTO progress (id, document)
SELECT script_id || ' ' || uid, json_patch('{}', json_object(
    'scriptId', script_id,
    'uid', uid,
    'lastPlayedLineIndex', line_index,
    'furthest', furthest,
    'page', page,
    'pageOf', line_index,
    'lastUpdated', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
  ))
FROM old_progress;
INSERT INTO preferences (id, document)
SELECT uid, json_patch('{}', json_object(
    'uid', uid,
    'preferences', json(value)
  ))
FROM old_preferences;
INSERT INTO closed_accounts (id, document)
SELECT uid_hash, json_patch('{}', json_object(
    'uid', uid,
    'requestId', request_id,
    'closedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', closed_at / 1000.0, 'unixepoch')
  ))
FROM old_closed_accounts;
INSERT INTO collaborators (id, document)
SELECT id, json_patch('{}', json_object(
    'scriptId', script_id,
    'email', email,
    'role', role,
    'invitedBy', invited_by,
    'uid', uid,
    'name', name,
    'mail', mail,
    'keyHash', key_hash,
    'linkId', link_id,
    'invitedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', invited_at / 1000.0, 'unixepoch'),
    'joinedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', joined_at / 1000.0, 'unixepoch'),
    'expiresAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch')
  ))
FROM old_collaborators;
INSERT INTO invitation_ends (id, document)
SELECT key_hash, json_patch('{}', json_object(
    'reason', reason,
    'endedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', ended_at / 1000.0, 'unixepoch'),
    'ownerId', owner_id,
    'addressHash', address_hash
  ))
FROM old_invitation_ends;
INSERT INTO removed_collaborators (id, document)
SELECT script_id || ' ' || uid_hash, json_patch('{}', json_object(
    'scriptId', script_id,
    'uidHash', uid_hash
  ))
FROM old_removed_collaborators;
INSERT INTO share_links (id, document)
SELECT id, json_patch('{}', json_object(
    'scriptId', script_id,
    'tokenHash', token_hash,
    'name', name,
    'role', role,
    'passphraseHash', passphrase_hash,
    'opens', opens,
    'createdAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
    'expiresAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch'),
    'revokedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at / 1000.0, 'unixepoch'),
    'lastOpenedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', last_opened_at / 1000.0, 'unixepoch')
  ))
FROM old_share_links;
INSERT INTO share_guests (id, document)
SELECT guest.id, json_patch('{}', json_object(
    'linkId', link_id,
    'scriptId', script_id,
    'name', guest.name,
    'keyHash', key_hash,
    'openedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', opened_at / 1000.0, 'unixepoch')
  ))
FROM old_share_guests AS guest JOIN old_share_links AS link ON link.id = link_id;
-- Events of one moment are listed by their ids.
INSERT INTO share_events (id, document)
SELECT printf('%024x', row_number() OVER (ORDER BY id)), json_patch('{}', json_object(
    'scriptId', script_id,
    'kind', kind,
    'actor', actor,
    'actorId', actor_id,
    'subject', subject,
    'subjectId', subject_id,
    'subjectUid', subject_uid,
    'role', role,
    'at', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch')
  ))
FROM old_share_events;
-- The notes of a script are a list of changes (note-log.ts); the last one has the latest version and the count of all.
CREATE TEMP TABLE note_counts AS
SELECT id AS script_id, notes_version AS version, (SELECT count(*) FROM old_notes WHERE script_id = old_scripts.id) AS notes
FROM old_scripts;
INSERT INTO notes (id, document)
SELECT script_id || ' ' || old_notes.version, json_patch('{}', json_object(
    'scriptId', script_id,
    'version', old_notes.version,
    'count', coalesce(notes, 0),
    'at', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ'),
    'note', json_patch('{}', json_object(
      'id', id,
      'lineId', line_id,
      'range', json(CASE WHEN range_start IS NOT NULL THEN json_object('start', range_start, 'end', range_end) END),
      'quote', quote,
      'atMs', at_ms,
      'text', text,
      'colour', colour,
      'category', category,
      'authorId', author_id,
      'linkId', link_id,
      'author', author,
      'createdAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
      'editedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', edited_at / 1000.0, 'unixepoch'),
      'deletedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at / 1000.0, 'unixepoch'),
      'resolvedAt', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ', resolved_at / 1000.0, 'unixepoch'),
      'resolvedBy', resolved_by,
      'resolverId', resolver_id,
      'replyTo', reply_to
    ))
  ))
FROM old_notes LEFT JOIN note_counts USING (script_id);
INSERT INTO notes (id, document)
SELECT script_id || ' ' || removed_notes.version, json_patch('{}', json_object(
    'scriptId', script_id,
    'version', removed_notes.version,
    'count', coalesce(notes, 0),
    'at', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ'),
    'removed', json_array(note_id)
  ))
FROM removed_notes LEFT JOIN note_counts USING (script_id);
INSERT INTO notes (id, document)
SELECT script_id || ' ' || version, json_patch('{}', json_object(
    'scriptId', script_id,
    'version', version,
    'count', notes,
    'at', char(65535) || strftime('%Y-%m-%dT%H:%M:%fZ'),
    'replaced', json('true')
  ))
FROM note_counts WHERE version > 0
ON CONFLICT DO NOTHING;
DROP TABLE note_counts;
DROP TABLE casting_changes;
DROP TABLE removed_notes;
DROP TABLE old_notes;
DROP TABLE old_script_files;
DROP TABLE script_lines;
DROP TABLE old_progress;
DROP TABLE old_collaborators;
DROP TABLE old_share_guests;
DROP TABLE old_share_links;
DROP TABLE old_share_events;
DROP TABLE old_removed_collaborators;
DROP TABLE old_scripts;
DROP TABLE pending_commands;
DROP TABLE cancelled_uploads;
DROP TABLE old_preferences;
DROP TABLE old_closed_accounts;
DROP TABLE old_invitation_ends;
