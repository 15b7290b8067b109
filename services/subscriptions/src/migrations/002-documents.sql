-- The rows of older releases as documents. U+FFFF begins a date.
ALTER TABLE subscribers RENAME TO old_subscribers;
CREATE TABLE subscribers (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
INSERT INTO subscribers
SELECT lower(hex(randomblob(12))), json_object(
  'email', email, 'source', source, 'subscribedAt', char(65535) || subscribed_at)
FROM old_subscribers;
DROP TABLE old_subscribers;
