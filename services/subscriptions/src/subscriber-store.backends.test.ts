import { startMongo } from '@andscene/testing/backends'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openStore } from './subscriber-store.ts'

const mongo = await startMongo()
afterAll(() => mongo.stop())
const MONGODB_URI = mongo.uri.replace('/?', `/t${randomUUID().slice(0, 8)}?`)

test('product §4: the export reads the database that MONGODB_URI names', async () => {
  const store = await openStore({ DATA_DIR: '', MONGODB_URI })
  for (const [second, name] of ['ada', 'bob'].entries()) {
    const subscribedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    await store.add({ email: `${name}@example.org`, source: 'landing-page', subscribedAt })
  }
  await store.close()
  const main = path.join(import.meta.dirname, 'export/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'export', '-'], {
    env: { ...process.env, MONGODB_URI },
  })
  expect(stdout.split('\r\n').slice(1)).toEqual([
    '"ada@example.org","landing-page","2026-01-01T00:00:00.000Z"',
    '"bob@example.org","landing-page","2026-01-01T00:00:01.000Z"',
    '',
  ])
})
