import { expect, test } from 'vitest'
import { commonShare } from './common-share.ts'
import { matchDrafts } from './match-drafts.ts'
import { renamedCharacters } from './renamed-characters.ts'
import { readDraft } from './testing/read-draft.ts'

const OLD = `INT. PORCH - DAY
@LT. KAREN
Put the kettle on, would you?

@BEN
It has been boiling for an hour.

@LT. KAREN
Then pour it before it boils away.

@ADA
I will do it if no one else does.`

const renamed = (next: string, old = OLD) => {
  const [before, after] = [readDraft(old), readDraft(next)]
  return renamedCharacters(before, after, matchDrafts(before, after))
}

test('a character without a cue, whose speeches are now those of one new character, was renamed', () => {
  expect(renamed(OLD.replaceAll('LT. KAREN', 'KAREN'))).toEqual([
    { from: 'LT. KAREN', to: 'KAREN', lines: 2 },
  ])
  expect(renamed(OLD.replaceAll('LT. KAREN', 'ZOE').replace('ADA', 'IDA'))).toEqual([
    { from: 'LT. KAREN', to: 'ZOE', lines: 2 },
    { from: 'ADA', to: 'IDA', lines: 1 },
  ])
})

test('the cues of a renamed character are reworded, so that they keep their ids', () => {
  const [before, after] = [readDraft(OLD), readDraft(OLD.replaceAll('LT. KAREN', 'ZOE'))]
  expect(matchDrafts(before, after).map(({ kind }) => kind)).toEqual(
    before.map(({ text }) => (text === 'LT. KAREN' ? 'reworded' : 'same')),
  )
})

test('a character who still has a cue was not renamed', () => {
  expect(renamed(OLD.replace('LT. KAREN', 'KAREN'))).toEqual([])
})

test('a character whose speeches went to a known one was not renamed', () => {
  expect(renamed(OLD.replaceAll('LT. KAREN', 'BEN'))).toEqual([])
})

test('speeches divided among several new characters are no renaming', () => {
  expect(renamed(OLD.replace('LT. KAREN', 'ZOE').replace('LT. KAREN', 'YAN'))).toEqual([])
})

test('of two characters that became one, the one with more lines was renamed', () => {
  expect(renamed(OLD.replaceAll('LT. KAREN', 'ZOE').replace('ADA', 'ZOE'))).toEqual([
    { from: 'LT. KAREN', to: 'ZOE', lines: 2 },
  ])
})

const share = (old: string, next: string) => commonShare(matchDrafts(readDraft(old), readDraft(next)))

test('the common share is that of the longer draft', () => {
  expect(share(OLD, OLD)).toBe(1)
  expect(share('One line of action here.', 'Another sentence altogether.')).toBe(0)
  expect(share('One line of action here.\nAnd a second one follows it.', 'One line of action there.')).toBe(
    0.5,
  )
  expect(share('', '')).toBe(1)
  expect(share('', 'One line of action here.')).toBe(0)
})
