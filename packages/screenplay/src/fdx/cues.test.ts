import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'

/** A script of `Type: text` paragraphs. */
const parsed = (...paragraphs: string[]) =>
  parseText(
    fdxOf(
      paragraphs
        .map((each) => /^(.*?): (.*)$/s.exec(each)!.slice(1) as [string, string])
        .map(([type, text]) => paragraph(type, text))
        .join(''),
    ),
  )
const ADA = ['Character: ADA', 'Dialogue: x']

describe('cues (product §3)', () => {
  test.each([
    ['J.D.', 'J.D.'],
    ['Tom Sr.', 'TOM SR.'],
    ['ADA.', 'ADA'],
  ])('a known name above speech is a cue, though typed as action: %j', (text, character) => {
    for (const type of ['Action', 'General']) {
      const known = ['Character: J.D.', 'Character: TOM SR.', 'Character: ADA']
      const { lines } = parsed(...known, `${type}: ${text}`, 'Dialogue: y')
      expect(lines.slice(3).map((line) => [line.type, line.character])).toEqual([
        ['Character', character],
        ['Dialogue', character],
      ])
    }
  })

  test.each(['BOOM', 'Ada.', 'ADA!', '(ADA)', 'ADA and FINN', 'Ada, again'])(
    'action above speech stays action: %j',
    (text) => {
      const { lines } = parsed(...ADA, `Action: ${text}`, 'Dialogue: y')
      expect([lines[2]?.type, lines[3]?.character]).toEqual(['Action', 'ADA'])
    },
  )

  test('action that is longer than a name stays action', () => {
    const name = `${'VERY '.repeat(12)}LONG`
    const { lines } = parsed(`Character: ${name}`, 'Dialogue: x', `Action: ${name}`, 'Dialogue: y')
    expect(lines[2]?.type).toBe('Action')
  })

  test('a cue without speech that names the scene below is its label', () => {
    const read = parsed('Character: SCENE TWO', 'Scene Heading: INT. B', 'Action: x')
    expect([read.characters, read.scenes, read.lines[0]?.type]).toEqual([[], 1, 'General'])
  })

  test('a cue that holds its speech is dialogue', () => {
    const { lines } = parsed('Character: ANNA', 'Dialogue: x', 'Character: CROSS: y')
    expect(lines[2]).toMatchObject({ type: 'Dialogue', character: 'CROSS' })
  })

  test.each(['Scene', 'Scene Heading', 'New Act'])('speech below the next %s has no speaker', (type) => {
    expect(parsed(...ADA, `${type}: Later`, 'Dialogue: y').lines[3]?.character).toBeUndefined()
  })

  test.each(['99', 'FADE OUT', 'ACT TWO', 'MAN IN BLACK'])('%j with speech is a character', (text) => {
    expect(parsed(`Character: ${text}`, 'Dialogue: x').characters).toEqual([text])
  })
})

describe('dual dialogue', () => {
  test.each([
    ['HOPE, HOPE', 'left right'],
    ['HOPE, HOPE, HOPE', 'left right right'],
    ["HOPE, HOPE (CONT'D), JACK", 'left left right'],
    ['HOPE, (V.O.)', 'left left'],
    ['HOPE, (V.O.), JACK', 'left left right'],
    ['HOPE, JACK ^', 'left right'],
  ])('the cues %s are %s', (cues, sides) => {
    const speeches = cues.split(', ').map((cue) => paragraph('Character', cue) + paragraph('Dialogue', 'x'))
    const block = speeches.join('')
    const two = `<Paragraph Type="General"><DualDialogue>${block}</DualDialogue></Paragraph>`.repeat(2)
    const duals = parseText(fdxOf(two)).lines.flatMap(({ type, dual }) =>
      type === 'Character' ? [dual] : [],
    )
    expect(duals.join(' ')).toBe(`${sides} ${sides}`)
  })

  test('a third cue is not part of it', () => {
    const speech = ['Dialogue: x', 'Character: BEN ^', 'Dialogue: x', 'Character: CARA ^', 'Dialogue: x']
    expect(parsed('Character: ADA', ...speech).lines.map(({ dual }) => dual)).toEqual([
      'left',
      'left',
      'right',
      'right',
      undefined,
      undefined,
    ])
  })
})
