import { acknowledgedChannel } from '@andscene/contracts/queues'
import { runEvery } from '@andscene/service-kit/run-every'
import { rowsOfFile } from '@andscene/testing/stored-rows'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SOON, testHarness, tokenOf, type Harness } from '../testing/harness.ts'
import { PARTS } from '../testing/neighbours.ts'
import { requestAs, type Person } from '../testing/person.ts'
import { startProcess, type ServiceProcess } from '../testing/process.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { invitedPerson } from '../testing/sharing.ts'
import { openStores } from '../store/open-stores.ts'
import { join } from 'node:path'

const ON_A_BUSY_MACHINE = { timeout: 60_000 }
/** Not hexadecimal, so that it cannot occur in a hash or an id. */
const ADA = 'adelaide'
const EMAIL = 'ada@andscene.example'

let harness: Harness
beforeEach(async () => {
  harness = await testHarness()
  eraseAudio(harness)
  harness.neighbours.emails.set(ADA, EMAIL)
})

/** Simulates the tts worker that erases the audio of closed accounts, until the test ends. */
function eraseAudio({ queues: { erased }, connection, neighbours }: Harness): void {
  const ended = new AbortController()
  const work = async () => {
    for (const job of await erased.queue.getWaiting()) {
      const { uid } = job.data
      await neighbours.erase(uid)
      await job.remove()
      const done = JSON.stringify({ erasedUid: uid })
      await erased.ask((_queue, redis) => redis.publish(acknowledgedChannel(connection.prefix), done))
    }
  }
  void runEvery(20, work, ended.signal, () => undefined)
  onTestFinished(() => ended.abort())
}

/** Creates data of every kind that an account can have here. */
async function furnish(person: Person): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const id = await person.newScript()
    await person.post(`/api/scripts/${id}/assign-voices`, { narrationVoiceId: 'v' })
    await person.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: 1 })
    ids.push(id)
  }
  await person.put('/api/preferences', { rate: 2 })
  await person.post('/api/scripts/cancel-upload', { key: 'a-key' })
  return ids
}

const deletedScripts = async () => (await harness.deletedJobs()).map(({ scriptId }) => scriptId).sort()

/** Rows of all tables that contain the text. */
const rowsWith = (file: string, text: string) => rowsOfFile(file).rows.filter((row) => row.includes(text))

describe('product §7: DELETE /api/account', () => {
  test('deletes all data of the user, and no data of other accounts', async () => {
    const [ada, eve] = [harness.as(ADA), harness.as('eve')]
    const [theirs, hers] = [await furnish(ada), await furnish(eve)]
    // Also changes in another user's script.
    const asEditor = await invitedPerson(harness, eve, { scriptId: hers[0]!, uid: ADA, email: EMAIL })
    const cast = await asEditor.post(`/api/scripts/${hers[0]}/assign-voices`, { narrationVoiceId: 'w' })
    expect(cast.status).toBe(200)
    const { status, body } = await ada.delete('/api/account')
    expect([status, body]).toEqual([200, { success: true, message: 'Your account is deleted.' }])

    await expect.poll(deletedScripts, SOON).toEqual(theirs.toSorted())
    const file = join(harness.environment.DATA_DIR, 'scripts.sqlite')
    await expect.poll(() => rowsWith(file, ADA), SOON).toEqual([])
    expect((await eve.get('/api/scripts')).body.data.scripts).toHaveLength(hers.length)
    expect((await eve.get('/api/preferences')).body.data.preferences.rate).toBe(2)
    const steps = [
      `erasePerson ${ADA}`,
      `lookUpAccount ${ADA}`,
      `forgetSubscriber ${EMAIL}`,
      `deleteAccount ${ADA}`,
    ]
    // Steps may be repeated. The audio is erased independently of the others.
    const [audio, ...others] = steps
    const asked = new Set(harness.neighbours.asked())
    expect([...asked].filter((step) => step !== audio)).toEqual(others)
    expect(asked).toContain(audio)
  })

  test('after the response every token of the user is rejected', async () => {
    const ada = harness.as(ADA)
    const [id] = await furnish(ada)
    const hold = harness.neighbours.hold('erasePerson')
    await ada.delete('/api/account')
    await hold.came
    const refused = [
      await ada.get('/api/scripts'),
      await ada.get(`/api/scripts/${id}`),
      await ada.patch(`/api/scripts/${id}`, { title: 'Back' }),
      await ada.put('/api/preferences', { rate: 1 }),
      await ada.upload(SHORT_SCRIPT),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [401, 'UNAUTHENTICATED']),
    )
    // A retry, because the response was lost.
    expect((await ada.delete('/api/account')).status).toBe(200)
    hold.release()
  })

  test('keeps an unverified address on the launch list, because it may belong to another user', async () => {
    harness.neighbours.emails.clear()
    const hold = harness.neighbours.hold('deleteAccount')
    await harness.as(ADA).delete('/api/account')
    await hold.came
    hold.release()
    expect(harness.neighbours.asked().filter((asked) => asked.startsWith('forgetSubscriber'))).toEqual([])
  })

  test.each(PARTS)(
    'an unavailable service (%s) does not delay other accounts and is called again',
    ON_A_BUSY_MACHINE,
    async (part) => {
      const [ada, eve] = [harness.as(ADA), harness.as('eve')]
      await furnish(ada)
      harness.neighbours.broken.add(part)
      await ada.delete('/api/account')
      await expect.poll(async () => (await harness.deletedJobs()).length, SOON).toBe(3)
      await furnish(eve)
      const file = join(harness.environment.DATA_DIR, 'scripts.sqlite')
      expect(rowsWith(file, ADA)).not.toEqual([])
      harness.neighbours.broken.delete(part)
      await expect.poll(() => rowsWith(file, ADA), SOON).toEqual([])
      expect((await eve.get('/api/scripts')).body.data.scripts).toHaveLength(3)
    },
  )
})

describe('product §10: a deletion that is killed half-way finishes automatically', () => {
  let service: ServiceProcess
  let env: Record<string, string>
  beforeEach(async () => {
    env = { ...harness.environment, DATA_DIR: `${harness.environment.DATA_DIR}/process`, LOG_LEVEL: 'silent' }
    service = await startProcess(env)
  })
  afterEach(async () => {
    await service.kill()
  })

  test.each(PARTS)('kill -9 at %s', ON_A_BUSY_MACHINE, async (part) => {
    const ada = () => requestAs(service.url, () => tokenOf(ADA))
    const ids = await furnish(ada())
    const hold = harness.neighbours.hold(part)
    expect((await ada().delete('/api/account')).status).toBe(200)
    await hold.came
    await service.kill('SIGKILL')
    hold.release()

    service = await startProcess(env)
    const file = join(env['DATA_DIR']!, 'scripts.sqlite')
    await expect.poll(() => rowsWith(file, ADA), SOON).toEqual([])
    await expect.poll(deletedScripts, SOON).toEqual(ids.toSorted())
    expect((await ada().get('/api/scripts')).status).toBe(401)
    expect(harness.neighbours.asked().at(-1)).toBe(`deleteAccount ${ADA}`)
  })

  test('kill -9 between two scripts: the next process removes the others', ON_A_BUSY_MACHINE, async () => {
    const ada = () => requestAs(service.url, () => tokenOf(ADA))
    const ids = await furnish(ada())
    await service.kill('SIGKILL')
    const stores = await openStores({ DATA_DIR: env['DATA_DIR']! })
    await stores.accounts.close({ uid: ADA, requestId: 'r' }, new Date())
    await stores.scripts.remove(ids[0]!, 'r')
    await stores.close()
    service = await startProcess(env)
    await expect.poll(deletedScripts, SOON).toEqual(ids.toSorted())
    expect((await ada().get('/api/preferences')).status).toBe(401)
  })
})
