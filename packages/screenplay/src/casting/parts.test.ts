import { describe, expect, test } from 'vitest'
import { genderOf, readParts } from '../testing/read-parts.ts'
import { partsOf } from './parts.ts'

describe('the likely gender of a part', () => {
  test.each([
    ['“Two men” before both names', 'Two men smoke by the gate. BRAM and DR. OTTEN.', 'male'],
    [
      '“Two women”, in the paragraph before',
      'Two women wait outside.\nBRAM and DR. OTTEN, soaked.',
      'female',
    ],
    ['a man behind the name', 'BRAM, a burly man of few words, lights a pipe.', 'male'],
    ['a wife before the name', 'The captain greets his wife BRAM.', 'female'],
    ['his in the same sentence', 'BRAM buttons his overcoat.', 'male'],
    ['her when it says whose', 'BRAM buttons her overcoat.', 'female'],
    ['she in the next sentence', 'BRAM looks up. She was asleep.', 'female'],
    ['two sentences on', 'BRAM looks up. A long pause. Then he laughs.', 'male'],
    ['the aside of the one who speaks', '(to herself)', 'female'],
    ['the paragraph behind the speech', 'She pours the tea.', 'female'],
    ['an honorific in a speech', 'OTTEN: You are late again, Mrs. Bram.', 'female'],
    ['sir, to the one who spoke before', 'OTTEN: Yes, sir!', 'male'],
  ])('by %s', (_by, text, gender) => {
    expect(genderOf(`BRAM: Well.\n${text}\nDR. OTTEN: Quite.`, 'BRAM')).toBe(gender)
  })

  test('of both who are introduced together', () => {
    const parts = readParts(
      'Two men smoke by the gate: BRAM (40s) and DR. OTTEN.\nBRAM: Well.\nDR. OTTEN: Quite.',
    )
    expect([parts['BRAM']?.gender, parts['DR. OTTEN']?.gender]).toEqual(['male', 'male'])
    expect(parts['BRAM']?.because).toBe('“men” in the text')
  })

  test('by all of the action, not by the introduction alone', () => {
    const text = 'BRAM enters.\nBRAM: Well.\nINT. ATTIC\nMuch later. BRAM folds her scarf.'
    expect(genderOf(text, 'BRAM')).toBe('female')
  })

  test.each([
    ['seen by the character', 'BRAM looks at her in silence.'],
    ['whom another one sees', 'BRAM gives him a look.'],
    ['of a stranger', 'BRAM watches a woman on the quay. She waves.'],
    ['of another one’s relative', 'Bram’s mother knocks. BRAM waits.'],
  ])('not by the words for one %s', (_who, text) => {
    expect(genderOf(`${text}\nBRAM: Well.`, 'BRAM')).toBeUndefined()
  })

  test('of two in a sentence, by whose gender is known', () => {
    const text = `MRS. LUNDE and BRAM row ashore. He ties the boat.\nBRAM: Well.\nMRS. LUNDE: Well.`
    expect(genderOf(text, 'BRAM')).toBe('male')
  })

  test.each([
    ['MRS. PELL', 'female'],
    ['WAITRESS', 'female'],
    ['UNCLE', 'male'],
    ['FIREMAN #2', 'male'],
    ['KING’S DAUGHTER', 'female'],
    ['MAN’S VOICE', 'male'],
    ['DR. EDWARD HALE', 'male'],
    ['SAM', 'male'],
    ['NURSE', undefined],
    ['MARY KING', 'female'],
    ['AGENT POPE', undefined],
    ['KING LOUIS', 'male'],
    ['DONNA', 'female'],
    ['RADIO', undefined],
    ['GERMAN', undefined],
    ['BEAMEN', undefined],
    ['李明', undefined],
  ])('of %s is %s by the cue alone', (name, gender) => {
    expect(partsOf([], [name])[0]?.gender).toBe(gender)
  })

  test('a text that repeats the other gender outweighs a first name', () => {
    const text = 'GEORGE ties her hair. She laughs.\nGEORGE: Well.\nGEORGE empties her glass.'
    expect(genderOf(text, 'GEORGE')).toBe('female')
    expect(genderOf('GEORGE: Well.', 'GEORGE')).toBe('male')
  })

  test('a common word is no name: "will" is not WILL', () => {
    expect(genderOf('The will is read. She sighs.\nINT. HALL\nWILL: Well.', 'WILL')).toBe('male')
  })

  test('in other languages by their own words', () => {
    const french = `INT. CUISINE
      CAMILLE entre. Il pose la lampe sur la table. Il est dans la maison. Il attend.
      CAMILLE: Je ne sais pas ce que vous voulez.`
    expect(genderOf(french, 'CAMILLE')).toBe('male')
  })
})

describe('one person by several cues', () => {
  test('is not assumed of two that differ in their ages alone', () => {
    const parts = readParts('OLD MAN: Well.\nYOUNG MAN: Well.\nMAN: Well.\nOLD OTTEN: Well.\nOTTEN: Well.')
    expect(Object.values(parts).map(({ person }) => person)).toEqual([
      'OLD MAN',
      'YOUNG MAN',
      'MAN',
      'OTTEN',
      'OTTEN',
    ])
  })

  test('is who is called by first name and by full name, but not two who speak in one scene', () => {
    const parts = readParts(
      'INT. A\nPAULA OTTEN (60s) enters.\nPAULA OTTEN: Well.\nCARL BRAM: Well.\nCARL: Well.\nMARY ANN: Well.\nINT. B\nPAULA: Well.\nMARY: Well.',
    )
    expect(Object.values(parts).map(({ name, person }) => [name, person])).toEqual([
      ['PAULA OTTEN', 'PAULA'],
      ['CARL BRAM', 'CARL BRAM'],
      ['CARL', 'CARL'],
      ['MARY ANN', 'MARY ANN'],
      ['PAULA', 'PAULA'],
      ['MARY', 'MARY'],
    ])
    expect([parts['PAULA']?.age, parts['PAULA OTTEN']?.age]).toEqual(['old', 'old'])
  })

  test('is led by who is seen, as old as the text says', () => {
    const parts = readParts('DAD’S VOICE: Well.\nDAD (40s) sits.\nDAD: Well.')
    expect(parts['DAD’S VOICE']).toMatchObject({ person: 'DAD', age: 'adult' })
    expect(parts['DAD']).toMatchObject({ person: 'DAD', age: 'adult' })
  })

  const parts = readParts(`
    INT. SHED
    YOUNG BRAM (9) hides under the bench.
    YOUNG BRAM: Not here.
    INT. KITCHEN
    BRAM, 61, dries his plate.
    BRAM: Still here.
    BRAM’S VOICE: Always here.`)

  test('is known by the plainest of them', () => {
    expect(Object.values(parts).map(({ person }) => person)).toEqual(['BRAM', 'BRAM', 'BRAM'])
  })
  test('has one gender and each cue’s own age', () => {
    expect(Object.values(parts).map(({ gender, age }) => [gender, age])).toEqual([
      ['male', 'child'],
      ['male', 'mature'],
      ['male', 'mature'],
    ])
  })
})

test('tells ages and accents where the text does', () => {
  const parts = readParts(`
    OONA BRENNAN (70s) climbs the stairs. Her Irish accent fills the hall.
    OONA: Well.
    PIP, a Scottish boy of ten, follows.
    PIP: Well.
    A teenager, FENN, yawns. FENN is 16.
    FENN: Well.
    OLD SAILOR: Well.`)
  expect(parts['OONA']).toMatchObject({ age: 'old', accent: 'irish', gender: 'female' })
  expect(parts['PIP']).toMatchObject({ accent: 'scottish', gender: 'male' })
  expect(parts['FENN']).toMatchObject({ age: 'young' })
  expect(parts['OLD SAILOR']).toMatchObject({ age: 'old' })
})

test('counts lines and scenes of speech', () => {
  const parts = readParts('INT. A\nBRAM: One.\nBRAM: Two.\nINT. B\nOTTEN: Three.\nBRAM: Four.')
  expect(parts['BRAM']).toMatchObject({ lineCount: 3, scenes: new Set([1, 2]) })
  expect(parts['OTTEN']).toMatchObject({ lineCount: 1, scenes: new Set([2]) })
})
