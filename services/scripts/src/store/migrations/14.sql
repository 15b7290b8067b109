ALTER TABLE collaborators ADD COLUMN link_id TEXT;
