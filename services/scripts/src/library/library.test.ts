import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { fdxFile } from '@andscene/testing/fdx-file'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness, SOON } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'

const harness = await fileHarness()
let ada: Person
let people = 0
beforeEach(() => {
  people += 1
  ada = harness.as(`ada-${people}`)
})
const database = () => {
  const db = new DatabaseSync(join(harness.environment.DATA_DIR, 'scripts.sqlite'))
  onTestFinished(() => db.close())
  return db
}
const uploaded = (person: Person) => person.newScript(fdxFile([{ type: 'Action', text: 'Rain.' }]))

describe('product §7 GET /api/scripts/{id}', () => {
  test('responds with the uploaded script, with the fields of product §3', async () => {
    const { status, body } = await ada.upload(SHORT_SCRIPT, { name: 'The Lamp.fdx' })
    expect(status).toBe(200)
    expect(body.data.script).toEqual({
      _id: expect.stringMatching(/^[\w-]{1,64}$/),
      castingVersion: 0,
      title: 'The Lamp',
      language: 'en',
      characterCount: 2,
      pages: 1,
      lineCount: 6,
      uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      draft: { number: 1, name: 'Draft 1' },
      draftCount: 1,
      role: 'owner',
      content: {
        lines: expect.arrayContaining([
          expect.objectContaining({ type: 'Dialogue', text: 'Only the sea.', character: 'OLD TOM', act: 1 }),
        ]),
        characters: [{ character: 'MARA' }, { character: 'OLD TOM' }],
      },
    })
    const opened = await ada.get(`/api/scripts/${body.data.script._id}`)
    expect(opened.body).toEqual(body)
    const ids = opened.body.data.script.content.lines.map((line: { _id: string }) => line._id)
    expect(new Set(ids).size).toBe(6)
  })

  test('includes the casting', async () => {
    const id = await ada.newScript()
    await ada.post(`/api/scripts/${id}/assign-voices`, {
      characterAssignments: { MARA: 'local:slt' },
      narrationVoiceId: 'local:rms',
    })
    const { script } = (await ada.get(`/api/scripts/${id}`)).body.data
    expect(script.content.characters).toEqual([
      { character: 'MARA', voiceId: 'local:slt' },
      { character: 'OLD TOM' },
    ])
    expect(script).toMatchObject({ narrationVoiceId: 'local:rms' })
    expect(script).not.toHaveProperty('sceneHeadingVoiceId')
  })
})

describe('product §7 GET /api/scripts', () => {
  test('product §2: returns how many parts are cast, and the page that the user stopped at', async () => {
    const lines = Array.from({ length: 45 }, (_, n) => ({ type: 'Action', text: `Line ${n}.` }))
    const id = await ada.newScript(fdxFile(lines))
    await ada.post(`/api/scripts/${id}/assign-voices`, { narrationVoiceId: 'v' })
    await ada.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: 20 })
    const item = async () => (await ada.get('/api/scripts')).body.data.scripts[0]
    const lastPlayed = { lineIndex: 20, page: 2, lastUpdated: expect.stringMatching(/^\d{4}-/) }
    expect(await item()).toMatchObject({ castCount: 1, lastPlayed })

    await ada.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: 44 })
    expect((await item()).lastPlayed.page).toBe(3)

    await ada.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: -1 })
    expect(await item()).not.toHaveProperty('lastPlayed')
  })

  test('product §2: a script and its list item have the language of the text, if that is clear', async () => {
    const french =
      'Vera entre dans la cuisine et pose les clés sur la table. Je ne savais pas que tu étais là.'
    const id = await ada.newScript(fdxFile([{ type: 'Action', text: french }]))
    const opened = async () => (await ada.get(`/api/scripts/${id}`)).body.data.script
    expect((await opened()).language).toBe('fr')
    expect((await ada.get('/api/scripts')).body.data.scripts).toMatchObject([{ _id: id, language: 'fr' }])
    await ada.newScript(fdxFile([{ type: 'Action', text: '12 34' }]))
    expect((await ada.get('/api/scripts')).body.data.scripts[0]).not.toHaveProperty('language')
  })

  test('product §7: pages by limit and cursor contain every script once', async () => {
    const all = []
    for (let n = 0; n < 5; n += 1) all.unshift(await uploaded(ada))
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 9; page += 1) {
      const { data } = (await ada.get(`/api/scripts?limit=2${cursor}`)).body
      seen.push(...data.scripts.map((one: { _id: string }) => one._id))
      if (!data.nextCursor) break
      cursor = `&cursor=${data.nextCursor}`
    }
    expect(seen).toEqual(all)
  })

  test.each(['limit=0', 'limit=501', 'limit=x', 'cursor=zzz', `cursor=${'a'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const { status, body } = await ada.get(`/api/scripts?${query}`)
      expect([status, body.code]).toEqual([400, 'VALIDATION'])
    },
  )

  test('product §7 never reads line contents', async () => {
    const id = await uploaded(ada)
    const db = database()
    db.exec('ALTER TABLE scripts_apart RENAME TO elsewhere')
    const { body } = await ada.get('/api/scripts')
    const { status } = await ada.post(`/api/scripts/${id}/check-cache`, { startLineIndex: 0 })
    db.exec('ALTER TABLE elsewhere RENAME TO scripts_apart')
    expect(body.data.scripts).toMatchObject([{ _id: id }])
    expect(status).toBe(500)
  })
})

describe('product §7: PATCH /api/scripts/{id}', () => {
  test('renames and trims', async () => {
    const id = await uploaded(ada)
    const { body } = await ada.patch(`/api/scripts/${id}`, { title: '  Der Leuchtturm 灯台 ' })
    const script = { _id: id, title: 'Der Leuchtturm 灯台', content: { lines: [{}] } }
    expect(body.data.script).toMatchObject(script)
    expect((await ada.get('/api/scripts')).body.data.scripts[0].title).toBe('Der Leuchtturm 灯台')
  })

  test('product §2: removes direction controls from a title', async () => {
    const id = await uploaded(ada)
    const titles = async () => [
      (await ada.get('/api/scripts')).body.data.scripts[0].title,
      (await ada.get(`/api/scripts/${id}`)).body.data.script.title,
    ]
    const { body } = await ada.patch(`/api/scripts/${id}`, { title: '\u2067Evil\u202etxt.fdx' })
    expect(body.data.script.title).toBe('Eviltxt.fdx')
    expect(await titles()).toEqual(['Eviltxt.fdx', 'Eviltxt.fdx'])
  })

  test.each([
    {},
    { title: '' },
    { title: '   ' },
    { title: '\u202e' },
    { title: 'x'.repeat(201) },
    { title: 7 },
  ])('refuses %j', async (payload) => {
    const id = await uploaded(ada)
    expect((await ada.patch(`/api/scripts/${id}`, payload)).status).toBe(400)
    expect((await ada.get('/api/scripts')).body.data.scripts[0].title).toBe('script')
  })
})

describe('product §7: a caller that prefers a script without its lines', () => {
  const headers = PREFER_MINIMAL

  test('gets it from a rename, which then reads no lines', async () => {
    const id = await uploaded(ada)
    database().prepare(`DELETE FROM scripts_apart WHERE id = ? AND field = 'lines'`).run(id)
    const renamed = await ada.call('PATCH', `/api/scripts/${id}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'New' }),
    })
    expect(renamed.status).toBe(200)
    const { castCount: _cast, ...facts } = (await ada.get('/api/scripts')).body.data.scripts[0]
    expect(renamed.body.data.script).toEqual({ ...facts, role: 'owner' })
    expect(renamed.body.data.script.title).toBe('New')
  })

  test('gets it from an upload, also from a repeated one', async () => {
    const upload = () => {
      const body = new FormData()
      body.append('script', new File([SHORT_SCRIPT], 'The Lamp.fdx'))
      return ada.call('POST', '/api/scripts/upload', {
        headers: { ...headers, 'idempotency-key': 'k' },
        body,
      })
    }
    const [first, again] = [await upload(), await upload()]
    const { castCount: _cast, ...facts } = (await ada.get('/api/scripts')).body.data.scripts[0]
    expect(first.body.data.script).toEqual({ ...facts, role: 'owner' })
    expect(again.body).toEqual(first.body)
  })
})

test('product §7: DELETE /api/scripts/{id} removes the script and notifies tts', async () => {
  const id = await uploaded(ada)
  expect((await ada.delete(`/api/scripts/${id}`)).body).toMatchObject({ success: true })
  expect((await ada.get(`/api/scripts/${id}`)).status).toBe(404)
  expect((await ada.delete(`/api/scripts/${id}`)).status).toBe(404)
  const job = { scriptId: id, mark: expect.any(Number), requestId: expect.any(String) }
  await expect.poll(() => harness.deletedJobs(), SOON).toContainEqual(job)
})
