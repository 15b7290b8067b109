-- The rows of older releases as documents, with the collections and fields that there are on a MongoDB-compatible server.
-- json_patch removes fields that are NULL, and 17 digits are what a number needs to be read back as it was.
CREATE TABLE tts_clips (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_clips
SELECT path, json_patch('{}', json_object(
  'scriptId', script_id, 'contentType', content_type, 'voiceId', voice_id, 'textHash', text_hash,
  'durationMs', json(format('%!.17g', duration_ms)), 'bytes', bytes, 'lastUpdated', last_updated, 'version', version))
FROM clips;

CREATE TABLE tts_epochs (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_epochs SELECT script_id, json_object('epoch', epoch) FROM scripts WHERE epoch > 0;

CREATE TABLE tts_text_epochs (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_text_epochs
SELECT script_id || '.' || text_hash, json_object('scriptId', script_id, 'epoch', epoch) FROM text_epochs;

CREATE TABLE tts_versions (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_versions
SELECT script_id, json_object('version', index_version, 'removed', removed_version) FROM scripts WHERE index_version > 0;

CREATE TABLE tts_erased (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_erased
SELECT script_id, json_patch('{}', json_object('erasedAt', erased_at)) FROM scripts WHERE erased = 1;

CREATE TABLE tts_narrations (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_narrations
SELECT script_id, json_object('narratedAt', narrated_at) FROM scripts WHERE narrated_at IS NOT NULL;

CREATE TABLE tts_usage (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_usage
SELECT day || ' ' || owner_id || ' moved', json_object(
  'ownerId', owner_id, 'day', day, 'durationMs', json(format('%!.17g', duration_ms)))
FROM usage;

CREATE TABLE tts_previews (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_previews SELECT path, json_object('bytes', bytes, 'usedAt', used_at) FROM previews;

CREATE TABLE tts_closed_people (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_closed_people SELECT uid_hash, json_object('closedAt', closed_at) FROM closed_people;

CREATE TABLE tts_default_voices (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO tts_default_voices SELECT uid, json_object('voiceId', voice_id) FROM default_voices;

DROP TABLE clips;
DROP TABLE scripts;
DROP TABLE text_epochs;
DROP TABLE usage;
DROP TABLE previews;
DROP TABLE closed_people;
DROP TABLE default_voices;
