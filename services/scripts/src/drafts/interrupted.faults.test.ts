import { fdxOfLength } from '@andscene/testing/fdx-file'
import { smallDisk } from '@andscene/testing/small-disk'
import { open, unlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStores, type Stores } from '../store/open-stores.ts'
import { CUT, OTHER_SCRIPT, REWORDED } from '../testing/draft-files.ts'
import { SOON, testHarness, type Harness } from '../testing/harness.ts'
import { heldSteps } from '../testing/held-steps.ts'
import type { Person } from '../testing/person.ts'
import { multipartBody, rawUpload } from '../testing/raw-upload.ts'
import { refusal } from '../testing/refusal.ts'

/* product §16: whatever interrupts the upload of a draft, the script is unchanged or has the draft. */

const listed = async (person: Person, script: string) => {
  const { drafts, present } = (await person.get(`/api/scripts/${script}/drafts`)).body.data
  return { present, numbers: drafts.map(({ number }: { number: number }) => number) }
}
const ONE = { present: 1, numbers: [1] }

/** The service, whose store waits for the test after it has added a draft. */
async function heldHarness() {
  const storing = heldSteps()
  onTestFinished(storing.releaseAll)
  const harness = await testHarness({
    through: (stores): Stores => ({
      ...stores,
      scripts: {
        ...stores.scripts,
        addDraft: async (...draft) => {
          const added = await stores.scripts.addDraft(...draft)
          await storing.hold()
          return added
        },
      },
    }),
  })
  const ada = harness.as('ada')
  return { harness, ada, storing, script: await ada.newScript() }
}

/** Starts an upload on a connection that the test can close. */
async function begin(harness: Harness, ada: Person, script: string): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const body = multipartBody([{ name: 'a.fdx', content: REWORDED }])
  const headers = { 'content-length': body.length, 'idempotency-key': 'k-1' }
  const path = `/api/scripts/${script}/drafts`
  rawUpload(harness.url, ada.token(), headers, resolve, path).catch(() => undefined)
  const socket = await promise
  socket.write(body)
  return socket
}
const connections = ({ app }: Harness) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
/** Closes the connection, and waits until the service has noticed. */
async function cut(harness: Harness, socket: Socket): Promise<void> {
  const before = await connections(harness)
  socket.resetAndDestroy()
  await expect.poll(() => connections(harness), SOON).toBeLessThan(before)
}

test('a draft that is deleted before the file is matched with it: the file is matched with the next one', async () => {
  let meanwhile: (() => Promise<void>) | undefined
  const harness = await testHarness({
    through: (stores): Stores => ({
      ...stores,
      scripts: {
        ...stores.scripts,
        findLines: async (...which) => {
          await meanwhile?.()
          return stores.scripts.findLines(...which)
        },
      },
    }),
  })
  const ada = harness.as('ada')
  const script = await ada.newScript()
  expect((await ada.uploadDraft(script, REWORDED)).status).toBe(200)
  meanwhile = async () => {
    meanwhile = undefined
    await ada.delete(`/api/scripts/${script}/drafts/2`)
  }
  expect((await ada.uploadDraft(script, CUT)).status).toBe(200)
  expect(await listed(ada, script)).toEqual({ present: 3, numbers: [1, 3] })
})

test('a connection that closes while the draft is stored takes it back, also in the cast', async () => {
  const { harness, ada, storing, script } = await heldHarness()
  const socket = await begin(harness, ada, script)
  await storing.came()
  expect(await listed(ada, script)).toEqual({ present: 2, numbers: [1, 2] })
  await cut(harness, socket)
  storing.release()
  await expect.poll(() => listed(ada, script), SOON).toEqual(ONE)
  const { content } = (await ada.get(`/api/scripts/${script}`)).body.data.script
  expect(content.lines).toHaveLength(6)
})

test('a connection that closes takes back its own draft only, and an older present one is present again', async () => {
  const { harness, ada, storing, script } = await heldHarness()
  const other = ada.uploadDraft(script, CUT)
  await storing.next()
  expect((await other).status).toBe(200)
  await ada.call('POST', `/api/scripts/${script}/drafts/1/present`)
  const alone = await begin(harness, ada, script)
  await storing.came()
  await cut(harness, alone)
  storing.release()
  await expect.poll(() => listed(ada, script), SOON).toEqual({ present: 1, numbers: [1, 2] })
  const overtaken = await begin(harness, ada, script)
  await storing.came()
  const later = ada.uploadDraft(script, OTHER_SCRIPT, { answers: { different: true } })
  await expect.poll(async () => (await listed(ada, script)).numbers, SOON).toEqual([1, 2, 4, 5])
  await cut(harness, overtaken)
  storing.releaseAll()
  expect((await later).status).toBe(200)
  await expect.poll(() => listed(ada, script), SOON).toEqual({ present: 5, numbers: [1, 2, 5] })
})

test('a connection that closes keeps the draft if the same upload was sent again', async () => {
  const { harness, ada, storing, script } = await heldHarness()
  const socket = await begin(harness, ada, script)
  await storing.came()
  await cut(harness, socket)
  const again = await ada.uploadDraft(script, REWORDED, { key: 'k-1' })
  expect([again.status, again.body.data.draft.number]).toEqual([200, 2])
  storing.release()
  await expect.poll(() => harness.narrationJobs(), SOON).not.toHaveLength(0)
  expect(await listed(ada, script)).toEqual({ present: 2, numbers: [1, 2] })
})

test('a draft that is always overtaken by others gives up with a sentence', async () => {
  let attempts = 0
  const harness = await testHarness({
    through: (stores): Stores => ({
      ...stores,
      scripts: {
        ...stores.scripts,
        addDraft: async () => {
          attempts += 1
          return { outcome: 'present-changed' }
        },
      },
    }),
  })
  const ada = harness.as('ada')
  const script = await ada.newScript()
  expect(await ada.uploadDraft(script, CUT)).toEqual(
    refusal(409, 'CONFLICT', 'Other drafts were uploaded at the same time. Please try again.'),
  )
  expect(attempts).toBe(5)
  expect(await listed(ada, script)).toEqual(ONE)
})

/** Uses up all room; returns the file that does. */
async function fill(folder: string): Promise<string> {
  const filler = join(folder, 'filler')
  const file = await open(filler, 'w')
  for (const size of [64 * 1024, 1024])
    for (;;)
      try {
        await file.writeFile(Buffer.alloc(size))
      } catch {
        break
      }
  await file.close()
  return filler
}

test('a full disk changes nothing, and the same upload works when there is room again', async ({ skip }) => {
  const disk = await smallDisk(8_000)
  if (!disk) return skip('Only root may mount a small disk.')
  onTestFinished(() => disk.remove())
  const harness = await testHarness({ stores: await openStores({ DATA_DIR: disk.path }) })
  const ada = harness.as('ada')
  const script = await ada.newScript()
  const note = { _id: 'a-note-of-ada-0000000', lineId: 'l6', text: 'Slower' }
  expect((await ada.post(`/api/scripts/${script}/notes`, note)).status).toBe(200)
  const filler = await fill(disk.path)
  const { status, body } = await ada.uploadDraft(script, fdxOfLength(3_000), {
    key: 'k-1',
    answers: { different: true },
  })
  expect([status, body.success]).toEqual([503, false])
  expect(await listed(ada, script)).toEqual(ONE)
  expect((await ada.get(`/api/scripts/${script}`)).body.data.script.content.lines).toHaveLength(6)
  await unlink(filler)
  expect((await ada.uploadDraft(script, REWORDED, { key: 'k-1' })).status).toBe(200)
  expect(await listed(ada, script)).toEqual({ present: 2, numbers: [1, 2] })
  expect((await ada.get(`/api/scripts/${script}/notes`)).body.data.notes).toMatchObject([{ lineId: 'l6' }])
})

test('a pair of drafts that takes too long to match is ended like a hostile file', async () => {
  const worker = new URL('../testing/hostile-worker.ts', import.meta.url)
  const harness = await testHarness({ parser: { worker, timeLimitMs: 2_000 } })
  const ada = harness.as('ada')
  const script = await ada.newScript()
  expect(await ada.uploadDraft(script, REWORDED, { name: 'pair.fdx' })).toEqual(
    refusal(
      422,
      'UNPARSABLE_SCRIPT',
      'Reading this file takes too long. Open it in Final Draft, save it again and upload the new file.',
    ),
  )
  expect(await listed(ada, script)).toEqual(ONE)
})
