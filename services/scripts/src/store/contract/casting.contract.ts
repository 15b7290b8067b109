import type { CharacterSound } from '@andscene/contracts/character-sound'
import { expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { castingSave } from '../../testing/new-script.ts'
import type { CastingSave, Slot } from '../casting-save.ts'

const SOME_TIME = new Date('2026-01-01T00:00:00Z')
const at = new Date('2026-05-06T07:08:09.010Z')
const ben = { uid: 'ben', name: 'Ben' }
const sounds = (...entries: [string, CharacterSound | undefined][]) => new Map(entries)
const characters = Array.from({ length: 20 }, (_, n) => `EXTRA $${n}`)

/** How castings are merged (product §4). */
export function castingContract({ openTwice }: Databases): void {
  const both = freshProcesses(openTwice, ['a'])

  const kept = async () => (await both[0].scripts.find('a', ['casting', 'castingVersion', 'castingChanges']))!
  const marked = async () =>
    (await kept()).castingChanges.flatMap(({ slot, suggested }) => (suggested ? [slot] : [])).sort()
  /** Saves from two processes that saw only the first version. */
  const savedAtOnce = (castings: [Slot, CastingSave['casting']][]) =>
    Promise.all(
      castings.map(([slot, casting], n) => {
        const seen = { version: 0, voices: new Map([[slot, undefined]]) }
        return both[n % 2]!.scripts.saveCasting('a', castingSave(casting, 'r', { seen }))
      }),
    )
  const save = (casting: CastingSave['casting'], over: Partial<CastingSave> = {}) =>
    both[1].scripts.saveCasting('a', castingSave(casting, 'r', over))
  /** Saves changes of slots by a user who saw this version of the casting. */
  const change = (casting: CastingSave['casting'], version: number, voices: [Slot, string | undefined][]) =>
    save(casting, { by: ben, at, seen: { version, voices: new Map(voices) } })
  const due = () => both[0].commands.due(SOME_TIME, 9)
  const BOB: Slot = 'character:BOB'

  test('a save without `seen` replaces the whole casting, and records who changed which slot', async () => {
    await save({ characterAssignments: { BOB: 'v1', EVE: 'v2' }, narrationVoiceId: 'n' })
    const saved = await save({ characterAssignments: { BOB: 'v3', EVE: 'v2' } }, { by: ben, at })
    expect(saved).toMatchObject({
      conflicts: [],
      casting: { characterAssignments: { BOB: 'v3', EVE: 'v2' } },
    })
    const { casting, castingChanges } = await kept()
    expect(casting).toEqual({ characterAssignments: { BOB: 'v3', EVE: 'v2' } })
    expect(castingChanges.toSorted((a, b) => (a.slot < b.slot ? -1 : 1))).toEqual([
      { slot: BOB, voiceId: 'v3', ...ben, at },
      { slot: 'character:EVE', voiceId: 'v2', uid: 'ada', name: 'Ada', at: expect.any(Date) },
      { slot: 'narration', ...ben, at },
    ])
  })

  const versionOf = async (casting: CastingSave['casting']) => (await save(casting))!.castingVersion
  test('changes of different slots are merged, and the version increases', async () => {
    const first = await versionOf({ characterAssignments: { BOB: 'v1' }, narrationVoiceId: 'n' })
    const second = await versionOf({ characterAssignments: { BOB: 'v1', EVE: 'v2' } })
    const merged = await change({ characterAssignments: { BOB: 'v3' }, sceneHeadingVoiceId: 's' }, first, [
      [BOB, 'v1'],
      ['scene-heading', undefined],
    ])
    expect(merged).toMatchObject({ conflicts: [] })
    expect((await kept()).casting).toEqual({
      characterAssignments: { BOB: 'v3', EVE: 'v2' },
      sceneHeadingVoiceId: 's',
    })
    const versions = [first, second, merged!.castingVersion]
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions)
    expect(await due()).toMatchObject([{ kind: 'casting', mark: merged!.castingVersion }])
  })

  test.each([
    { field: 'languageByLine', name: 'the language of lines' },
    { field: 'deliveries', name: 'directions' },
  ])('product §5: the switch for $name is kept unless a save changes it', async ({ field }) => {
    const off = { characterAssignments: { BOB: 'v1' }, [field]: false }
    const version = await versionOf(off)
    expect((await kept()).casting).toEqual(off)
    await change({ characterAssignments: { BOB: 'v2' } }, version, [[BOB, 'v1']])
    expect((await kept()).casting).toEqual({ ...off, characterAssignments: { BOB: 'v2' } })
    const on = await change({ characterAssignments: {}, [field]: true }, version, [])
    expect(on).toMatchObject({ conflicts: [] })
    expect(on!.castingVersion).toBeGreaterThan(version)
    expect((await kept()).casting).toEqual({ characterAssignments: { BOB: 'v2' } })
    await versionOf(off)
    await versionOf({ characterAssignments: { BOB: 'v1' } })
    expect((await kept()).casting).toEqual({ characterAssignments: { BOB: 'v1' } })
  })

  test('product §5: sounds of different characters are merged, and the last save of a character wins', async () => {
    const characterAssignments = { BOB: 'v1' }
    const all = sounds(['BOB', { pace: 0.9 }], ['EVE. $', { place: 'radio' }])
    const first = (await save({ characterAssignments }, { sounds: all }))!.castingVersion
    expect((await kept()).casting).toEqual({ characterAssignments, characterSounds: Object.fromEntries(all) })
    const seen = { version: first, voices: new Map<Slot, undefined>() }
    await save({ characterAssignments }, { seen, sounds: sounds(['BOB', { pitch: -2 }]) })
    const stale = await save({ characterAssignments }, { seen, sounds: sounds(['EVE. $', undefined]) })
    expect(stale).toMatchObject({ conflicts: [] })
    expect((await kept()).casting.characterSounds).toEqual({ BOB: { pitch: -2 } })
    await change({ characterAssignments: {} }, first, [])
    expect((await kept()).casting.characterSounds).toEqual({ BOB: { pitch: -2 } })
    await save({ characterAssignments })
    expect((await kept()).casting).toEqual({ characterAssignments })
  })

  test('product §5: a sound that was changed meanwhile conflicts, unless it is the same; an older client names none', async () => {
    const characterAssignments = { BOB: 'v1' }
    const [slow, high] = [{ pace: 0.9 }, { pitch: 2 }]
    const first = (await save({ characterAssignments }, { sounds: sounds(['BOB', slow]) }))!.castingVersion
    await save({ characterAssignments }, { sounds: sounds(['BOB', high]) })
    const before = await kept()
    const stale = (wanted: CharacterSound | undefined, saw: CharacterSound | undefined) => ({
      seen: { version: first, voices: new Map<Slot, undefined>(), sounds: sounds(['BOB', saw]) },
      sounds: sounds(['BOB', wanted]),
    })
    for (const wanted of [{ pace: 1.2 }, undefined]) {
      const refused = await save({ characterAssignments }, stale(wanted, slow))
      expect(refused).toMatchObject({ conflicts: ['sound:BOB'], casting: before.casting })
    }
    expect(await kept()).toEqual(before)
    expect(await save({ characterAssignments }, stale(high, slow))).toMatchObject({ conflicts: [] })
    const answered = await save({ characterAssignments }, stale({ pace: 1.2 }, high))
    expect(answered).toMatchObject({ conflicts: [], casting: { characterSounds: { BOB: { pace: 1.2 } } } })
  })

  test('a slot that was changed meanwhile conflicts: nothing is saved, and no command is stored', async () => {
    const { castingVersion } = (await save({ characterAssignments: { BOB: 'v1' } }))!
    await save({ characterAssignments: { BOB: 'v2' }, narrationVoiceId: 'n' })
    const before = await kept()
    for (const command of await due()) await both[0].commands.acknowledge(command)
    const refused = await change({ characterAssignments: { BOB: 'v3', EVE: 'v4' } }, castingVersion, [
      [BOB, 'v1'],
      ['narration', 'n0'],
      ['character:EVE', undefined],
    ])
    expect(refused).toMatchObject({
      conflicts: [BOB, 'narration'],
      casting: before.casting,
      castingVersion: before.castingVersion,
    })
    expect(await kept()).toEqual(before)
    expect(await due()).toEqual([])
  })

  test('two saves of the same voice, also by a repeated request, do not conflict', async () => {
    const first = (await save({ characterAssignments: {} }))!.castingVersion
    const chosen = { characterAssignments: { BOB: 'v2' } }
    await save(chosen)
    expect(await change(chosen, first, [[BOB, undefined]])).toMatchObject({ conflicts: [] })
    expect(await change(chosen, first, [[BOB, 'v1']])).toMatchObject({ conflicts: [] })
  })

  test('a save of the present version ignores the voices in `seen`', async () => {
    const { castingVersion } = (await save({ characterAssignments: { BOB: 'v1' } }))!
    expect(await change({ characterAssignments: {} }, castingVersion, [[BOB, 'v9']])).toMatchObject({
      conflicts: [],
      casting: { characterAssignments: {} },
    })
  })

  test('product §2 a suggested voice is marked as such until a user chooses another one', async () => {
    const suggested = new Set<Slot>([BOB, 'character:EVE', 'narration', 'scene-heading'])
    const all = { characterAssignments: { BOB: 'v1', EVE: 'v2' }, narrationVoiceId: 'n' }
    const { castingVersion } = (await save(all, { suggested }))!
    // A slot without a voice is no suggestion.
    expect(await marked()).toEqual([BOB, 'character:EVE', 'narration'])
    await change({ characterAssignments: { BOB: 'v3' }, narrationVoiceId: 'n' }, castingVersion, [
      [BOB, 'v1'],
      ['narration', 'n'],
    ])
    expect(await marked()).toEqual(['character:EVE', 'narration'])
    // The same voice again, suggested now, is still the user's choice.
    await save({ ...all, characterAssignments: { BOB: 'v3', EVE: 'v2' } }, { suggested })
    expect(await marked()).toEqual(['character:EVE', 'narration'])
  })

  test('twenty concurrent saves of different characters in two processes are all stored', async () => {
    const saves = await savedAtOnce(
      characters.map((one, n) => [`character:${one}`, { characterAssignments: { [one]: `v${n}` } }]),
    )
    expect(saves.map((saved) => saved?.conflicts)).toEqual(saves.map(() => []))
    const { casting, castingVersion } = await kept()
    expect(casting.characterAssignments).toEqual(
      Object.fromEntries(characters.map((character, n) => [character, `v${n}`])),
    )
    expect(await due()).toMatchObject([{ mark: castingVersion }])
  })

  test('of ten concurrent saves of one character in two processes, one is stored and the others conflict', async () => {
    const saves = await savedAtOnce(
      Array.from({ length: 10 }, (_, n) => [BOB, { characterAssignments: { BOB: `v${n}` } }]),
    )
    const won = saves.flatMap((saved, n) => (saved!.conflicts.length === 0 ? [`v${n}`] : []))
    expect([(await kept()).casting.characterAssignments['BOB']]).toEqual(won)
  })

  test('product §10: when an account is deleted, its voices stay, but not who chose them', async () => {
    await save({ characterAssignments: { BOB: 'v1' } })
    await save({ characterAssignments: { BOB: 'v1', EVE: 'v2' } }, { by: ben })
    await both[0].scripts.forgetCaster('ben', 'r')
    const { casting, castingChanges } = await kept()
    expect(casting.characterAssignments).toEqual({ BOB: 'v1', EVE: 'v2' })
    expect(castingChanges).toMatchObject([{ slot: BOB, uid: 'ada' }])
  })

  test('product §10: a closed account saves nothing, and is not recorded', async () => {
    await both[0].accounts.close({ uid: 'ben', requestId: 'r' }, at)
    const refused = save({ characterAssignments: { BOB: 'v1' } }, { by: ben })
    await expect(refused).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await kept()).castingChanges).toEqual([])
  })
}
