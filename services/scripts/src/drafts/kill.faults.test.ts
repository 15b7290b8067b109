import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { documentsIn } from '../store/open-stores.ts'
import { REWORDED } from '../testing/draft-files.ts'
import { SOON, testHarness, tokenOf, type Harness } from '../testing/harness.ts'
import { requestAs, type Person } from '../testing/person.ts'
import { startProcess, type ServiceProcess } from '../testing/process.ts'

vi.setConfig({ testTimeout: 120_000 })

// The harness provides Redis, tts and keys; the service under test is a separate process with its own folder.

let harness: Harness
let service: ServiceProcess
let env: Record<string, string>
let db: DocumentDb
beforeEach(async () => {
  harness = await testHarness({ ownRedis: true })
  env = { ...harness.environment, DATA_DIR: `${harness.environment.DATA_DIR}/process`, LOG_LEVEL: 'silent' }
  service = await startProcess(env)
  const documents = await openDocuments(documentsIn({ DATA_DIR: env['DATA_DIR']! }))
  onTestFinished(() => documents.close())
  db = documents.db
})
afterEach(() => service.kill())

const ada = (): Person => requestAs(service.url, () => tokenOf('ada'))
const count = (collection: string, filter: object = {}) => db.collection(collection).countDocuments(filter)
const PENDING = { pendingSince: { $exists: true } }

/** What a process may have done last. */
const STAGES: Record<string, () => Promise<boolean>> = {
  'the file was stored': async () => (await count('script_files', PENDING)) > 0,
  'the draft was stored, which no list has yet': async () => (await count('drafts', PENDING)) > 0,
  'the first draft was stored beside it': async () => (await count('drafts')) > 1,
  'the draft became the present one': async () => (await count('scripts', { 'draft.number': 2 })) > 0,
}

describe('product §16: a process that is killed while it stores a draft leaves all of it or nothing', () => {
  test.each(Object.keys(STAGES))('killed when %s', async (stage) => {
    const script = await ada().newScript()
    const path = `/api/scripts/${script}`
    const note = { _id: 'a-note-of-ada-0000000', lineId: 'l6', text: 'Slower' }
    expect((await ada().post(`${path}/notes`, note)).status).toBe(200)
    await ada().put(`${path}/progress`, { lastPlayedLineIndex: 5 })
    await harness.redis.kill('SIGKILL')
    const upload = ada()
      .uploadDraft(script, REWORDED, { key: 'k-1' })
      .catch(() => undefined)
    await vi.waitUntil(STAGES[stage]!, { ...SOON, interval: 1 })
    await service.kill('SIGKILL')
    await upload
    await harness.redis.start()
    service = await startProcess(env)

    const whole = async () => {
      const { drafts, present } = (await ada().get(`${path}/drafts`)).body.data
      const read = (await ada().get(path)).body.data.script
      const head = drafts.find(({ number }: { number: number }) => number === present)
      expect(read.draft.number).toBe(present)
      expect([read.lineCount, read.content.lines.length]).toEqual([head.lineCount, head.lineCount])
      expect((await ada().request('GET', `${path}/drafts/${present}/file`)).status).toBe(200)
      expect((await ada().get(`${path}/notes`)).body.data.notes).toMatchObject([{ lineId: 'l6' }])
      expect((await ada().get(`${path}/progress`)).body['lastPlayedLineIndex']).toBe(5)
      return { present, count: drafts.length }
    }
    const { present, count: drafts } = await whole()
    expect([1, 2]).toContain(present)
    expect(drafts).toBe(present)
    // The client sends the same upload again.
    const again = await ada().uploadDraft(script, REWORDED, { key: 'k-1' })
    expect(again.status).toBe(200)
    expect(await whole()).toEqual({ present: 2, count: 2 })
    const jobs = async () => (await harness.narrationJobs()).filter(({ scriptId }) => scriptId === script)
    await expect.poll(async () => (await jobs()).length, SOON).toBeGreaterThan(0)
  })
})
