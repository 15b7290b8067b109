import type { Pronunciation, PronunciationChange, Said } from '@andscene/contracts/voices/pronunciation'
import { expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { castingSave } from '../../testing/new-script.ts'

const said = (says: string): Said => ({ says, as: 'respelling' })
const change = (word: string, to: string | null, from: string | null = null): PronunciationChange => ({
  word,
  said: to === null ? null : said(to),
  seen: from === null ? null : said(from),
})

/** How pronunciations are stored and merged (product §5, decision 0091). */
export function pronunciationsContract({ openTwice }: Databases): void {
  const both = freshProcesses(openTwice, ['a'])
  const save = (changes: PronunciationChange[], process = 0, id = 'a') =>
    both[process]!.scripts.savePronunciations(id, { changes, uid: 'ada', requestId: 'request' })
  const kept = async () => (await both[1].scripts.find('a', ['pronunciations', 'castingVersion', 'casting']))!
  const list = async () => (await kept()).pronunciations

  test('a script has none at first; changes are stored by word, and each increases the version of the casting', async () => {
    expect(await list()).toEqual([])
    const first = await save([change('Siobhan', 'shi-VAWN'), change('aoife', 'EE-fuh')])
    const stored: Pronunciation[] = [
      { word: 'aoife', ...said('EE-fuh') },
      { word: 'Siobhan', ...said('shi-VAWN') },
    ]
    expect(first).toMatchObject({ outcome: 'changed', pronunciations: stored })
    const second = await save([change('SIOBHAN', null, 'shi-VAWN')])
    expect(second!.castingVersion).toBeGreaterThan(first!.castingVersion)
    expect(await kept()).toMatchObject({
      pronunciations: [stored[0]],
      castingVersion: second!.castingVersion,
      casting: { characterAssignments: {} },
    })
  })

  test('a change leaves the casting unchanged, and a saved casting the pronunciations', async () => {
    const casting = { characterAssignments: { 'MRS. $LANE': 'v' } }
    await both[0].scripts.saveCasting('a', castingSave(casting))
    await save([change('Siobhan', 'shi-VAWN')])
    await both[0].scripts.saveCasting('a', castingSave({ characterAssignments: { BOB: 'w' } }))
    expect(await kept()).toMatchObject({
      casting: { characterAssignments: { BOB: 'w' } },
      pronunciations: [{ word: 'Siobhan' }],
    })
  })

  test('a change leads to one pending command; an unchanged list to none', async () => {
    await save([change('Siobhan', 'shi-VAWN')])
    const due = await both[0].commands.due(new Date(), 9)
    expect(due).toEqual([
      { scriptId: 'a', kind: 'casting', mark: (await kept()).castingVersion, requestId: 'request' },
    ])
    await both[0].commands.acknowledge(due[0]!)
    expect(await save([change('siobhan', 'shi-VAWN')])).toMatchObject({ outcome: 'unchanged' })
    expect(await both[0].commands.due(new Date(), 9)).toEqual([])
  })

  test('a word of the script and the same word of a character are different', async () => {
    const ofBob = { ...change('Siobhan', 'SHIV'), character: 'BOB' }
    await save([change('Siobhan', 'shi-VAWN'), ofBob])
    expect(await list()).toEqual([
      { word: 'Siobhan', ...said('shi-VAWN') },
      { word: 'Siobhan', ...said('SHIV'), character: 'BOB' },
    ])
  })

  test('concurrent changes of different words are all stored', async () => {
    const words = Array.from({ length: 12 }, (_, n) => `word${n}`)
    await Promise.all(words.map((word, n) => save([change(word, 'shi-VAWN')], n % 2)))
    expect((await list()).map(({ word }) => word).sort()).toEqual(words.sort())
  })

  test('of concurrent changes of one word one conflicts, and with it all changes of its request', async () => {
    const saved = await Promise.all([
      save([change('Siobhan', 'shi-VAWN'), change('Aoife', 'EE-fuh')], 0),
      save([change('Siobhan', 'SHIV'), change('Niamh', 'NEEV')], 1),
    ])
    expect(saved.map((one) => one!.outcome).sort()).toEqual(['changed', 'conflict'])
    const conflict = saved.find((one) => one!.outcome === 'conflict')!
    expect(await list()).toEqual(conflict.pronunciations)
    expect(conflict.pronunciations).toHaveLength(2)
  })

  test('a script has at most 500', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => change(`w${from + n}`, 'EE'))
    expect(await save(many(0, 500))).toMatchObject({ outcome: 'changed' })
    expect(await save(many(500, 1))).toMatchObject({ outcome: 'full' })
    expect(await save([...many(500, 1), change('w1', null, 'EE')])).toMatchObject({ outcome: 'changed' })
    expect(await list()).toHaveLength(500)
  })

  test('a deleted script has none', async () => {
    await both[0].scripts.remove('a', 'r')
    expect(await save([change('Siobhan', 'shi-VAWN')])).toBeUndefined()
  })

  test('a closed account changes nothing', async () => {
    await both[0].accounts.close({ uid: 'ada', requestId: 'r' }, new Date())
    await expect(save([change('Siobhan', 'shi-VAWN')])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
}
