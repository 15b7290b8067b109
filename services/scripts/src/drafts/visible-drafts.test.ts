import { beforeEach, describe, expect, test } from 'vitest'
import { CUT, REWORDED } from '../testing/draft-files.ts'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { exchange, guestOf, invitedPerson, linked, newOwner, withAddress } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let script: string
let n: number
/** Draft 3 of 3 is the present one. */
beforeEach(async () => {
  ;({ ada, script, n } = await newOwner(harness))
})
const newDrafts = async () => {
  for (const file of [REWORDED, CUT]) expect((await ada.uploadDraft(script, file)).status).toBe(200)
}
const invited = (name: string, role: string) =>
  invitedPerson(harness, ada, {
    scriptId: script,
    uid: `${name}-${n}`,
    email: `${name}.${n}@andscene.example`,
    role,
    name,
  })

type Numbered = { number: number }
const drafts = async (person: Person) => {
  const {
    present,
    heard,
    isHeard,
    drafts: all,
  } = (await person.get(`/api/scripts/${script}/drafts`)).body.data
  return { present, heard, isHeard, numbers: all.map(({ number }: Numbered) => number), all }
}
const played = (person: Person, lastPlayedLineIndex: number, draft?: number) =>
  person.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex, draft })

/** The line l6 as tts reads it. */
const read = async (uid: string | undefined, draft?: number) => {
  const person = uid === undefined ? undefined : { uid }
  const body = { ids: [script], person, casting: {}, lineId: 'l6', draft }
  return (await harness.asService.post('/internal/scripts/read', body)).body.data.scripts[0]
}

describe('product §16: who opens which draft', () => {
  test('owner and editors open all drafts, and see who uploaded them and their bytes', async () => {
    const editor = await invited('ed', 'editor')
    await newDrafts()
    for (const person of [ada, editor]) {
      const { numbers, present, all } = await drafts(person)
      expect([numbers, present]).toEqual([[1, 2, 3], 3])
      expect(all[0]).toMatchObject({ uploadedBy: 'Ada', bytes: expect.any(Number), mine: person === ada })
      expect(all.map(({ changes }: { changes?: { since: number } }) => changes?.since)).toEqual([
        undefined,
        1,
        2,
      ])
      expect(all[1].changes.counts).toEqual({ same: 5, reworded: 1, moved: 0, new: 2, cut: 0 })
      expect((await person.get(`/api/scripts/${script}/drafts/1`)).body.data.script.draftCount).toBe(3)
    }
  })

  test.each(['commenter', 'listener'])(
    'a %s opens the present draft, and those that they have heard',
    async (role) => {
      const leo = await invited('leo', role)
      expect((await played(leo, 2)).status).toBe(200)
      await newDrafts()
      expect(await drafts(leo)).toMatchObject({ numbers: [1, 3], present: 3, heard: 1, isHeard: false })
      // Draft 2, with which draft 3 was compared, is not shown.
      expect((await drafts(leo)).all[1]).not.toHaveProperty('changes')
      expect((await drafts(leo)).all[0]).not.toHaveProperty('uploadedBy')
      expect((await drafts(leo)).all[0]).not.toHaveProperty('bytes')
      const { draftCount } = (await leo.get(`/api/scripts/${script}`)).body.data.script
      expect(draftCount).toBe(2)
      expect((await leo.get('/api/shared-scripts')).body.data.scripts[0]).toMatchObject({
        draft: { number: 3 },
        draftCount: 2,
      })
      const { content, draft } = (await leo.get(`/api/scripts/${script}/drafts/1`)).body.data.script
      expect([draft, content.lines.length]).toEqual([{ number: 1, name: 'Draft 1' }, 6])
      for (const path of ['PATCH', 'DELETE', 'POST']) {
        const target = `/api/scripts/${script}/drafts/1${path === 'POST' ? '/present' : ''}`
        const body = path === 'PATCH' ? { name: 'Mine' } : undefined
        const response = await (path === 'PATCH' ? leo.patch(target, body) : leo.call(path, target))
        expect(response.status).toBe(404)
      }
      await played(leo, 1)
      expect(await drafts(leo)).toMatchObject({ present: 3, heard: 1, isHeard: true })
      expect((await leo.get(`/api/scripts/${script}/drafts/1/file`)).status).toBe(404)
    },
  )

  test('a draft that someone may not open is like a missing one, wherever a request names it', async () => {
    const leo = await invited('leo', 'commenter')
    const { token } = await linked(ada, script)
    const guest = await guestOf(harness, token)
    await newDrafts()
    for (const person of [leo, guest]) {
      const path = `/api/scripts/${script}`
      const asked = async (draft: number) => [
        await person.get(`${path}/drafts/${draft}`),
        await person.get(`${path}/progress?draft=${draft}`),
        await played(person, 1, draft),
        await person.post(`${path}/check-cache`, { startLineIndex: 0, draft }),
        await person.post(`${path}/notes`, {
          _id: `a-note-${draft}-0000000000`,
          lineId: 'l6',
          draft,
          text: 'Why?',
        }),
      ]
      if (person === guest) await guest.put(`${path}/guest`, { name: 'Gus' })
      const [hidden, missing] = [await asked(2), await asked(77)]
      const told = (responses: typeof hidden) =>
        responses.map(({ status, body: { requestId: _id, ...body } }) => ({ status, body }))
      expect(told(hidden)).toEqual(told(missing))
      expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    expect((await drafts(leo)).numbers).toEqual([3])
  })

  test('the words that a note is about are shown to users who may open a draft that has them', async () => {
    const write = (lineId: string, start: number, end: number) =>
      ada.post(`/api/scripts/${script}/notes`, {
        _id: `a-note-on-${lineId}-000000`,
        lineId,
        range: { start, end },
        text: 'Why?',
      })
    const heard = await invited('leo', 'commenter')
    const late = await invited('lea', 'commenter')
    const editor = await invited('ed', 'editor')
    await write('l4', 0, 3)
    await ada.uploadDraft(script, REWORDED)
    await write('l6', 9, 13)
    await played(heard, 2)
    await ada.uploadDraft(script, CUT)
    const quotes = async (person: Person) =>
      (await person.get(`/api/scripts/${script}/notes`)).body.data.notes.map(
        ({ quote }: { quote?: string }) => quote,
      )
    for (const person of [ada, editor, heard]) expect(await quotes(person)).toEqual(['Who', 'wind'])
    expect(await quotes(late)).toEqual([undefined, undefined])
    for (const note of (await late.get(`/api/scripts/${script}/notes`)).body.data.notes)
      expect(note).not.toHaveProperty('range')
    await ada.call('POST', `/api/scripts/${script}/drafts/2/present`)
    expect(await quotes(late)).toEqual(['Who', 'wind'])
  })

  test('tts reads a line of a draft only for users who may open it', async () => {
    await invited('leo', 'listener')
    await newDrafts()
    expect((await read(`ada-${n}`, 2)).line.text).toBe('Only the wind and the sea.')
    expect((await read(`ada-${n}`, 1)).line.text).toBe('Only the sea.')
    expect((await read(undefined, 2)).line.text).toBe('Only the wind and the sea.')
    expect((await read(`leo-${n}`)).line.text).toBe('Only the sea.')
    expect(await read(`leo-${n}`, 2)).toBeUndefined()
    expect(await read(`leo-${n}`, 77)).toBeUndefined()
    expect(await read(`ada-${n}`, 77)).toBeUndefined()
  })
})

describe('product §16: a link that leads to the changes since a draft', () => {
  test('lets its guests open that draft, and no other link’s guests', async () => {
    await newDrafts()
    const since = await ada.post(`/api/scripts/${script}/links`, {
      name: 'Changes',
      role: 'listener',
      days: 1,
      changesSince: 2,
    })
    expect(since.body.data.link).toMatchObject({ changesSince: 2 })
    const guest = await guestOf(harness, since.body.data.token)
    const other = await guestOf(harness, (await linked(ada, script)).token)
    expect(await drafts(guest)).toMatchObject({ numbers: [2, 3], present: 3, heard: 2 })
    expect((await guest.get(`/api/scripts/${script}/drafts/2`)).status).toBe(200)
    expect((await guest.get(`/api/scripts/${script}/drafts/1`)).status).toBe(404)
    expect(await drafts(other)).toMatchObject({ numbers: [3], heard: undefined })
    expect((await other.get(`/api/scripts/${script}/drafts/2`)).status).toBe(404)
    const links = async () => (await ada.get(`/api/scripts/${script}/sharing`)).body.data.links
    expect(await links()).toEqual(expect.arrayContaining([expect.objectContaining({ changesSince: 2 })]))
    await ada.delete(`/api/scripts/${script}/drafts/2`)
    expect(await drafts(guest)).toMatchObject({ numbers: [3], heard: undefined })
    expect((await guest.get(`/api/scripts/${script}/drafts/2`)).status).toBe(404)
    expect((await links()).some((link: object) => 'changesSince' in link)).toBe(false)
  })

  test('names a draft that there is', async () => {
    const { status } = await ada.post(`/api/scripts/${script}/links`, {
      name: 'Changes',
      role: 'listener',
      days: 1,
      changesSince: 2,
    })
    expect(status).toBe(404)
  })

  test('keeps what a guest has heard when the guest creates an account', async () => {
    const { token } = await linked(ada, script)
    const keys = { newKey: 'g'.repeat(43) }
    const guest = await guestOf(harness, token, keys)
    await played(guest, 3)
    await newDrafts()
    const email = `gus.${n}@andscene.example`
    const gus = harness.as(`gus-${n}`, withAddress(email))
    expect((await exchange(harness, token, undefined, { guestKey: keys.newKey })).status).toBe(200)
    const claimed = await gus.post(`/api/scripts/${script}/guest/claim`, { guestKey: keys.newKey })
    expect(claimed.status).toBe(200)
    expect(await drafts(gus)).toMatchObject({ numbers: [1, 3], heard: 1 })
  })
})
