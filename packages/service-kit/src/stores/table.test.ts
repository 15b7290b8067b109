import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Table } from './table.ts'

type Visit = { id: string; openedAt: Date; endedAt?: Date | undefined; day: Date; tags: string[] }
const VISITS = new Table<Visit>('visits', {
  id: 'value',
  openedAt: 'date',
  endedAt: 'date',
  day: 'isoDate',
  tags: 'json',
})
const visit: Visit = {
  id: 'a',
  openedAt: new Date(1_000),
  endedAt: undefined,
  day: new Date(2_000),
  tags: ['x', 'y'],
}

function openVisits() {
  const db = new DatabaseSync(':memory:')
  db.exec(
    'CREATE TABLE visits (id TEXT PRIMARY KEY, opened_at INTEGER, ended_at INTEGER, day TEXT, tags TEXT) STRICT',
  )
  db.prepare(`INSERT INTO ${VISITS.into} VALUES (${VISITS.parameters})`).run(
    VISITS.toParameters({ ...visit, other: 1 } as Visit),
  )
  return db
}

test('reads a record that equals the written one, without fields that the table does not have', () => {
  const db = openVisits()
  expect(VISITS.fromRow(db.prepare(`SELECT ${VISITS.columns()} FROM visits`).get()!)).toStrictEqual(visit)
  expect({ ...db.prepare('SELECT * FROM visits').get() }).toEqual(VISITS.toRow(visit))
  expect(VISITS.toRow(visit)).toEqual({
    id: 'a',
    opened_at: 1_000,
    ended_at: null,
    day: '1970-01-01T00:00:02.000Z',
    tags: '["x","y"]',
  })
})

test('some columns, an alias, and an update', () => {
  const db = openVisits()
  const ended = { ...visit, endedAt: new Date(9) }
  db.prepare(`UPDATE visits SET ${VISITS.assignments} WHERE id = :id`).run(VISITS.toParameters(ended))
  const row = db.prepare(`SELECT ${VISITS.columns('v', ['endedAt'])}, 1 AS more FROM visits AS v`).get()!
  expect(VISITS.fromRow(row)).toEqual({ endedAt: new Date(9), more: 1 })
})
