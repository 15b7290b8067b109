import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { expect, test } from 'vitest'
import { scriptStore } from '../store/documents/scripts.ts'
import type { DraftDocument } from '../store/drafts/draft-documents.ts'
import type { Stores } from '../store/open-stores.ts'
import { dyingAfterWrites } from './around-call.ts'
import { draft } from './new-draft.ts'
import { castingSave, script } from './new-script.ts'

type Opened = { db: DocumentDb; stores: Stores }

const at = new Date('2026-03-01T00:00:00Z')
/** When everything that was stored by a crashed process is swept away. */
const LATER = new Date('2027-01-01T00:00:00Z')
const ALL = [
  'lineCount',
  'characters',
  'casting',
  'pages',
  'draft',
  'drafts',
  'leftVoices',
  'renamed',
] as const
const renamed = draft(2, { characters: ['ROB'], renamed: [{ from: 'BOB', to: 'ROB' }] })
const third = draft(3, { characters: ['BOB', 'EVE'] })
type Change = (store: Stores['scripts']) => Promise<unknown>

const CHANGES: Record<string, Change> = {
  'the first further draft is added': (store) => store.addDraft('a', renamed),
  'another draft is added': (store) => store.addDraft('a', third),
  'an older draft becomes the present one': (store) => store.makePresent('a', 1, { requestId: 'r', at }),
  'the present draft is removed': (store) => store.removeDraft('a', 3, { requestId: 'r', at }),
  'draft 1 is removed': (store) => store.removeDraft('a', 1, { requestId: 'r', at }),
}

/** Kills the process between any two writes of a change of drafts. */
export function draftCrashes(open: () => Promise<Opened>): void {
  const names = Object.keys(CHANGES)

  test.each(names)(
    'decision 0101: when the process dies while %s, all or nothing has changed, and nothing else remains',
    { timeout: 120_000 },
    async (name) => {
      const { db, stores } = await open()
      const { scripts } = stores
      const steps = names.slice(0, names.indexOf(name)).map((step) => CHANGES[step]!)
      const prepare = async () => {
        await scripts.remove('a', 'r')
        for (const command of await stores.commands.due(LATER, 99)) await stores.commands.acknowledge(command)
        await scripts.insert(script('a'))
        await scripts.saveCasting('a', castingSave({ characterAssignments: { BOB: 'v1' } }))
        for (const step of steps) await step(scripts)
      }
      const state = async () => ({ ...(await scripts.find('a', ALL)), lines: await scripts.findLines('a') })
      await prepare()
      const before = await state()
      await CHANGES[name]!(scripts)
      const after = await state()
      expect(after).not.toEqual(before)
      const seen = new Set<string>()
      for (let writes = 0, died = true; died; writes += 1) {
        await prepare()
        died = await CHANGES[name]!(scriptStore(dyingAfterWrites(db, writes))).then(
          () => false,
          (error: Error) => error.message === 'died' || Promise.reject(error),
        )
        const found = await state()
        const changed = JSON.stringify(found) === JSON.stringify(after)
        expect(found, `after ${writes} writes`).toEqual(changed ? after : before)
        seen.add(changed ? 'changed' : 'unchanged')
        // A process that runs meanwhile does not remove what is needed.
        await scripts.sweepFiles(new Date(0))
        await scripts.sweepFiles(LATER)
        await expectComplete({ db, stores })
      }
      expect([...seen].sort()).toEqual(['changed', 'unchanged'])
    },
  )
}

/** Each draft that is listed has its lines and file, and there are no others. */
async function expectComplete({ db, stores: { scripts } }: Opened): Promise<void> {
  const { drafts } = (await scripts.find('a', ['drafts']))!
  const numbers = drafts.map(({ number }) => number)
  for (const number of numbers) {
    expect(await scripts.findLines('a', number), `lines of draft ${number}`).toBeDefined()
    expect(await scripts.findFile('a', number), `file of draft ${number}`).toBeDefined()
  }
  const stored = await db.collection<DraftDocument>('drafts').find().toArray()
  expect(stored.map(({ number }) => number).sort()).toEqual(stored.length === 0 ? [] : numbers)
  expect(stored.every(({ pendingSince, reservedFor }) => !pendingSince && !reservedFor)).toBe(true)
  const files = await db.collection<{ pendingSince?: Date }>('script_files').find().toArray()
  expect(files.map(({ pendingSince }) => pendingSince)).toEqual(numbers.map(() => undefined))
  const bytes = drafts.reduce((sum, head) => sum + head.bytes, 0)
  expect(await scripts.usage('ada')).toEqual({ scripts: 1, bytes })
}
