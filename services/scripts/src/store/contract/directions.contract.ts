import { DIRECTIONS_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { castingSave } from '../../testing/new-script.ts'
import type { DirectionSave } from '../direction-save.ts'

const SOME_TIME = new Date('2026-01-01T00:00:00Z')
const at = new Date('2026-05-06T07:08:09.010Z')
const ben = { uid: 'ben', name: 'Ben' }
const take = (id: string, delivery: Delivery = { name: 'sad' }) => ({ id, delivery })

/** How lines are directed (product §5, decision 0095). */
export function directionsContract({ openTwice }: Databases): void {
  const both = freshProcesses(openTwice, ['a'])

  const kept = async () => (await both[0].scripts.find('a', ['directions', 'directors', 'castingVersion']))!
  const save = (over: Partial<DirectionSave> = {}, process = 1) =>
    both[process]!.scripts.saveDirection('a', {
      lineId: 'l1',
      seen: 0,
      wanted: { takes: [take('take-one')], chosen: 'take-one' },
      by: { uid: 'ada', name: 'Ada' },
      at,
      requestId: 'r',
      ...over,
    })
  const due = () => both[0].commands.due(SOME_TIME, 9)

  test('a script has no directions at first', async () => {
    expect(await kept()).toMatchObject({ directions: new Map(), directors: [] })
  })

  test('stores the takes of a line and the chosen one, with a new version of the casting and one command', async () => {
    const before = await kept()
    const saved = await save({
      wanted: { takes: [take('take-one'), take('take-two', { pace: 0.8 })], chosen: 'take-two' },
    })
    const after = await kept()
    expect(saved!.outcome).toBe('changed')
    expect(after.castingVersion).toBeGreaterThan(before.castingVersion)
    expect(after.directions.get('l1')).toEqual({
      version: after.castingVersion,
      chosen: 'take-two',
      takes: [
        { id: 'take-one', delivery: { name: 'sad' }, by: 0, at: at.getTime() },
        { id: 'take-two', delivery: { pace: 0.8 }, by: 0, at: at.getTime() },
      ],
    })
    expect(after.directors).toEqual([{ uid: 'ada', name: 'Ada' }])
    expect(await due()).toMatchObject([{ kind: 'casting', mark: after.castingVersion, requestId: 'r' }])
  })

  test('a take that another director keeps stays the take of the first one', async () => {
    const { castingVersion: seen } = (await save())!
    const later = new Date(at.getTime() + 1)
    await save({
      seen,
      by: ben,
      at: later,
      wanted: { takes: [take('take-one'), take('take-two', { name: 'fast' })], chosen: null },
    })
    const { directions, directors } = await kept()
    const takes = directions.get('l1')!.takes.map(({ id, by, at: time }) => [id, directors[by]!.uid, time])
    expect(takes).toEqual([
      ['take-one', 'ada', at.getTime()],
      ['take-two', 'ben', later.getTime()],
    ])
    expect(directions.get('l1')!.chosen).toBeNull()
  })

  test('the later of two directors of one line conflicts: nothing is saved, and no command is stored', async () => {
    await save()
    const before = await kept()
    for (const command of await due()) await both[0].commands.acknowledge(command)
    const refused = await save({ by: ben, wanted: { takes: [take('take-ben')], chosen: null } })
    expect(refused).toMatchObject({ outcome: 'conflict', directions: before.directions })
    expect(await save({ by: ben, wanted: null })).toMatchObject({ outcome: 'conflict' })
    expect(await kept()).toEqual(before)
    expect(await due()).toEqual([])
  })

  test('a repeated save changes nothing', async () => {
    await save()
    const before = await kept()
    expect((await save())!.outcome).toBe('unchanged')
    expect(await kept()).toEqual(before)
    await save({ seen: before.castingVersion, wanted: null })
    expect((await save({ seen: before.castingVersion, wanted: null }))!.outcome).toBe('unchanged')
    expect((await kept()).directions.size).toBe(0)
  })

  test('twenty concurrent directions of different lines in two processes, and a casting, are all stored', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `line-${n}`)
    const [saved] = await Promise.all([
      Promise.all(lines.map((lineId, n) => save({ lineId }, n % 2))),
      both[0].scripts.saveCasting('a', castingSave({ characterAssignments: {}, narrationVoiceId: 'n' })),
    ])
    expect(saved.map((one) => one!.outcome)).toEqual(lines.map(() => 'changed'))
    const { directions, castingVersion } = await kept()
    expect([...directions.keys()].sort()).toEqual(lines.toSorted())
    expect((await both[1].scripts.find('a', ['casting']))!.casting.narrationVoiceId).toBe('n')
    expect(await due()).toMatchObject([{ mark: castingVersion }])
  })

  test('of ten concurrent directions of one line in two processes, one is stored and the others conflict', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => `take-of-${n}`)
    const saved = await Promise.all(
      ids.map((id, n) => save({ wanted: { takes: [take(id)], chosen: id } }, n % 2)),
    )
    const won = ids.filter((_id, n) => saved[n]!.outcome === 'changed')
    expect(won).toEqual([(await kept()).directions.get('l1')!.chosen])
  })

  test('rejects directions that do not fit into the document of the script, but removes some', async () => {
    const long = 'x'.repeat(DIRECTIONS_LIMIT_BYTES / 2)
    const big = (lineId: string) => save({ lineId, wanted: { takes: [take(`take-${long}`)], chosen: null } })
    const { castingVersion: seen } = (await big('l1'))!
    expect((await big('l2'))!.outcome).toBe('too-large')
    expect((await save({ seen, wanted: null }))!.outcome).toBe('changed')
    expect((await big('l2'))!.outcome).toBe('changed')
  })

  test('product §10: when an account is deleted, its takes stay, but not who made them', async () => {
    const { castingVersion: seen } = (await save({ by: ben }))!
    await save({ seen, wanted: { takes: [take('take-one'), take('take-two')], chosen: 'take-one' } })
    await both[0].scripts.forgetCaster('ben', 'r')
    const { directions, directors } = await kept()
    expect(directions.get('l1')!.takes.map(({ by }) => directors[by])).toEqual([
      {},
      { uid: 'ada', name: 'Ada' },
    ])
    // A later director does not take their place.
    await save({ lineId: 'l2', by: ben })
    expect((await kept()).directors).toEqual([{}, { uid: 'ada', name: 'Ada' }, ben])
  })

  test('product §10: a closed account directs nothing, and is not recorded', async () => {
    await both[0].accounts.close({ uid: 'ben', requestId: 'r' }, at)
    await expect(save({ by: ben })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await kept()).directors).toEqual([])
  })

  test('a deleted script cannot be directed', async () => {
    await both[0].scripts.remove('a', 'r')
    expect(await save()).toBeUndefined()
  })
}
