import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

describe('cues (product §3)', () => {
  const script = parseFixture('cues')

  test('are the names of people alone: no end, no transition, no page number, and one person under one name', () => {
    expect(script.characters).toEqual(['DR. ALDER', 'WILL', 'SISTER ROOK', 'PORTER'])
    expect(rows(script).filter((row) => /^(?:End of Act|Transition|General)/.test(row))).toEqual([
      'End of Act | END OF ACT 1',
      'Transition | DISOLVE TO',
      'General | - 4 - (INTRO)',
      'Transition | FADE TO BLACK.',
      'End of Act | END OF SHOW',
      'End of Act | THE END',
    ])
  })

  test('give each speech to whom a person would', () => {
    expect(
      script.lines
        .filter(({ type }) => type === 'Dialogue' || type === 'Parenthetical')
        .map(({ text, character }) => `${text} ${character ?? '-'}`),
    ).toEqual([
      'Who is next? DR. ALDER',
      'Nobody? DR. ALDER',
      'Me. WILL',
      'Typed as action, heard as mine. DR. ALDER',
      '(coughs) WILL',
      'So was this. WILL',
      'A damaged space is nobody else. WILL',
      'Over the loudspeaker. SISTER ROOK',
      'Still the loudspeaker. SISTER ROOK',
      'A voice without a cue. -',
      'PORTER:  Mind the wet floor. PORTER',
      'It is wet. PORTER',
      'WILL: I can see that. WILL',
      'NOTE: nobody is called Note. WILL',
      'PORTER:  Blah, blah. PORTER',
      'Under a cue, PORTER: is only a word. WILL',
      'PORTER: even in front. WILL',
    ])
  })

  test('typed as action stand directly above speech, and are a name that is known', () => {
    expect(rows(script, 'character')).toContain('Character | DR. ALDER | DR. ALDER')
    expect(rows(script, 'character')).toContain('Character | Will (o.s.) | WILL')
    expect(rows(script)).toContain('Action | WILL')
    const unknown = paragraph('Character', 'ADA') + paragraph('Dialogue', 'x')
    const { lines } = parseText(fdxOf(unknown + paragraph('Action', 'BOOM') + paragraph('Dialogue', 'y')))
    expect(lines[2]?.type).toBe('Action')
    expect(lines[3]?.character).toBe('ADA')
  })

  test.each([
    ['J.D.', 'J.D.'],
    ['Tom Sr.', 'TOM SR.'],
    ['ADA.', 'ADA'],
  ])('are %j as action', (text, character) => {
    const known = ['J.D.', 'TOM SR.', 'ADA'].map((name) => paragraph('Character', name)).join('')
    for (const type of ['Action', 'General']) {
      const { lines } = parseText(fdxOf(known + paragraph(type, text) + paragraph('Dialogue', 'y')))
      expect(lines.slice(3).map((line) => [line.type, line.character])).toEqual([
        ['Character', character],
        ['Dialogue', character],
      ])
    }
  })

  test('without speech that name the scene below are its label', () => {
    const read = parseText(
      fdxOf(
        paragraph('Character', 'SCENE TWO') + paragraph('Scene Heading', 'INT. B') + paragraph('Action', 'x'),
      ),
    )
    expect([read.characters, read.scenes, read.lines[0]?.type]).toEqual([[], 1, 'General'])
  })

  test('typed as action are no longer than a name', () => {
    const name = `${'VERY '.repeat(12)}LONG`
    const known = paragraph('Character', name) + paragraph('Dialogue', 'x')
    const { lines } = parseText(fdxOf(known + paragraph('Action', name) + paragraph('Dialogue', 'y')))
    expect(lines[2]?.type).toBe('Action')
  })

  test('that hold their speech say it, whoever spoke before', () => {
    const body =
      paragraph('Character', 'ANNA') + paragraph('Dialogue', 'x') + paragraph('Character', 'CROSS: y')
    expect(parseText(fdxOf(body)).lines[2]).toMatchObject({ type: 'Dialogue', character: 'CROSS' })
  })

  test.each(['Scene', 'Scene Heading', 'New Act'])('hold no longer than to the next %s', (type) => {
    const body = paragraph('Character', 'ANNA') + paragraph('Dialogue', 'x') + paragraph(type, 'Later')
    expect(parseText(fdxOf(body + paragraph('Dialogue', 'y'))).lines[3]?.character).toBeUndefined()
  })

  test.each(['Ada.', 'ADA!', '(ADA)', 'ADA and FINN', 'Ada, again'])('are not %j as action', (text) => {
    const known = paragraph('Character', 'ADA') + paragraph('Dialogue', 'x')
    const { lines } = parseText(fdxOf(known + paragraph('Action', text) + paragraph('Dialogue', 'y')))
    expect(lines[2]?.type).toBe('Action')
  })

  test.each([
    'END OF ACT TWO',
    'END OF SHOW',
    'THE END',
    'FADE TO BLACK.',
    'DISSOLVE TO:',
    'SMASH CUT TO:',
    '- 4',
    '12.',
    '* * *',
    'ACT TWO',
    'SCENE B',
    'INT. BARN - DAY',
    'BLACKOUT.',
    'INTERMISSION',
    'TO BE CONTINUED...',
    'END CREDITS',
  ])('without speech are nobody that say %j', (text) => {
    const read = parseText(fdxOf(paragraph('Character', text) + paragraph('Action', 'x')))
    expect(read.characters).toEqual([])
    expect(read.lines[0]?.type).not.toBe('Character')
  })

  test.each(['99', 'FADE OUT', 'ACT TWO', 'MAN IN BLACK'])('with speech are somebody, be it %j', (text) => {
    const read = parseText(fdxOf(paragraph('Character', text) + paragraph('Dialogue', 'x')))
    expect(read.characters).toEqual([text])
  })

  test.each(['MAN IN BLACK', 'BLACK WIDOW', 'CUT-THROAT JACK', 'ANNA', 'BACK DOOR MAN', 'FLASH'])(
    'without speech are still %s',
    (text) => {
      expect(parseText(fdxOf(paragraph('Character', text) + paragraph('Action', 'x'))).characters).toEqual([
        text,
      ])
    },
  )
})

const speech = (cue: string) => paragraph('Character', cue) + paragraph('Dialogue', 'x')

describe('songs and dual dialogues', () => {
  test('belong to whom the cue names, sung or said, and stand left and right', () => {
    expect(rows(parseFixture('songs-and-duals'), 'character', 'dual')).toEqual([
      'Lyrics | Nobody sings this. | - | -',
      'Character | WREN | WREN | -',
      'Dialogue | I sing this. | WREN | -',
      'Action | A bow. | - | -',
      'Dialogue | And this. | WREN | -',
      'Character | LARK | LARK | left',
      'Dialogue | Enough. | LARK | left',
      'Parenthetical | (both) | LARK | left',
      'Character | WREN ^ | WREN | right',
      'Dialogue | Encore! | WREN | right',
      'Action | Silence. | - | -',
      'Character | LARK ^ | LARK | -',
      'Dialogue | With nobody. | LARK | -',
      'Character | LARK | LARK | left',
      'Dialogue | My head. | LARK | left',
      'Character | LARK (V.O.) | LARK | right',
      'Dialogue | My heart. | LARK | right',
    ])
  })

  test.each([
    [
      ['HOPE', 'HOPE'],
      ['left', 'right'],
    ],
    [
      ['HOPE', 'HOPE', 'HOPE'],
      ['left', 'right', 'right'],
    ],
    [
      ['HOPE', "HOPE (CONT'D)", 'JACK'],
      ['left', 'left', 'right'],
    ],
    [
      ['HOPE', '(V.O.)'],
      ['left', 'left'],
    ],
    [
      ['HOPE', '(V.O.)', 'JACK'],
      ['left', 'left', 'right'],
    ],
    [
      ['HOPE', 'JACK ^'],
      ['left', 'right'],
    ],
  ])('of the cues %j stand %j', (cues, sides) => {
    const block = cues.map(speech).join('')
    const two = `<Paragraph Type="General"><DualDialogue>${block}</DualDialogue></Paragraph>`.repeat(2)
    const { lines } = parseText(fdxOf(two))
    expect(lines.flatMap(({ type, dual }) => (type === 'Character' ? [dual] : []))).toEqual([
      ...sides,
      ...sides,
    ])
  })

  test('said by three at once are two', () => {
    const { lines } = parseText(fdxOf(speech('ADA') + speech('BEN ^') + speech('CARA ^')))
    expect(lines.map(({ dual }) => dual)).toEqual(['left', 'left', 'right', 'right', undefined, undefined])
  })
})
