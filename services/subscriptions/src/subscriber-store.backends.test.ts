import { startMongo } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { subscriberStoreContract } from './subscriber-store.contract.ts'
import { openStore } from './subscriber-store.ts'

const mongo = await startMongo()
afterAll(() => mongo.stop())
const newDatabase = () => {
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
  return uri
}
const openOn = (uri: URL) => openStore({ DATA_DIR: '', MONGODB_URI: uri.href })
subscriberStoreContract('MongoDB', () => openOn(newDatabase()))

test('product §10: a sign-up asks for a majority, so that what was acknowledged outlives its server', async () => {
  const uri = newDatabase()
  const tap = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
  uri.port = String(tap.port)
  const store = await openOn(uri)
  onTestFinished(async () => {
    await store.close()
    await tap.close()
  })
  tap.sent()
  await store.add({ email: 'ada@example.org', source: 'landing-page', subscribedAt: new Date() })
  expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
})

test('product §4: the export reads the database that MONGODB_URI names', async () => {
  const uri = newDatabase()
  const store = await openOn(uri)
  for (const [second, name] of ['ada', 'bob'].entries()) {
    const subscribedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    await store.add({ email: `${name}@example.org`, source: 'landing-page', subscribedAt })
  }
  await store.close()
  const main = path.join(import.meta.dirname, 'export/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'export', '-'], {
    env: { ...process.env, MONGODB_URI: uri.href },
  })
  expect(stdout.split('\r\n').slice(1)).toEqual([
    '"ada@example.org","landing-page","2026-01-01T00:00:00.000Z"',
    '"bob@example.org","landing-page","2026-01-01T00:00:01.000Z"',
    '',
  ])
})
