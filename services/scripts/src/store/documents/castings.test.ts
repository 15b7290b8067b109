import { expect, test } from 'vitest'
import { beforeCall } from '../../testing/around-call.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { castingSave, script } from '../../testing/new-script.ts'
import type { DirectionSave } from '../direction-save.ts'
import { castings } from './castings.ts'

/** Simulates another process between two steps of one write. */

const ben = { uid: 'ben', name: 'Ben' }
const direction = (lineId: string, by: DirectionSave['by']): DirectionSave => ({
  lineId,
  seen: 0,
  wanted: { takes: [{ id: 'take-one', delivery: { name: 'sad' } }], chosen: null },
  by,
  at: new Date('2026-05-06T07:08:09.010Z'),
  requestId: 'r',
})

test('product §10: a save that began before an account was erased does not restore its name', async () => {
  const { db, stores } = await embeddedStores()
  await stores.scripts.insert(script('a'))
  await stores.scripts.saveCasting(
    'a',
    castingSave({ characterAssignments: { BOB: 'v1' } }, 'r', { by: ben }),
  )
  await stores.scripts.saveDirection('a', direction('l1', ben))
  const { castingVersion: before } = (await stores.scripts.find('a', ['castingVersion']))!
  const during = () =>
    castings(beforeCall(db, 'scripts', 'updateOne', () => stores.scripts.forgetCaster('ben', 'r2')))

  await during().saveCasting('a', castingSave({ characterAssignments: { BOB: 'v1', EVE: 'v2' } }))
  await stores.scripts.saveDirection('a', direction('l2', ben))
  await during().saveDirection('a', direction('l3', { uid: 'ada', name: 'Ada' }))

  const kept = (await stores.scripts.find('a', ['castingChanges', 'directors', 'castingVersion']))!
  expect(JSON.stringify(kept)).not.toMatch(/ben/i)
  expect(kept.castingChanges).toMatchObject([{ slot: 'character:EVE', uid: 'ada' }])
  expect(kept.castingVersion).toBeGreaterThan(before)
})

test('an erasure is a change of the casting, with a command; a deleted script gets none', async () => {
  const { stores } = await embeddedStores()
  for (const id of ['a', 'gone']) {
    await stores.scripts.insert(script(id))
    await stores.scripts.saveCasting(
      id,
      castingSave({ characterAssignments: { BOB: 'v1' } }, 'r', { by: ben }),
    )
  }
  const due = async () => await stores.commands.due(new Date(), 9)
  for (const command of await due()) await stores.commands.acknowledge(command)
  await stores.scripts.remove('gone', 'r-removal')
  await stores.scripts.forgetCaster('ben', 'r-erasure')
  const { castingVersion: mark } = (await stores.scripts.find('a', ['castingVersion']))!
  expect((await due()).toSorted((one, other) => (one.scriptId < other.scriptId ? -1 : 1))).toMatchObject([
    { scriptId: 'a', kind: 'casting', mark, requestId: 'r-erasure' },
    { scriptId: 'gone', requestId: 'r-removal' },
  ])
})
