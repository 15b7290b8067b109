-- When a script was erased (ms); unknown for those that older releases erased.
ALTER TABLE scripts ADD COLUMN erased_at INTEGER;
CREATE INDEX erased_scripts ON scripts (erased_at) WHERE erased = 1;
