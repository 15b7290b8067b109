import { describe, expect, test } from 'vitest'
import { table } from '../testing/fixture-files.ts'
import { readParts } from '../testing/read-parts.ts'
import { partsOf } from './parts.ts'

const told = (gender: string) => (gender === '-' ? undefined : gender)

test.each(table('casting', 'Gender'))('the likely gender of a part by %s', (_by, script, name, gender) => {
  expect(readParts(script)[name]!.gender).toBe(told(gender))
})

test.each(table('casting', 'A man and a woman'))('pronouns of a man and a woman: %s', (script) => {
  const { JACK, MARY } = readParts(script)
  expect([JACK?.gender, MARY?.gender]).toEqual(['male', 'female'])
})

test.each(table('casting', 'Cues alone'))('of %s is %s by the cue alone', (name, gender) => {
  expect(partsOf([], [name])[0]?.gender).toBe(told(gender))
})

test.each(['Two men smoke by the gate: ', 'Two men wait outside.\n'])('both men are known by %j', (men) => {
  const parts = readParts(`${men}BRAM (40s) and DR. OTTEN, soaked.\nBRAM: Well.\nDR. OTTEN: Quite.`)
  for (const name of ['BRAM', 'DR. OTTEN'])
    expect(parts[name]).toMatchObject({ gender: 'male', because: '“men” in the text' })
})

test('a first name tells that the cue leaves out', () => {
  const { BRAM } = readParts('They wait for EDITH BRAM to speak.\nBRAM: Well.')
  expect(BRAM).toMatchObject({ gender: 'female', because: '“EDITH” in the text' })
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

test('an accent in an aside is theirs with the first words, and an imitation later', () => {
  const parts = readParts('BRAM: Well.\n(in a thick German accent)\nBRAM: Ja!')
  expect(parts['BRAM']?.accent).toBeUndefined()
})
test('an accent in the aside before the first words is theirs', () => {
  const character = 'OTTEN'
  const lines = [
    { type: 'Parenthetical', text: '(in a soft Irish accent)', character },
    { type: 'Dialogue', text: 'Well.', character },
  ]
  expect(partsOf(lines, [character])[0]?.accent).toBe('irish')
})
