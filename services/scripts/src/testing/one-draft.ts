import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { examineScripts } from '../data/examine.ts'
import type { Stores } from '../store/open-stores.ts'
import { draft, linesOf } from './new-draft.ts'
import { castingSave } from './new-script.ts'

/** Writes the database of the last release without drafts into a folder. */
export function writeOneDraft(DATA_DIR: string): void {
  using db = new DatabaseSync(join(DATA_DIR, 'scripts.sqlite'))
  db.exec(readFileSync(join(import.meta.dirname, 'one-draft.sql'), 'utf8'))
}

type Opened = { db: DocumentDb; stores: Stores }

/** `open` opens the data of the last release without drafts. */
export function oneDraftMigration(open: () => Promise<Opened>): void {
  const change = { requestId: 'r', at: new Date() }

  test('decision 0101: a script of a release without drafts is draft 1, and takes a second one', async () => {
    const { db, stores } = await open()
    const { scripts, notes, progress } = stores
    const stored = async () =>
      (await db.collection<{ _id: string }>('scripts').findOne({ _id: 'one' })) as Record<string, unknown>
    const asWritten = await stored()
    const facts = {
      number: 1,
      name: 'Draft 1',
      by: { uid: 'ada', name: 'Ada' },
      lineCount: 6,
      characterCount: 2,
      bytes: 848,
    }
    expect(await scripts.find('one', ['draft', 'drafts'])).toMatchObject({
      draft: { number: 1, count: 1, last: 1 },
      drafts: [facts],
    })
    const [lines, file] = [await scripts.findLines('one'), await scripts.findFile('one')]
    expect([await scripts.findLines('one', 1), await scripts.findFile('one', 1)]).toEqual([lines, file])
    const ids = Array.from({ length: 6 }, (_, n) => `l${n + 1}`)
    expect(await scripts.findLineIds('one', 1)).toEqual(ids)
    const place = { draft: 1, heard: [1], lastPlayedLineIndex: 5, page: 1 }
    expect(await progress.find('ada', 'one')).toMatchObject(place)
    expect(await scripts.list('ada', { limit: 1 })).toMatchObject([
      { draft: { number: 1, name: 'Draft 1' }, draftCount: 1, castCount: 3, lastPlayed: place },
    ])
    expect(await stored(), 'nothing is rewritten').toEqual(asWritten)

    const second = draft(2, {
      characters: ['OLD TOM', 'MARA VANE'],
      renamed: [{ from: 'MARA', to: 'MARA VANE' }],
      lines: linesOf('l1', 'l4', 'd2-3', 'l6'),
    })
    expect(await scripts.addDraft('one', second)).toMatchObject({ outcome: 'added' })
    const now = (await scripts.find('one', ['casting', 'directions', 'pronunciations', 'drafts', 'draft']))!
    expect(now.draft).toEqual({ number: 2, name: 'Draft 2', count: 2, last: 2 })
    expect(now.drafts[0]).toMatchObject(facts)
    expect(now.casting).toEqual({
      characterAssignments: { 'OLD TOM': 'v2', 'MARA VANE': 'v1' },
      characterSounds: { 'MARA VANE': { pitch: 1 } },
      narrationVoiceId: 'n',
    })
    expect(now.pronunciations).toMatchObject([{ word: 'Tom', character: 'MARA VANE' }])
    expect([...now.directions.keys()]).toEqual(['l4'])
    expect(await notes.all('one')).toMatchObject([{ id: 'note-1', lineId: 'l4', quote: 'Who' }])
    expect([await scripts.findLines('one', 1), await scripts.findFile('one', 1)]).toEqual([lines, file])
    expect(await scripts.findDraft('one', 1)).toMatchObject({ pageStarts: [0], language: 'en', head: facts })
    expect(await scripts.findLineIds('one', 1)).toEqual(ids)
    expect(await progress.find('ada', 'one')).toMatchObject(place)
    expect((await scripts.usage('ada')).bytes).toBe(848 + now.drafts[1]!.bytes)

    await scripts.saveCasting('one', castingSave({ characterAssignments: { 'MARA VANE': 'new' } }))
    expect(await scripts.makePresent('one', 1, change)).toBe('changed')
    expect(await scripts.findLines('one')).toBe(lines)
    expect(await scripts.find('one', ['casting', 'pronunciations'])).toMatchObject({
      casting: { characterAssignments: { MARA: 'new' } },
      pronunciations: [{ word: 'Tom', character: 'MARA' }],
    })
    expect(await scripts.makePresent('one', 2, change)).toBe('changed')
    expect(await scripts.removeDraft('one', 1, change)).toBe('changed')
    expect(await scripts.findLineIds('one', 1), 'places of the older release are still found').toEqual(ids)
    expect(await scripts.findLines('one', 1)).toBeUndefined()
    const findings = await examineScripts(db, { repair: false })
    expect(findings.map(({ found }) => found)).toEqual([0, 0, 0, 0, 0])
  })
}
