import { describe, expect, test } from 'vitest'
import { characterSlot, EMPTY_CASTING, NARRATION, withVoice } from './casting-draft.ts'
import { castingChange } from '@andscene/contracts/casting-change'
import {
  chosen,
  conflictsIn,
  decided,
  drafted,
  edited,
  isSwitched,
  seenBy,
  sounded,
  suggestedIn,
  switched,
  unsavedChanges,
  soundConflictsIn,
  unsavedSounds,
  type Draft,
} from './own-changes.ts'

const [ANNA, BEN] = [characterSlot('ANNA'), characterSlot('BEN')]
const saved = { characterAssignments: { ANNA: 'a', BEN: 'b' }, version: 3 }
/** Assigns a voice in the displayed casting. */
const give = (draft: Draft | undefined, now: typeof saved, slot = ANNA, voiceId?: string) =>
  edited(draft, now, withVoice(drafted(now, draft), slot, voiceId))

describe('product §5: the switch for the language of lines', () => {
  const off = { ...saved, languageByLine: false }

  test('is a change like a voice, and none in its original position', () => {
    const draft = switched(undefined, saved, { languageByLine: false })
    expect([isSwitched(draft, saved), drafted(saved, draft).languageByLine]).toEqual([true, false])
    expect(isSwitched(switched(draft, saved, { languageByLine: true }), saved)).toBe(false)
    expect([
      isSwitched(switched(undefined, off, { languageByLine: true }), off),
      isSwitched(undefined, off),
    ]).toEqual([true, false])
  })

  test('is kept when voices are changed, and cleared by no change of voices', () => {
    const draft = give(switched(undefined, saved, { languageByLine: false }), saved, ANNA, 'mine')
    expect(drafted(saved, draft)).toMatchObject({
      characterAssignments: { ANNA: 'mine' },
      languageByLine: false,
    })
    expect(castingChange(seenBy(draft, saved), drafted(saved, draft))).toMatchObject({
      languageByLine: false,
    })
    const voicesOnly = give(undefined, off, ANNA, 'mine')
    expect(drafted(off, voicesOnly).languageByLine).toBe(false)
    const { languageByLine: _none, ...newCast } = drafted(off, voicesOnly)
    for (const cast of [newCast, drafted(off, voicesOnly)])
      expect(castingChange(seenBy(voicesOnly, off), cast)).not.toHaveProperty('languageByLine')
  })
})

describe('product §4: the switch for directions', () => {
  const off = { ...saved, deliveries: false }

  test('is a change of its own, and none in its original position', () => {
    const draft = switched(undefined, saved, { deliveries: false })
    expect([isSwitched(draft, saved), isSwitched(draft, off)]).toEqual([true, false])
    expect(drafted(saved, draft)).toMatchObject({ deliveries: false })
    expect(castingChange(seenBy(draft, saved), drafted(saved, draft))).toMatchObject({ deliveries: false })
    const back = switched(undefined, off, { deliveries: true })
    expect(castingChange(seenBy(back, off), drafted(off, back))).toMatchObject({ deliveries: true })
    const both = switched(draft, saved, { languageByLine: false })
    expect(drafted(saved, both)).toMatchObject({ deliveries: false, languageByLine: false })
    const voice = give(undefined, off, ANNA, 'mine')
    expect(castingChange(seenBy(voice, off), drafted(off, voice))).not.toHaveProperty('deliveries')
  })
})

describe('product §5: how a character sounds', () => {
  const read = { ...saved, characterSounds: { ANNA: { pace: 1.1 } } }
  const change = (draft: Draft | undefined) => castingChange(seenBy(draft, read), drafted(read, draft))

  test('is a change like a voice, and none when it is as saved again', () => {
    const draft = sounded(undefined, read, 'BEN', { pitch: 2, pace: 1 })
    expect(drafted(read, draft).characterSounds).toEqual({ ANNA: { pace: 1.1 }, BEN: { pitch: 2 } })
    expect(unsavedSounds(draft, read)).toEqual(['BEN'])
    expect(change(draft).characterSounds).toEqual({ BEN: { pitch: 2 } })
    for (const again of [undefined, { pace: 1 }])
      expect(unsavedSounds(sounded(draft, read, 'BEN', again), read)).toEqual([])
  })

  test('is sent as none when it is reset, also of the only character', () => {
    const draft = sounded(undefined, read, 'ANNA', undefined)
    expect(change(draft).characterSounds).toEqual({ ANNA: null })
  })

  test('product §4: stays on top of what another editor saves for other characters', () => {
    const draft = sounded(undefined, read, 'ANNA', { pace: 0.9 })
    const now = { ...read, version: 4, characterSounds: { ANNA: { pace: 1.2 }, BEN: { pitch: -1 } } }
    const characterSounds = { ANNA: { pace: 0.9 }, BEN: { pitch: -1 } }
    expect(drafted(now, draft)).toMatchObject({ characterSounds })
    expect(castingChange(seenBy(draft, now), drafted(now, draft))).toMatchObject({
      characterSounds: { ANNA: { pace: 0.9 } },
      seen: { version: read.version, characterSounds: { ANNA: { pace: 1.1 } } },
    })
  })

  test('product §4: two sounds of one character are a conflict until the user decides', () => {
    const draft = sounded(undefined, read, 'ANNA', { pace: 0.9 })
    expect(soundConflictsIn(draft, read)).toEqual([])
    expect(soundConflictsIn(draft, { ...read, characterSounds: { ANNA: { pace: 0.9 } } })).toEqual([])
    const theirs = { ...read, version: 4, characterSounds: { ANNA: { pace: 1.2 } } }
    expect(soundConflictsIn(draft, theirs)).toEqual(['ANNA'])
    expect(soundConflictsIn(sounded(draft, theirs, 'ANNA', { pitch: 1 }), theirs)).toEqual(['ANNA'])
    const decision = { slots: [], sounds: ['ANNA'] }
    const used = decided(draft, theirs, decision, 'mine')
    expect(soundConflictsIn(used, theirs)).toEqual([])
    expect(castingChange(seenBy(used, theirs), drafted(theirs, used)).seen?.characterSounds).toEqual({
      ANNA: { pace: 1.2 },
    })
    expect(unsavedSounds(decided(draft, theirs, decision, 'theirs'), theirs)).toEqual([])
  })

  test('is unchanged by a new cast', () => {
    const { characterSounds: _none, ...newCast } = read
    expect(castingChange(read, newCast)).not.toHaveProperty('characterSounds')
  })
})

describe('product §4: when another editor changes a casting that is being edited', () => {
  const draft = give(undefined, saved, ANNA, 'mine')

  test('shows their voices in untouched slots, and own voices in changed slots', () => {
    const now = { characterAssignments: { ANNA: 'a', BEN: 'new' }, narrationVoiceId: 'n', version: 4 }
    expect(drafted(now, draft)).toEqual({
      characterAssignments: { ANNA: 'mine', BEN: 'new' },
      narrationVoiceId: 'n',
    })
    expect(conflictsIn(draft, now)).toEqual([])
    expect(seenBy(draft, now)).toMatchObject({ version: 3, characterAssignments: { ANNA: 'a', BEN: 'new' } })
  })

  test('reports a conflict for a slot that both changed, unless both chose the same voice', () => {
    const theirs = { characterAssignments: { ANNA: 'theirs', BEN: 'b' }, version: 4 }
    expect(conflictsIn(draft, theirs)).toEqual([{ slot: ANNA, seen: 'a', voiceId: 'mine' }])
    const same = { characterAssignments: { ANNA: 'mine', BEN: 'b' }, version: 4 }
    expect([conflictsIn(draft, same), unsavedChanges(draft, same)]).toEqual([[], []])
  })

  test('resolves a conflict in favor of theirs or mine', () => {
    const theirs = { characterAssignments: { ANNA: 'theirs', BEN: 'b' }, version: 4 }
    const kept = decided(draft, theirs, { slots: [ANNA] }, 'theirs')
    expect([drafted(theirs, kept).characterAssignments, unsavedChanges(kept, theirs)]).toEqual([
      { ANNA: 'theirs', BEN: 'b' },
      [],
    ])
    const used = decided(draft, theirs, { slots: [ANNA] }, 'mine')
    expect([drafted(theirs, used).characterAssignments, conflictsIn(used, theirs)]).toEqual([
      { ANNA: 'mine', BEN: 'b' },
      [],
    ])
    expect(seenBy(used, theirs).characterAssignments).toEqual({ ANNA: 'theirs', BEN: 'b' })
  })

  test("bases a slot that is edited afterwards on the other editor's voice", () => {
    const now = { characterAssignments: { ANNA: 'a', BEN: 'new' }, version: 4 }
    const both = give(draft, now, BEN, 'mine too')
    expect(conflictsIn(both, now)).toEqual([])
    expect(both.own).toContainEqual({ slot: BEN, seen: 'new', voiceId: 'mine too' })
  })
})

test('choosing the original voice again is no change', () => {
  const draft = give(give(undefined, saved, ANNA, 'mine'), saved, ANNA, 'a')
  expect(unsavedChanges(draft, saved)).toEqual([])
})

test('clearing removes the voices that were seen, but not those that others assigned since', () => {
  const draft = edited(undefined, saved, EMPTY_CASTING)
  const now = { ...saved, narrationVoiceId: 'n', version: 4 }
  expect(drafted(now, draft)).toEqual({ characterAssignments: {}, narrationVoiceId: 'n' })
  expect(unsavedChanges(draft, now).map(({ slot }) => slot)).not.toContainEqual(NARRATION)
})

test('product §2: a voice counts as suggested until the user chooses one, even the same', () => {
  const wanted = { characterAssignments: { ANNA: 'x', BEN: 'y' }, narrationVoiceId: 'default' }
  const draft = edited(undefined, saved, wanted, [ANNA, BEN])
  expect(suggestedIn(draft)).toEqual([ANNA, BEN])
  expect(suggestedIn(chosen(draft, saved, ANNA, 'z'))).toEqual([BEN])
  expect(suggestedIn(chosen(draft, saved, BEN, 'y'))).toEqual([ANNA])
  expect(suggestedIn(edited(draft, saved, { ...wanted, narrationVoiceId: 'n' }))).toEqual([ANNA, BEN])
  expect(suggestedIn(undefined)).toEqual([])
})
