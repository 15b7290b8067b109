import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CharacterList, cueName } from './cue-name.ts'

describe('the name in a cue', () => {
  it.each([
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
  ])('%j is %j', (cue, name) => {
    expect(cueName(cue)).toBe(name)
  })

  it.each(['(V.O.)', "(CONT'D)", '(cont’d)', 'CONT’D', '(O.S.', ' () '])('%j names nobody new', (cue) => {
    expect(cueName(cue)).toBeUndefined()
  })

  it('has no brackets, no white space at its ends, and is its own name', () => {
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

describe('the list of characters', () => {
  it('keeps the order of first cues, and takes one apostrophe for another', () => {
    const list = new CharacterList()
    expect(['FINN', 'O’HARA', 'ADA', "O'HARA", 'FINN'].map((name) => list.add(name))).toEqual([
      'FINN',
      'O’HARA',
      'ADA',
      'O’HARA',
      'FINN',
    ])
    expect(list.names).toEqual(['FINN', 'O’HARA', 'ADA'])
  })
})
