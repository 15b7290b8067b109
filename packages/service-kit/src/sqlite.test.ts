import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, openSqlite } from './sqlite.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

describe('architecture §4: embedded database', () => {
  test('migrates forward only and once', () => {
    const file = join(folder.path, 'x.sqlite')
    const first = ['CREATE TABLE a (n INTEGER)']
    openSqlite(file, first).close()
    const db = openSqlite(file, [...first, 'ALTER TABLE a ADD COLUMN m INTEGER'])
    db.exec('INSERT INTO a (n, m) VALUES (1, 2)')
    db.close()
    expect(() => openSqlite(file, first)).toThrow(/newer release/)
  })

  test('opens while another process writes, when nothing is to migrate', () => {
    const file = join(folder.path, 'x.sqlite')
    const migrations = ['CREATE TABLE a (n INTEGER)']
    const writer = openSqlite(file, migrations)
    writer.exec('BEGIN IMMEDIATE; INSERT INTO a VALUES (1)')
    const reader = openSqlite(file, migrations)
    expect(reader.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 })
    expect(() => openSqlite(file, [])).toThrow(/newer release/)
    writer.exec('COMMIT')
    writer.close()
    reader.close()
  })

  test('a transaction that throws leaves nothing', () => {
    const db = openSqlite(join(folder.path, 'x.sqlite'), ['CREATE TABLE a (n INTEGER)'])
    expect(() =>
      inTransaction(db, () => {
        db.exec('INSERT INTO a VALUES (1)')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(db.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 })
    db.close()
  })
})
