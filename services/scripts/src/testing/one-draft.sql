-- A database of the last release without drafts, as that release wrote it. Only ids are shortened.
PRAGMA user_version = 16;
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
CREATE TABLE note_reads (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE casting_turns (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO scripts VALUES ('one', '{"ownerId":"ada","title":"The Lamp","uploadedAt":"￿2026-11-28T22:15:42.183Z","language":"en","pages":1,"characterCount":2,"lineCount":6,"castingVersion":1795904142870835,"uploadKey":"one","fileHash":"e6f882686999e00483cf0b03c7ee2377bc157edcd761df3b742cbe8f35f0e63a","pendingSince":"￿1970-01-01T00:00:00.000Z","contentBytes":848,"ownerName":"Ada","casting":{"narrationVoiceId":"n","count":3}}');
INSERT INTO script_files VALUES ('one', '{}');
INSERT INTO progress VALUES ('01a2243a8080000003f9e513', '{"scriptId":"one","uid":"ada","lastPlayedLineIndex":5,"lastUpdated":"￿2026-11-28T22:15:43.487Z","page":1,"pageOf":5,"furthest":5}');
INSERT INTO progress VALUES ('01a2243a80880000048a49e9', '{"scriptId":"one","uid":"guest-g1","lastPlayedLineIndex":3,"lastUpdated":"￿2026-11-28T22:15:43.496Z","page":1,"pageOf":3,"furthest":3}');
INSERT INTO preferences VALUES ('01a2243a8095000005808181', '{"uid":"ada","preferences":{"rate":1.5}}');
INSERT INTO share_links VALUES ('link-1', '{"scriptId":"one","tokenHash":"17a37a7a8bb90d00712cf38dad906548af0374931bc206c34f3713b1ff47956d","name":"For the producer","role":"commenter","createdAt":"￿2026-11-28T22:15:43.001Z","expiresAt":"￿2026-12-28T22:15:43.009Z","opens":1,"lastOpenedAt":"￿2026-11-28T22:15:43.116Z"}');
INSERT INTO share_guests VALUES ('guest-g1', '{"linkId":"link-1","scriptId":"one","openedAt":"￿2026-11-28T22:15:43.116Z","name":"Grace"}');
INSERT INTO share_events VALUES ('01a2243a7ea7000001478606', '{"scriptId":"one","at":"￿2026-11-28T22:15:43.001Z","kind":"link-created","actor":"Ada","actorId":"ada","subject":"For the producer","role":"commenter"}');
INSERT INTO share_events VALUES ('01a2243a7f380000029779ec', '{"scriptId":"one","at":"￿2026-11-28T22:15:43.116Z","kind":"opened","actor":"Guest","actorId":"guest-g1","subject":"For the producer"}');
INSERT INTO notes VALUES ('one 1', '{"scriptId":"one","version":1,"count":1,"at":"￿2026-11-28T22:15:43.424Z","note":{"id":"note-1","lineId":"l4","range":{"start":0,"end":3},"quote":"Who","text":"Slower","colour":"yellow","category":"General","authorId":"guest-g1","linkId":"link-1","author":"Grace","createdAt":"￿2026-11-28T22:15:43.396Z","createdVersion":1}}');
INSERT INTO scripts_apart VALUES ('one', 'lines', 'text', '[{"_id":"l1","type":"Scene Heading","text":"INT. LIGHTHOUSE - NIGHT","act":1,"sceneNumber":"1"},{"_id":"l2","type":"Action","text":"The lamp turns.","act":1,"sceneNumber":"1"},{"_id":"l3","type":"Character","text":"MARA","act":1,"character":"MARA","sceneNumber":"1"},{"_id":"l4","type":"Dialogue","text":"Who is there?","act":1,"character":"MARA","sceneNumber":"1"},{"_id":"l5","type":"Character","text":"OLD TOM","act":1,"character":"OLD TOM","sceneNumber":"1"},{"_id":"l6","type":"Dialogue","text":"Only the sea.","act":1,"character":"OLD TOM","sceneNumber":"1"}]');
INSERT INTO scripts_apart VALUES ('one', 'pageStarts', 'text', '[0]');
INSERT INTO scripts_apart VALUES ('one', 'characters', 'json', '["MARA","OLD TOM"]');
INSERT INTO scripts_apart VALUES ('one', 'casting.assignments', 'json', '[{"character":"MARA","voiceId":"v1"},{"character":"OLD TOM","voiceId":"v2"}]');
INSERT INTO scripts_apart VALUES ('one', 'casting.sounds', 'json', '[{"character":"MARA","pitch":1}]');
INSERT INTO scripts_apart VALUES ('one', 'castingChanges', 'json', '[{"slot":"character:MARA","voiceId":"v1","uid":"ada","name":"Ada","at":"￿2026-11-28T22:15:42.374Z"},{"slot":"character:OLD TOM","voiceId":"v2","uid":"ada","name":"Ada","at":"￿2026-11-28T22:15:42.374Z"},{"slot":"narration","voiceId":"n","uid":"ada","name":"Ada","at":"￿2026-11-28T22:15:42.374Z"}]');
INSERT INTO scripts_apart VALUES ('one', 'directions', 'text', '[["l4",{"version":1795904142597289,"takes":[{"id":"take-whisper","delivery":{"name":"whispering"},"by":0,"at":1795904142581}],"chosen":"take-whisper"}]]');
INSERT INTO scripts_apart VALUES ('one', 'directors', 'json', '[{"uid":"ada","name":"Ada"}]');
INSERT INTO scripts_apart VALUES ('one', 'pronunciations', 'json', '[{"word":"Tom","says":"tomm","as":"respelling","character":"MARA"}]');
INSERT INTO script_files_apart VALUES ('one', 'file', 'bytes', x'1f8b08000000000000039d91c16a83401086ef798a61efd1f650e8615d91d8d440a2a5d9a4e7c14c75619d95752dc9db170b36971c428ec3f07fdf0cbf4ccf9d851ff283719c88e7e8490071ed4e869b441cf47af92a6008c827b48e2911ec04a46a21d786d1e61ebf03e4ae1e3be2a02f3d25625f7bd307019abade62a044944ec07136bc08b5902bc78138a885fc408f8dc7be85394d4c50104e070825359d83da943a82ede6bdd04575d8bfc112ca6990f1df56c6ff901bc0ac0ec6f14cd22d81c5ae87307a1ea2bb08ab163dd681fc0cd9659fd95dc9dca075cd4873f0ab756006082d794a1f7357db1c74b57b485fb1bd4c7218086fbf1e5f8b89af05ab5fd70ccfe525020000');
CREATE UNIQUE INDEX "unique scripts by json_extract(document, '$.uploadKey')" ON scripts (json_extract(document, '$.uploadKey'));
CREATE INDEX "scripts by json_extract(document, '$.ownerId'), json_extract(document, '$.uploadedAt') DESC, id DESC, json_extract(document, '$.title'), json_extract(document, '$.characterCount'), json_extract(document, '$.pages'), json_extract(document, '$.lineCount'), json_extract(document, '$.language'), json_extract(document, '$.casting.count')" ON scripts (json_extract(document, '$.ownerId'), json_extract(document, '$.uploadedAt') DESC, id DESC, json_extract(document, '$.title'), json_extract(document, '$.characterCount'), json_extract(document, '$.pages'), json_extract(document, '$.lineCount'), json_extract(document, '$.language'), json_extract(document, '$.casting.count'));
CREATE INDEX "scripts by json_extract(document, '$.ownerId'), id, json_extract(document, '$.contentBytes')" ON scripts (json_extract(document, '$.ownerId'), id, json_extract(document, '$.contentBytes'));
CREATE INDEX "scripts by json_extract(document, '$.pendingSince')" ON scripts (json_extract(document, '$.pendingSince'));
CREATE INDEX "scripts by json_extract(document, '$.cancelledAt')" ON scripts (json_extract(document, '$.cancelledAt'));
CREATE INDEX "scripts by json_extract(document, '$.cancelledBy'), json_extract(document, '$.cancelledAt') DESC" ON scripts (json_extract(document, '$.cancelledBy'), json_extract(document, '$.cancelledAt') DESC);
CREATE UNIQUE INDEX "unique progress by json_extract(document, '$.scriptId'), json_extract(document, '$.uid')" ON progress (json_extract(document, '$.scriptId'), json_extract(document, '$.uid'));
CREATE INDEX "progress by json_extract(document, '$.uid')" ON progress (json_extract(document, '$.uid'));
CREATE UNIQUE INDEX "unique preferences by json_extract(document, '$.uid')" ON preferences (json_extract(document, '$.uid'));
CREATE INDEX "preferences by json_extract(document, '$.profile.daily.dueAt')" ON preferences (json_extract(document, '$.profile.daily.dueAt'));
CREATE INDEX "preferences by json_extract(document, '$.profile.mailKey')" ON preferences (json_extract(document, '$.profile.mailKey'));
CREATE UNIQUE INDEX "unique collaborators by json_extract(document, '$.scriptId'), json_extract(document, '$.email')" ON collaborators (json_extract(document, '$.scriptId'), json_extract(document, '$.email'));
CREATE INDEX "collaborators by json_extract(document, '$.email')" ON collaborators (json_extract(document, '$.email'));
CREATE INDEX "collaborators by json_extract(document, '$.uid'), json_extract(document, '$.invitedAt') DESC" ON collaborators (json_extract(document, '$.uid'), json_extract(document, '$.invitedAt') DESC);
CREATE INDEX "collaborators by json_extract(document, '$.mail'), json_extract(document, '$.invitedAt')" ON collaborators (json_extract(document, '$.mail'), json_extract(document, '$.invitedAt'));
CREATE INDEX "collaborators by json_extract(document, '$.keyHash')" ON collaborators (json_extract(document, '$.keyHash'));
CREATE INDEX "invitation_ends by json_extract(document, '$.ownerId'), json_extract(document, '$.endedAt')" ON invitation_ends (json_extract(document, '$.ownerId'), json_extract(document, '$.endedAt'));
CREATE UNIQUE INDEX "unique share_links by json_extract(document, '$.tokenHash')" ON share_links (json_extract(document, '$.tokenHash'));
CREATE INDEX "share_links by json_extract(document, '$.scriptId'), json_extract(document, '$.createdAt') DESC" ON share_links (json_extract(document, '$.scriptId'), json_extract(document, '$.createdAt') DESC);
CREATE INDEX "share_guests by json_extract(document, '$.linkId'), json_extract(document, '$.openedAt') DESC" ON share_guests (json_extract(document, '$.linkId'), json_extract(document, '$.openedAt') DESC);
CREATE INDEX "share_guests by json_extract(document, '$.scriptId')" ON share_guests (json_extract(document, '$.scriptId'));
CREATE INDEX "share_guests by json_extract(document, '$.keyHash')" ON share_guests (json_extract(document, '$.keyHash'));
CREATE INDEX "share_events by json_extract(document, '$.scriptId'), json_extract(document, '$.at') DESC, id DESC" ON share_events (json_extract(document, '$.scriptId'), json_extract(document, '$.at') DESC, id DESC);
CREATE INDEX "share_events by json_extract(document, '$.actorId')" ON share_events (json_extract(document, '$.actorId'));
CREATE INDEX "share_events by json_extract(document, '$.subjectUid')" ON share_events (json_extract(document, '$.subjectUid'));
CREATE INDEX "removed_collaborators by json_extract(document, '$.scriptId')" ON removed_collaborators (json_extract(document, '$.scriptId'));
CREATE INDEX "removed_collaborators by json_extract(document, '$.uidHash')" ON removed_collaborators (json_extract(document, '$.uidHash'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.version')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.version'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.id'), json_extract(document, '$.version')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.id'), json_extract(document, '$.version'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.replyTo')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.replyTo'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_array_length(document, '$.removed')" ON notes (json_extract(document, '$.scriptId'), json_array_length(document, '$.removed'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.authorId')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.authorId'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.createdAt')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.createdAt'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.linkId')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.linkId'));
CREATE INDEX "notes by json_extract(document, '$.note.authorId')" ON notes (json_extract(document, '$.note.authorId'));
CREATE INDEX "notes by json_extract(document, '$.note.resolverId')" ON notes (json_extract(document, '$.note.resolverId'));
CREATE INDEX "notes by json_array_length(document, '$.note.mentions')" ON notes (json_array_length(document, '$.note.mentions'));
CREATE INDEX "notes by json_extract(document, '$.scriptId'), json_extract(document, '$.note.createdVersion')" ON notes (json_extract(document, '$.scriptId'), json_extract(document, '$.note.createdVersion'));
CREATE INDEX "note_reads by json_extract(document, '$.uid'), json_extract(document, '$.scriptId')" ON note_reads (json_extract(document, '$.uid'), json_extract(document, '$.scriptId'));
CREATE INDEX "note_reads by json_extract(document, '$.scriptId')" ON note_reads (json_extract(document, '$.scriptId'));
CREATE INDEX "script_files by json_extract(document, '$.pendingSince')" ON script_files (json_extract(document, '$.pendingSince'));
