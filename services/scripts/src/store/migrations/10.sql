ALTER TABLE notes ADD COLUMN link_id TEXT;
UPDATE notes SET link_id = (SELECT link_id FROM share_guests WHERE id = author_id);
CREATE INDEX notes_counted ON notes (script_id, author_id, link_id);
ALTER TABLE scripts ADD COLUMN owner_name TEXT;
ALTER TABLE collaborators ADD COLUMN name TEXT;
