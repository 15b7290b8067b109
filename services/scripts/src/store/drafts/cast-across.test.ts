import { PRONUNCIATIONS_LIMIT } from '@andscene/contracts/limits'
import { expect, test } from 'vitest'
import { castAcross, LEFT_VOICES_LIMIT, RENAMED_KEPT, withRenamed, type SharedCast } from './cast-across.ts'

const at = new Date('2026-05-06T07:08:09.010Z')
const ben = { uid: 'ben', name: 'Ben', at }
const cast = (characterAssignments: Record<string, string>, over: Partial<SharedCast> = {}): SharedCast => ({
  casting: { characterAssignments, narrationVoiceId: 'n' },
  castingChanges: [],
  pronunciations: [],
  leftVoices: [],
  renamed: [],
  ...over,
})
const voices = ({ casting }: SharedCast) => casting.characterAssignments
const of = (character?: string) => ({
  word: 'Nyx',
  says: 'nicks',
  as: 'respelling' as const,
  ...(character && { character }),
})
const karen = { renamed: [{ from: 'KAREN', to: 'LT. KAREN' }] }

test('decision 0101: a character of both drafts keeps its voice and sound, as do all other settings', () => {
  const sounds = { characterSounds: { BOB: { pitch: -1 } } }
  const known = cast({ BOB: 'v' })
  const before = { ...known, casting: { ...known.casting, ...sounds, deliveries: false } }
  expect(castAcross(before, ['BOB'], ['EVE', 'BOB'])).toEqual(before)
})

test('decision 0101: a character that is not in a draft leaves its voice, and has it again when it returns', () => {
  const present = cast({ BOB: 'v', EVE: 'w' })
  const without = castAcross(present, ['BOB', 'EVE'], ['BOB'])
  expect(voices(without)).toEqual({ BOB: 'v' })
  expect(without.leftVoices).toEqual([{ character: 'EVE', voiceId: 'w' }])
  const back = castAcross(without, ['BOB'], ['BOB', 'EVE'])
  expect(voices(back)).toEqual({ BOB: 'v', EVE: 'w' })
  expect(back.leftVoices).toEqual([])
})

test('decision 0101: a character without a voice has none when it returns, whatever it had before', () => {
  const before = cast({}, { leftVoices: [{ character: 'EVE', voiceId: 'old' }] })
  expect(voices(castAcross(before, ['EVE'], ['EVE']))).toEqual({})
  const without = castAcross(before, ['EVE'], [])
  expect(without.leftVoices).toEqual([])
})

test('decision 0101: a renamed character keeps its voice, in both directions', () => {
  const renamed = castAcross(cast({ KAREN: 'v' }, karen), ['KAREN'], ['LT. KAREN'])
  expect(voices(renamed)).toEqual({ 'LT. KAREN': 'v' })
  const recast = { ...renamed, casting: { characterAssignments: { 'LT. KAREN': 'new' } } }
  expect(voices(castAcross(recast, ['LT. KAREN'], ['KAREN']))).toEqual({ KAREN: 'new' })
  const without = { ...renamed, casting: { characterAssignments: {} } }
  expect(voices(castAcross(without, ['LT. KAREN'], ['KAREN'])), 'also none').toEqual({})
})

test('decision 0101: a character that was renamed twice is known by all of its names', () => {
  const twice = { renamed: [...karen.renamed, { from: 'LT. KAREN', to: 'CAPTAIN' }] }
  expect(voices(castAcross(cast({ KAREN: 'v' }, twice), ['KAREN'], ['CAPTAIN']))).toEqual({ CAPTAIN: 'v' })
  const left = castAcross(cast({ CAPTAIN: 'v' }, twice), ['CAPTAIN'], ['BOB'])
  expect(voices(castAcross(left, ['BOB'], ['KAREN']))).toEqual({ KAREN: 'v' })
})

test('decision 0101: a name of both drafts is not taken for another one that stays', () => {
  const both = ['KAREN', 'LT. KAREN']
  expect(voices(castAcross(cast({ KAREN: 'v' }, karen), both, both))).toEqual({ KAREN: 'v' })
  expect(voices(castAcross(cast({ KAREN: 'v', 'LT. KAREN': 'w' }, karen), both, ['LT. KAREN']))).toEqual({
    'LT. KAREN': 'w',
  })
  expect(voices(castAcross(cast({ KAREN: 'v' }, karen), both, ['LT. KAREN']))).toEqual({ 'LT. KAREN': 'v' })
})

test('decision 0101: the author of a voice goes with a renamed character', () => {
  const castingChanges = [
    { slot: 'character:KAREN', voiceId: 'v', ...ben },
    { slot: 'character:EVE', ...ben },
    { slot: 'narration', voiceId: 'n', ...ben },
  ] as const
  const after = castAcross(
    cast({ KAREN: 'v' }, { ...karen, castingChanges }),
    ['KAREN', 'EVE'],
    ['LT. KAREN'],
  )
  expect(after.castingChanges).toEqual([
    castingChanges[0],
    castingChanges[2],
    { ...castingChanges[0], slot: 'character:LT. KAREN' },
  ])
})

test('decision 0101: pronunciations go with a renamed character, in both directions, and others stay', () => {
  const pronunciations = [of(), of('EVE'), of('KAREN')]
  const renamed = castAcross(cast({}, { ...karen, pronunciations }), ['KAREN'], ['LT. KAREN'])
  expect(renamed.pronunciations).toEqual([of(), of('EVE'), of('LT. KAREN')])
  expect(castAcross(renamed, ['LT. KAREN'], ['KAREN']).pronunciations).toEqual(pronunciations)
  const full = Array.from({ length: PRONUNCIATIONS_LIMIT }, (_, n) => ({ ...of('KAREN'), word: `word${n}` }))
  const both = castAcross(cast({}, { ...karen, pronunciations: full }), ['KAREN'], ['KAREN', 'LT. KAREN'])
  expect(both.pronunciations.map(({ character }) => character)).toEqual(full.map(() => 'KAREN'))
})

test('decision 0101: names like fields of objects are names', () => {
  const names = ['__proto__', 'constructor', 'toString']
  const voiced = JSON.parse('{"__proto__":"v","constructor":"w"}') as Record<string, string>
  const without = castAcross(cast(voiced), names, ['BOB'])
  expect(without.leftVoices).toEqual([
    { character: '__proto__', voiceId: 'v' },
    { character: 'constructor', voiceId: 'w' },
  ])
  const back = castAcross(without, ['BOB'], names)
  expect(JSON.stringify(voices(back))).toBe('{"__proto__":"v","constructor":"w"}')
})

test('decision 0101: the latest voices and names are kept, up to a limit', () => {
  const names = Array.from({ length: LEFT_VOICES_LIMIT + 5 }, (_, n) => `EXTRA ${n}`)
  const left = castAcross(cast(Object.fromEntries(names.map((name) => [name, 'v']))), names, [])
  expect(left.leftVoices.map(({ character }) => character)).toEqual(names.slice(5))
  const pairs = names.slice(0, RENAMED_KEPT + 1).map((name) => ({ from: name, to: `${name} JR.` }))
  expect(withRenamed(pairs, [pairs[3]!])).toEqual([...pairs.slice(1, 3), ...pairs.slice(4), pairs[3]])
})
