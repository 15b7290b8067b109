ALTER TABLE clips ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scripts ADD COLUMN removed_version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX clips_by_version ON clips (script_id, version) WHERE script_id IS NOT NULL;
