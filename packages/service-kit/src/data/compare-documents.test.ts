import { temporaryFolder } from '@andscene/testing/temporary-folder'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { differences } from './compare-documents.ts'

const TABLES = `CREATE TABLE a (id TEXT PRIMARY KEY, value TEXT, file BLOB) STRICT;
  CREATE TABLE b (id INTEGER PRIMARY KEY, at INTEGER) STRICT;
  INSERT INTO a VALUES ('1', '{"x":1,"y":[2]}', x'00ff'), ('2', 'text', NULL);
  INSERT INTO b VALUES (1, 10), (2, 20)`

test.each([
  ['the same', '', []],
  ['other order of fields', `UPDATE a SET value = '{"y":[2],"x":1}' WHERE id = '1'`, []],
  ['numbers that are ignored', 'UPDATE b SET id = id + 7', []],
  ['another field', `UPDATE a SET value = '{"x":2,"y":[2]}' WHERE id = '1'`, ['a, row 1, value']],
  ['another text', `UPDATE a SET value = 'texT' WHERE id = '2'`, ['a, row 2, value']],
  ['another byte', `UPDATE a SET file = x'00fe' WHERE id = '1'`, ['a, row 1, file']],
  ['nothing for something', 'UPDATE a SET file = NULL', ['a, row 1, file']],
  [
    'a row less',
    `DELETE FROM a WHERE id = '2'; DELETE FROM b WHERE at = 20`,
    ['a has fewer rows', 'b has fewer rows'],
  ],
  ['a row more', 'INSERT INTO b VALUES (3, 30)', ['b has more rows']],
  ['a table more', 'CREATE TABLE c (id TEXT)', ['other tables']],
])('decision 0060: two files are compared row for row: %s', async (_name, change, expected) => {
  const folder = await temporaryFolder('andscene-compare')
  onTestFinished(() => folder.remove())
  const files = ['one', 'other'].map((name) => path.join(folder.path, name)) as [string, string]
  for (const [n, file] of files.entries()) {
    const db = new DatabaseSync(file)
    db.exec(TABLES)
    if (n === 1) db.exec(change)
    db.close()
  }
  expect(differences(...files, { b: ['id'] })).toEqual(expected)
})
