-- Milliseconds; 0 is a command that was never sent.
ALTER TABLE pending_commands ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX due_commands ON pending_commands (due_at);
