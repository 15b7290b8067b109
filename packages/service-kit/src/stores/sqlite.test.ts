import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, sqliteOutages, openSqlite } from './sqlite.ts'
import { StoreUnavailable, withOutages } from './store-unavailable.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

describe('architecture §4: embedded database', () => {
  test('migrates forward only, and once', () => {
    const file = join(folder.path, 'x.sqlite')
    const first = ['CREATE TABLE a (n INTEGER)']
    openSqlite(file, first).close()
    using db = openSqlite(file, [...first, 'ALTER TABLE a ADD COLUMN m INTEGER'])
    db.exec('INSERT INTO a (n, m) VALUES (1, 2)')
    expect(() => openSqlite(file, first)).toThrow(/newer release/)
  })

  test('opens while another process writes, if there is nothing to migrate', () => {
    const file = join(folder.path, 'x.sqlite')
    const migrations = ['CREATE TABLE a (n INTEGER)']
    using writer = openSqlite(file, migrations)
    writer.exec('BEGIN IMMEDIATE; INSERT INTO a VALUES (1)')
    using reader = openSqlite(file, migrations)
    expect(reader.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 })
    expect(() => openSqlite(file, [])).toThrow(/newer release/)
    writer.exec('COMMIT')
  })

  test('rolls back a transaction that throws', () => {
    using db = openSqlite(join(folder.path, 'x.sqlite'), ['CREATE TABLE a (n INTEGER)'])
    expect(() =>
      inTransaction(db, () => {
        db.exec('INSERT INTO a VALUES (1)')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(db.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 })
  })

  test('reports a full disk as an outage, also within a transaction, but not a bug', async () => {
    using db = openSqlite(join(folder.path, 'x.sqlite'), ['CREATE TABLE a (n)'])
    const store = withOutages(
      {
        add: async (value: string) =>
          inTransaction(db, () => db.prepare('INSERT INTO a VALUES (?)').run(value)),
        mistake: async () => db.exec('INSERT INTO b VALUES (1)'),
      },
      sqliteOutages,
    )
    db.exec('PRAGMA max_page_count = 10')
    await expect(store.add('x'.repeat(100_000))).rejects.toThrow(StoreUnavailable)
    await expect(store.mistake()).rejects.not.toThrow(StoreUnavailable)
    await store.add('short')
  })
})
