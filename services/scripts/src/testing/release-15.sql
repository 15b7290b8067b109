-- Rows of every table of the last release with tables, as that release wrote them.
INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters, casting,
  casting_version, upload_key, file_hash, content_bytes, cast_count, page_starts, notes_version, owner_name) VALUES
  ('one', 'ada', 'Räin', '2026-03-04T05:06:07.890Z', 2, 2, 3, '["MARA","A.B$"]',
   '{"characterAssignments":{"A.B$":"v1","MARA":"v2"},"narrationVoiceId":"n"}', 1700000000000123, 'k1', 'h1', 40, 3, '[0,2]', 9, 'Ada Ü.'),
  ('two', 'bob', 'Two', '2026-03-04T05:06:08.000Z', 1, 0, 1, '[]', '{"characterAssignments":{}}', 0, 'two', 'h2', 7, 0, NULL, 3, NULL);
INSERT INTO script_lines VALUES ('one', '[{"_id":"l1","type":"Action","text":"“now”"}]'), ('two', '["雨"]');
INSERT INTO script_files VALUES ('one', x'000102ff');
INSERT INTO casting_changes VALUES
  ('one', 'character:MARA', 'v2', 'bob', 'Bob', 1772600767890), ('one', 'scene-heading', NULL, 'ada', 'Ada', 1772600767891);
INSERT INTO pending_commands (script_id, kind, mark, request_id, due_at) VALUES
  ('one', 'casting', 1700000000000123, 'r1', 0), ('gone', 'deleted', 1700000000000999, 'r2', 1772600767890);
INSERT INTO cancelled_uploads VALUES ('cancelled key', 1772600767890, 'ada');
INSERT INTO progress (script_id, uid, line_index, updated_at, page, furthest) VALUES
  ('one', 'bob', 1, '2026-03-04T05:06:07.890Z', 2, 2), ('one', 'guest-g1', -1, '2026-03-04T05:06:07.890Z', NULL, -1);
INSERT INTO preferences VALUES ('ada', '{"skippedLineTypes":["Action"],"rate":2}');
INSERT INTO closed_accounts VALUES ('hash of eve', 'eve', 'r3', 1772600767890), ('hash of mia', NULL, NULL, 1772600767891);
INSERT INTO collaborators (id, script_id, email, role, invited_at, invited_by, uid, joined_at, mail, name, key_hash, expires_at, link_id) VALUES
  ('c1', 'one', 'bob@example.com', 'editor', 1772600767890, 'Ada', 'bob', 1772600767892, 'sent', 'Bob Ö.', NULL, NULL, 'l1'),
  ('c2', 'one', 'zoe@example.com', 'listener', 1772600767891, 'Ada', NULL, NULL, 'pending', NULL, 'key of c2', 1772600999999, NULL);
INSERT INTO invitation_ends VALUES
  ('key of c3', 'withdrawn', 1772600767890, NULL, NULL), ('key of c4', 'declined', 1772600767890, 'ada', 'address');
INSERT INTO removed_collaborators VALUES ('one', 'hash of kim');
INSERT INTO share_links (id, script_id, token_hash, name, role, created_at, expires_at, revoked_at, passphrase_hash, opens, last_opened_at) VALUES
  ('l1', 'one', 'token of l1', 'Cast', 'commenter', 1772600767890, 1772600999999, NULL, 'secret', 2, 1772600767892),
  ('l2', 'one', 'token of l2', 'Over', 'listener', 1772600767891, 1772600999999, 1772600767893, NULL, 0, NULL);
INSERT INTO share_guests (id, link_id, opened_at, name, key_hash) VALUES
  ('guest-g1', 'l1', 1772600767890, 'Zoë', 'key of g1'), ('guest-g2', 'l1', 1772600767891, NULL, NULL);
INSERT INTO share_events (id, script_id, at, kind, actor, actor_id, subject, subject_id, subject_uid, role) VALUES
  (-2, 'one', 1772600767890, 'linked', 'Ada', 'ada', 'Cast', NULL, NULL, NULL),
  (4, 'one', 1772600767890, 'invited', 'Ada', 'ada', 'bob@example.com', 'c1', 'bob', 'editor'),
  (12, 'one', 1772600767891, 'opened', 'Zoë', 'guest-g1', 'Cast', NULL, NULL, NULL);
INSERT INTO notes (script_id, id, version, line_id, range_start, range_end, quote, at_ms, text, colour, category, author_id, link_id,
  author, created_at, edited_at, deleted_at, resolved_at, resolved_by, resolver_id, reply_to) VALUES
  ('one', 'n1', 6, 'l1', 1, 3, 'now', 1500, '', 'yellow', 'General', 'ada', NULL, 'Ada', 1772600767890, 1772600767891, 1772600767892,
   1772600767893, 'Bob', 'bob', NULL),
  ('one', 'n2', 2, 'l1', NULL, NULL, NULL, NULL, 'Änswer', 'blue', 'General', 'guest-g1', 'l1', 'Zoë', 1772600767891, NULL, NULL, NULL, NULL, NULL, 'n1');
INSERT INTO removed_notes VALUES ('one', 7, 'n3'), ('one', 9, 'n4');
