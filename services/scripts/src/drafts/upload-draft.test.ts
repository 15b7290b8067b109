import { fdxFile } from '@andscene/testing/fdx-file'
import { beforeEach, describe, expect, test } from 'vitest'
import { CUT, OTHER_SCRIPT, RENAMED, REWORDED } from '../testing/draft-files.ts'
import { fileHarness, SOON, testHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { refusal, unparsable } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { guestOf, invitedPerson, linked, newOwner, withAddress } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let script: string
let n: number
beforeEach(async () => {
  ;({ ada, script, n } = await newOwner(harness))
})

type Shown = { _id: string; text: string }
const linesOf = async (person = ada, draft?: number): Promise<string[]> => {
  const path = `/api/scripts/${script}${draft === undefined ? '' : `/drafts/${draft}`}`
  const { content } = (await person.get(path)).body.data.script
  return content.lines.map(({ _id, text }: Shown) => `${_id} ${text}`)
}
const draftsOf = async (person = ada) => (await person.get(`/api/scripts/${script}/drafts`)).body.data
const numbers = async () => (await draftsOf()).drafts.map(({ number }: { number: number }) => number)

describe('product §16: a new draft', () => {
  test('becomes the present one; its lines keep the ids of the lines that they were', async () => {
    const { status, body } = await ada.uploadDraft(script, REWORDED)
    expect(status).toBe(200)
    expect(body.data.counts).toEqual({ same: 5, reworded: 1, moved: 0, new: 2, cut: 0 })
    expect(body.data.draft).toMatchObject({ number: 2, name: 'Draft 2', mine: true, lineCount: 8 })
    expect(body.data.drafts).toMatchObject({
      present: 2,
      drafts: [{ number: 1, name: 'Draft 1' }, { number: 2 }],
    })
    expect(await linesOf()).toEqual([
      'l1 INT. LIGHTHOUSE - NIGHT',
      'l2 The lamp turns.',
      'l3 MARA',
      'l4 Who is there?',
      'l5 OLD TOM',
      'l6 Only the wind and the sea.',
      'd2-7 MARA',
      'd2-8 Then let it in.',
    ])
    expect((await linesOf(ada, 1))[5]).toBe('l6 Only the sea.')
    const { draft, draftCount } = (await ada.get(`/api/scripts/${script}`)).body.data.script
    expect([draft, draftCount]).toEqual([{ number: 2, name: 'Draft 2' }, 2])
  })

  test('has the name that its user gave it, without direction controls', async () => {
    const { body } = await ada.uploadDraft(script, REWORDED, { answers: { name: ' Blue \u202edraft ' } })
    expect(body.data.draft.name).toBe('Blue draft')
    const blank = await ada.uploadDraft(script, CUT, { answers: { name: '\u202e ' } })
    expect(blank.body.data.draft.name).toBe('Draft 3')
  })

  test('leads to the narration of the script, once', async () => {
    const before = (await ada.get(`/api/scripts/${script}`)).body.data.script.castingVersion
    await ada.uploadDraft(script, REWORDED)
    const jobs = async () => (await harness.narrationJobs()).filter(({ scriptId }) => scriptId === script)
    await expect.poll(jobs, SOON).toMatchObject([{ reason: 'casting' }])
    expect((await ada.get(`/api/scripts/${script}`)).body.data.script.castingVersion).toBeGreaterThan(before)
  })

  test('keeps casting, directions and notes', async () => {
    await ada.post(`/api/scripts/${script}/assign-voices`, {
      characterAssignments: { MARA: 'v:mara', 'OLD TOM': 'v:tom' },
    })
    const take = { id: 'take-one', delivery: { name: 'sad' } }
    await ada.put(`/api/scripts/${script}/directions/l6`, { version: 0, takes: [take], chosen: take.id })
    await ada.post(`/api/scripts/${script}/notes`, {
      _id: `a-note-of-${n}-0000000`,
      lineId: 'l4',
      text: 'Slower',
    })
    await ada.uploadDraft(script, REWORDED)
    const { content } = (await ada.get(`/api/scripts/${script}`)).body.data.script
    expect(content.characters).toEqual([
      { character: 'MARA', voiceId: 'v:mara' },
      { character: 'OLD TOM', voiceId: 'v:tom' },
    ])
    expect((await ada.get(`/api/scripts/${script}/directions`)).body.data.directions).toMatchObject([
      { lineId: 'l6', takes: [{ id: 'take-one' }], chosen: 'take-one' },
    ])
    expect((await ada.get(`/api/scripts/${script}/notes`)).body.data.notes).toMatchObject([{ lineId: 'l4' }])
  })
})

/** Uploads a draft that is not made; returns the response. */
const asks = async (file: string, answers?: unknown) => {
  const { status, body } = await ada.uploadDraft(script, file, { answers })
  expect([status, body.code]).toEqual([409, 'CONFLICT'])
  expect(await numbers()).toEqual([1])
  return body
}

describe('product §16 asks before anything changes', () => {
  test('whether a file that has little in common is a draft of this script', async () => {
    const { error, present } = await asks(OTHER_SCRIPT, { name: 'Market' })
    expect(error).toBe(
      'This file has little in common with the present draft. Upload it only if it is a draft of this script.',
    )
    expect(present).toMatchObject({ different: expect.any(Number), counts: { new: 6, cut: 6 } })
    const again = await ada.uploadDraft(script, OTHER_SCRIPT, { answers: { different: true } })
    expect(again.status).toBe(200)
    expect((await linesOf())[0]).toBe('d2-1 EXT. MARKET - DAY')
  })

  test('which characters were renamed; these keep voice and sound', async () => {
    await ada.post(`/api/scripts/${script}/assign-voices`, { characterAssignments: { 'OLD TOM': 'v:tom' } })
    const renamed = [{ from: 'OLD TOM', to: 'TOM REED' }]
    expect(await asks(RENAMED)).toMatchObject({
      error: 'Some characters seem to have new names. Say which ones were renamed.',
      present: { renamed },
    })
    expect((await ada.uploadDraft(script, RENAMED, { answers: { renamed } })).status).toBe(200)
    const { content } = (await ada.get(`/api/scripts/${script}`)).body.data.script
    expect(content.characters).toEqual([{ character: 'MARA' }, { character: 'TOM REED', voiceId: 'v:tom' }])
    const older = (await ada.get(`/api/scripts/${script}/drafts/1`)).body.data.script
    expect(older.content.characters[1]).toEqual({ character: 'OLD TOM', voiceId: 'v:tom' })
  })

  test('about renamed characters: their cues are no changes, those of another character are', async () => {
    const renamed = [{ from: 'OLD TOM', to: 'TOM REED' }]
    const yes = await ada.uploadDraft(script, RENAMED, { answers: { renamed } })
    expect(yes.body.data.counts).toMatchObject({ same: 6, reworded: 0, new: 0, cut: 0 })
    expect((await linesOf())[4]).toBe('l5 TOM REED')
    await newOwner(harness).then((owner) => ({ ada, script, n } = owner))
    const no = await ada.uploadDraft(script, RENAMED, { answers: { renamed: [] } })
    expect(no.body.data.counts).toMatchObject({ same: 5, reworded: 0, new: 1, cut: 1 })
    expect((await linesOf())[4]).toBe('d2-5 TOM REED')
  })

  test('and takes only answers to what it asked', async () => {
    await ada.post(`/api/scripts/${script}/assign-voices`, { characterAssignments: { MARA: 'v:mara' } })
    const answers = { renamed: [{ from: 'MARA', to: 'TOM REED' }] }
    expect((await ada.uploadDraft(script, RENAMED, { answers })).status).toBe(200)
    const { content } = (await ada.get(`/api/scripts/${script}`)).body.data.script
    expect(content.characters).toEqual([{ character: 'MARA', voiceId: 'v:mara' }, { character: 'TOM REED' }])
  })

  test('nothing about the file of an existing draft, which it names', async () => {
    expect(await asks(SHORT_SCRIPT)).toMatchObject({
      error: 'This is the same file as “Draft 1”. Nothing was uploaded.',
      present: { same: { number: 1, name: 'Draft 1' } },
    })
  })
})

describe('product §16: an upload of a draft is checked like one of a script', () => {
  test.each([
    ['no script', 'not a script', unparsable()],
    ['an empty file', '', unparsable()],
  ])('%s is rejected, and nothing changes', async (_what, file, error) => {
    expect(await ada.uploadDraft(script, file)).toEqual(error)
    expect(await numbers()).toEqual([1])
  })

  test.each(['{', '[]', '{"renamed":1}', '{"name":""}', `{"name":"${'n'.repeat(81)}"}`])(
    'answers like %s are rejected',
    async (answers) => {
      const { status, body } = await ada.uploadDraft(script, REWORDED, { answers })
      expect([status, body.code]).toEqual([400, 'VALIDATION'])
      expect(await numbers()).toEqual([1])
    },
  )

  test('answers are JSON of any content type', async () => {
    const type = 'Content-Type: application/json'
    const parts = [
      `--b\r\nContent-Disposition: form-data; name="answers"\r\n${type}\r\n\r\n{"name":"Blue"}\r\n`,
      `--b\r\nContent-Disposition: form-data; name="script"; filename="a.fdx"\r\n\r\n${REWORDED}\r\n--b--\r\n`,
    ]
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const { status, body } = await ada.call('POST', `/api/scripts/${script}/drafts`, {
      body: parts.join(''),
      headers,
    })
    expect([status, body.data?.draft.name]).toEqual([200, 'Blue'])
  })

  test('the request is a form', async () => {
    const { status, body } = await ada.post(`/api/scripts/${script}/drafts`, { script: REWORDED })
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA'])
  })

  test('answers that are too long, or given twice, are rejected', async () => {
    const twice = new FormData()
    for (const answers of ['{}', '{}']) twice.append('answers', answers)
    twice.append('script', new File([REWORDED], 'a.fdx'))
    const long = new FormData()
    long.append('answers', `{"name":"${' '.repeat(100_000)}"}`)
    long.append('script', new File([REWORDED], 'a.fdx'))
    for (const body of [twice, long])
      expect(await ada.call('POST', `/api/scripts/${script}/drafts`, { body })).toEqual(
        unparsable('The upload is incomplete or damaged. Please try again.'),
      )
    expect(await numbers()).toEqual([1])
  })

  test('a repeated upload with the same Idempotency-Key makes one draft; another file with it is rejected', async () => {
    const first = await ada.uploadDraft(script, REWORDED, { key: 'k-1' })
    const again = await ada.uploadDraft(script, REWORDED, { key: 'k-1' })
    expect(again).toMatchObject({ status: 200, body: { data: { draft: first.body.data.draft } } })
    expect(await ada.uploadDraft(script, CUT, { key: 'k-1' })).toEqual(
      refusal(409, 'CONFLICT', 'This Idempotency-Key was used for another file'),
    )
    expect(await numbers()).toEqual([1, 2])
    // The key belongs to this script: another one may use it as well.
    const other = await ada.newScript()
    expect((await ada.uploadDraft(other, REWORDED, { key: 'k-1' })).status).toBe(200)
  })

  test('two drafts uploaded simultaneously are both kept, one after the other', async () => {
    const [one, other] = await Promise.all([ada.uploadDraft(script, REWORDED), ada.uploadDraft(script, CUT)])
    expect([one.status, other.status]).toEqual([200, 200])
    const made = [one, other].map(({ body }) => body.data.draft.number as number)
    expect(made.toSorted()).toEqual([2, 3])
    expect((await draftsOf()).present).toBe(3)
    const [reworded, cut] = made
    expect((await linesOf(ada, reworded)).some((line) => line.endsWith('Then let it in.'))).toBe(true)
    // Each keeps the ids of what it shares with the first one.
    expect((await linesOf(ada, cut)).slice(0, 2)).toEqual([
      'l1 INT. LIGHTHOUSE - NIGHT',
      'l2 The lamp turns.',
    ])
    expect((await linesOf(ada, cut)).at(-1)).toBe('l6 Only the sea.')
  })
})

describe('product §1: a draft of a script', () => {
  test('is uploaded by users who may cast: for all others the script does not exist', async () => {
    const editor = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `ed-${n}`,
      email: `ed.${n}@andscene.example`,
      role: 'editor',
      name: 'Ed',
    })
    const listener = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `leo-${n}`,
      email: `leo.${n}@andscene.example`,
      role: 'commenter',
    })
    const guest = await guestOf(harness, (await linked(ada, script)).token)
    const eve = harness.as(`eve-${n}`, withAddress(`eve.${n}@andscene.example`))
    expect((await guest.uploadDraft(script, REWORDED)).status).toBe(403)
    const missing = await eve.uploadDraft('no-such-script', REWORDED)
    for (const person of [listener, eve]) {
      const { status, body } = await person.uploadDraft(script, REWORDED)
      expect([status, body.error]).toEqual([404, missing.body.error])
    }
    expect(await numbers()).toEqual([1])
    expect((await editor.uploadDraft(script, REWORDED)).status).toBe(200)
    expect((await draftsOf()).drafts[1]).toMatchObject({ uploadedBy: 'Ed', mine: false })
  })
})

const fileOf = (count: number) =>
  fdxFile(
    Array.from({ length: count }, (_, index) => ({
      type: 'Action',
      text: `The lamp turns ${index} times.`,
    })),
  )

test('product §10: drafts count to the bytes of the owner, and the error says what to do', async () => {
  const limited = await testHarness({ variables: { LIMIT_SCRIPT_BYTES: '3000' } })
  const { ada: owner, script: id } = await newOwner(limited)
  const email = 'ed.limited@andscene.example'
  const editor = await invitedPerson(limited, owner, {
    scriptId: id,
    uid: 'ed-limited',
    email,
    role: 'editor',
  })
  const upload = (person: Person) => person.uploadDraft(id, fileOf(40), { answers: { different: true } })
  expect(await upload(owner)).toEqual(
    refusal(409, 'LIBRARY_FULL', expect.stringMatching(/^Your scripts would be larger than .* Delete one/)),
  )
  expect(await upload(editor)).toEqual(
    refusal(
      409,
      'LIBRARY_FULL',
      expect.stringMatching(/^The owner’s scripts .* Ask the owner to delete one\.$/),
    ),
  )
  expect((await owner.get(`/api/scripts/${id}/drafts`)).body.data.drafts).toHaveLength(1)
})
