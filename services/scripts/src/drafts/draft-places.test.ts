import { carriedIndex } from '@andscene/screenplay/drafts/carried-lines'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { CUT, REWORDED } from '../testing/draft-files.ts'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { invitedPerson, newOwner } from '../testing/sharing.ts'
import { DraftPlaces } from './draft-places.ts'

const harness = await fileHarness()
let ada: Person
let script: string
let n: number
beforeEach(async () => {
  ;({ ada, script, n } = await newOwner(harness))
})
const progress = (query = '', person = ada) => person.get(`/api/scripts/${script}/progress${query}`)
const lineIn = async (draft?: number, person = ada) =>
  (await progress(draft === undefined ? '' : `?draft=${draft}`, person)).body['lastPlayedLineIndex']
const play = (lastPlayedLineIndex: number, more: object = {}, person = ada) =>
  person.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex, ...more })
const item = async (person = ada) =>
  (await person.get(person === ada ? '/api/scripts' : '/api/shared-scripts')).body.data.scripts[0]

describe('product §16: the place of a listener', () => {
  test('is found in another draft by its line; that of a cut line is the line before it', async () => {
    await play(5)
    await ada.uploadDraft(script, CUT)
    expect(await lineIn()).toBe(3)
    expect(await lineIn(1)).toBe(5)
    expect((await item()).lastPlayed).toMatchObject({ lineIndex: 3, page: 1 })
    await play(3, { draft: 1 })
    expect(await lineIn()).toBe(1)
    // Nothing is rewritten: the first draft has its place again.
    expect(await lineIn(1)).toBe(3)
  })

  test('is saved in the draft that is named, else in the present one', async () => {
    await ada.uploadDraft(script, REWORDED)
    expect((await play(7)).status).toBe(200)
    expect(await lineIn(1)).toBe(5)
    expect((await play(6, { draft: 1 })).status).toBe(400)
    expect((await play(5, { draft: 1 })).status).toBe(200)
    expect(await lineIn()).toBe(5)
  })

  test('that is sent late does not replace a newer one, which is returned in the draft that was named', async () => {
    await play(1)
    await ada.uploadDraft(script, CUT)
    await play(3)
    const late = await play(2, { draft: 1, ageMs: 3_600_000 })
    expect(late.body['lastPlayedLineIndex']).toBe(5)
  })

  test('is kept when its draft is deleted', async () => {
    await ada.uploadDraft(script, REWORDED)
    await play(5)
    await ada.uploadDraft(script, CUT)
    expect((await ada.delete(`/api/scripts/${script}/drafts/2`)).status).toBe(200)
    expect(await lineIn()).toBe(3)
    expect((await item()).lastPlayed).toMatchObject({ lineIndex: 3 })
    expect(await item()).not.toHaveProperty('heard')
  })

  test('that was cleared stays cleared', async () => {
    await play(-1)
    await ada.uploadDraft(script, CUT)
    expect(await lineIn()).toBe(-1)
  })

  test('decides how far a listener is, in the present draft', async () => {
    const email = `leo.${n}@andscene.example`
    const leo = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `leo-${n}`,
      email,
      role: 'listener',
    })
    await play(5, {}, leo)
    const heard = async () =>
      (await ada.get(`/api/scripts/${script}/sharing`)).body.data.collaborators[0].heard
    expect(await heard()).toBe(1)
    await ada.uploadDraft(script, REWORDED)
    expect(await heard()).toBe(6 / 8)
  })
})

describe('product §16: lists count the changes since the draft that the user heard last', () => {
  test('in own and shared scripts, until the present draft is played', async () => {
    const email = `leo.${n}@andscene.example`
    const leo = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `leo-${n}`,
      email,
      role: 'listener',
    })
    for (const person of [ada, leo]) await play(2, {}, person)
    expect(await item()).not.toHaveProperty('heard')
    await ada.uploadDraft(script, REWORDED)
    // A reworded speech, and a new one.
    for (const person of [ada, leo]) expect((await item(person)).heard).toEqual({ draft: 1, changes: 2 })
    for (const person of [ada, leo]) await play(0, {}, person)
    for (const person of [ada, leo]) expect(await item(person)).not.toHaveProperty('heard')
  })

  test('not for a user who has heard nothing', async () => {
    await ada.uploadDraft(script, REWORDED)
    expect(await item()).not.toHaveProperty('heard')
  })
})

test('decision 0101: every place is found like a single one, with two reads for each pair of drafts', async () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(ids, ids, async (old, next) => {
      const reads: number[] = []
      const places = new DraftPlaces({
        findLineIds: async (_id, number) => {
          reads.push(number)
          return number === 1 ? old : next
        },
      })
      for (const index of old.keys()) {
        const indexIn = await places.between({ id: 's', from: 1, to: 2 })
        expect(indexIn(index)).toBe(carriedIndex(old, next, index))
      }
      expect(reads).toEqual([1, 2])
    }),
  )
})

test('product §10: many pairs of drafts are read in as many turns, so that other requests are not delayed', async () => {
  const places = new DraftPlaces({ findLineIds: () => Promise.resolve(['a', 'b']) })
  let turns = 0
  let next: NodeJS.Immediate
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  next = setImmediate(count)
  const pairs = Array.from({ length: 10 }, (_, one) => ({ id: `s${one}`, from: 1, to: 2 }))
  await Promise.all(pairs.map((pair) => places.between(pair)))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(9)
})
