import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CharacterList, cueName, prefixName } from './cue-name.ts'

describe('the name in a cue', () => {
  test.each([
    ['ADA', 'ADA'],
    ['MeLISSA', 'MELISSA'],
    ['\tADA  QUILL ', 'ADA QUILL'],
    ['ADA (V.O.)', 'ADA'],
    ['ADA (O.S.)', 'ADA'],
    ['ADA (O.C.)', 'ADA'],
    ["ADA (CONT'D)", 'ADA'],
    ['ADA (cont’d)', 'ADA'],
    ['ADA (v.O.)', 'ADA'],
    ['ADA (V.O)', 'ADA'],
    ['ADA (V.0.)', 'ADA'],
    ['ADA(VO)', 'ADA'],
    ['ADA (', 'ADA'],
    ['ADA (CONT', 'ADA'],
    ['ADA (V.O.) (CONT’D)', 'ADA'],
    ['ADA (V.O. (CONT’D)', 'ADA'],
    ['ADA V.O.)', 'ADA'],
    ['ADA [ON PHONE]', 'ADA'],
    ['ADA V.O.', 'ADA'],
    ['ADA - VO', 'ADA'],
    ['ADA, CONT’D', 'ADA'],
    ['ADA O/S', 'ADA'],
    ['ADA:', 'ADA'],
    ['@ada ^', 'ADA'],
    ['ADA\u200b (V.O.)', 'ADA'],
    ['ADA (V.O.) AND FINN (O.S.)', 'ADA AND FINN'],
    ['DR. BENNETT', 'DR. BENNETT'],
    ['THANH VO', 'THANH VO'],
    ['MARCO S.', 'MARCO S.'],
    ['MAN #2', 'MAN #2'],
    ['(MAN IN HAT)', 'MAN IN HAT'],
    ['李明（画外音）', '李明'],
    ['straße', 'STRASSE'],
    ['ნინო', 'ნინო'],
    ['VOICE OVER (ROCKET)', 'ROCKET'],
    ['Voice-Over (Rocket Jones) (CONT’D)', 'ROCKET JONES'],
    ['V.O. (ROCKET)', 'ROCKET'],
    ['ROCKET VOICE OVER', 'ROCKET'],
    ['VOICE OVER: ROCKET', 'ROCKET'],
    ['V.O. ROCKET', 'ROCKET'],
    ['VOICE OVER', 'VOICE OVER'],
    ['VOICE OVER: (ROCKET)', 'ROCKET'],
    ['VO - ROCKET', 'ROCKET'],
    ['VO NGUYEN', 'VO NGUYEN'],
    ['VOIX OFF (ROCKET)', 'ROCKET'],
    ['FLIGHT ATTENDANT.', 'FLIGHT ATTENDANT'],
    ['TOM JR.', 'TOM JR.'],
    ['ADA.', 'ADA'],
    ['VO-LAN', 'VO-LAN'],
    ['ROCKET - VOICE OVER', 'ROCKET'],
    ['ROCKET (OFF-SCREEN)', 'ROCKET'],
    ['ROCKET OFF SCREEN', 'ROCKET'],
    ['VOICE (ON RADIO)', 'VOICE'],
    ['CROSS:  Blah, blah.', 'CROSS'],
    ['LEYLÂ', 'LEYLÂ'],
  ])('%j is %j', (cue, name) => {
    expect(cueName(cue)).toBe(name)
  })

  test.each([
    'V.O. (ON THE PHONE)',
    'VOICE OVER (WHISPERING)',
    'CONTINUED:',
    '(V.O.)',
    "(CONT'D)",
    '(cont’d)',
    'CONT’D',
    '(O.S.',
    ' () ',
  ])('%j names nobody new', (cue) => {
    expect(cueName(cue)).toBeUndefined()
  })

  test('has no brackets, no white space at its ends, and is its own name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (cue) => {
        const name = cueName(cue) ?? 'NOBODY'
        expect(name).not.toBe('')
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/[()[\]{}（）]/)
      }),
    )
  })
})

describe('the name before a speech', () => {
  test.each([
    ['HAGEN: Get out.', 'HAGEN'],
    ['DR. ALDER:  Next!', 'DR. ALDER'],
    ["TOM (O.S.): Where's my hat?", 'TOM'],
    ['MONROE:No space.', 'MONROE'],
    ['HAGEN： Full width.', 'HAGEN'],
    [`${' '.repeat(20)}HAGEN: Indented.`, 'HAGEN'],
  ])('of %j is %j', (speech, name) => {
    expect(prefixName(speech)).toBe(name)
  })

  test.each([
    'Get out.',
    'HAGEN:',
    'Hagen: small letters may begin a sentence.',
    'NOTE: nobody.',
    'SFX: THUNDER',
    '10:30 is late.',
    'AT 10:30 WE LEAVE',
    'WAIT: what?',
    'DAY 1: MONDAY',
    `${' '.repeat(500)}HAGEN: Too far in.`,
    'THIS IS A LOT OF WORDS: no name has them',
  ])('is none in %j', (speech) => {
    expect(prefixName(speech)).toBeUndefined()
  })

  test('may be in small letters where the character is known', () => {
    const known = new CharacterList()
    known.add('HAGEN')
    expect([prefixName('Hagen: Get out.', known), prefixName('Warning: no.', known)]).toEqual([
      'HAGEN',
      undefined,
    ])
  })
})

const listOf = (...names: string[]) => {
  const list = new CharacterList()
  for (const name of names) list.add(name)
  return list
}

describe('the list of characters', () => {
  test('keeps the order of first cues, and takes one apostrophe for another', () => {
    const list = listOf('FINN', 'O’HARA', 'ADA', "O'HARA", 'FINN')
    expect(list.names).toEqual(['FINN', 'O’HARA', 'ADA'])
    expect(list.nameOf("O'HARA")).toBe('O’HARA')
  })

  test('takes names for one that differ in full stops and spaces alone, and shows them without the last stop', () => {
    const list = listOf('AL J.', 'DR. AL.', 'DR. AL', 'DR AL', 'MARCO S.')
    expect(list.names).toEqual(['AL J.', 'DR. AL', 'MARCO S.'])
    expect(['DR. AL.', 'DRAL', 'MARCO S'].map((name) => list.nameOf(name))).toEqual([
      'DR. AL',
      'DR. AL',
      'MARCO S.',
    ])
  })

  test('takes the rest of a damaged space for none, where the name is there without it, before or behind', () => {
    expect(listOf('WILLÂ', 'WILL').names).toEqual(['WILL'])
    expect(listOf('WILL', 'WILLÂ').names).toEqual(['WILL'])
    expect(listOf('LEYLÂ', 'WILL').names).toEqual(['LEYLÂ', 'WILL'])
  })

  test('keeps two people whose names differ in spaces', () => {
    expect(listOf('THE RAPIST', 'THERAPIST').names).toHaveLength(2)
    expect(listOf('J. D.', 'J.D.', 'JD', 'MR PELL', 'MR. PELL').names).toEqual(['J. D.', 'MR PELL'])
  })

  test('takes one hyphen for another', () => {
    expect(listOf('ANN-MARIE', 'ANN–MARIE', 'ANN‑MARIE').names).toEqual(['ANN-MARIE'])
  })

  test('keeps two people whose names are nothing but full stops', () => {
    expect(listOf('...', '..').names).toHaveLength(2)
  })
})
