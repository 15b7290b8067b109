import { describe, expect, it } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

/** Marks of acts one below the other, and an action. */
const marks = (...texts: string[]) =>
  texts.map((text) => paragraph('New Act', text)).join('') + paragraph('Action', 'x')

describe('acts', () => {
  it('count every spelling of a mark, a doubled one once, from 1 (product §3: act 2 only behind a heading)', () => {
    const script = parseFixture('acts')
    expect(rows(script, 'act').filter((row) => row.startsWith('New Act'))).toEqual([
      'New Act | TEASER | 1',
      'New Act | ACT ONE | 2',
      'New Act | The Rise | 2',
      'New Act | ACT TWO | 3',
      'New Act | ACT THREE | 4',
      'New Act |  ACT IV  | 5',
      'New Act | Act Five | 6',
      'New Act | ACT 6: THE OVEN | 7',
      'New Act | COLD OPEN | 7',
    ])
    expect(script.acts).toBe(7)
  })

  it('are not begun by the end of one, by a sentence, or by what somebody says', () => {
    const others = rows(parseFixture('acts'), 'act')
    expect(others).toContain('End of Act | END OF ACT ONE | 2')
    expect(others).toContain('Action | Act one of kindness at a time. | 3')
    expect(others).toContain('Dialogue | ACT SEVEN | 7')
  })

  it('begin with act 1 at a first mark that has no heading before it', () => {
    const { lines } = parseText(fdxOf(paragraph('Action', 'FADE IN') + paragraph('New Act', 'ACT ONE')))
    expect(lines.map((line) => line.act)).toEqual([1, 1])
  })

  it('count the words of an act in whatever style, and a part or an act once, however often it is named', () => {
    const script = parseFixture('multi-camera')
    expect(script.acts).toBe(4)
    expect(
      rows(script, 'act').filter((row) => /^(?:New Act|End of Act|Cold Opening|Scene \|)/.test(row)),
    ).toEqual([
      'New Act | Cold opening - a | 1',
      'Cold Opening | (Poppy, Rye) | 1',
      'New Act | Cold opening - b | 1',
      'New Act | Act one | 2',
      'New Act | ACT ONE | 2',
      'End of Act | END OF ACT ONE | 2',
      "New Act | ACT TWO (CONT'D) | 3",
      'Scene | ACT TWO, SCENE D | 3',
      'New Act | TAG | 4',
      'End of Act | End of show | 4',
    ])
  })

  it('of a play begin with the scene that names them', () => {
    expect(rows(parseFixture('stage-play'), 'act', 'sceneNumber')).toEqual([
      'New Act | Prologue: | 1 | -',
      'Action | A bare stage. | 1 | -',
      'Scene | ACT ONE, SCENE ONE | 2 | 1',
      'Action | A garden. | 2 | 1',
      'Scene | Act One, Scene Two: The Wall | 2 | 2',
      'Action | A wall. | 2 | 2',
      'Scene | Scene 3 | 2 | 3',
      'Scene | SCENE FOUR | 2 | 4',
      'Action | Scene four is a sentence here. | 2 | 4',
      'End of Act | End act one | 2 | 4',
      'New Act | ACT | 3 | -',
      'Scene Heading | park | 3 | 5',
      'Action | A bench. | 3 | 5',
      'New Act | 2. AKT | 4 | -',
      'Scene | ACT II - SCENE 1 | 4 | 6',
      'Action | A bench again. | 4 | 6',
    ])
  })

  it('begin anew where another script follows in the file', () => {
    expect(parseText(fdxOf(marks('ACT ONE') + marks('ACT TWO') + marks('ACT ONE'))).acts).toBe(3)
  })

  it('know an act by its number and by the title in the mark below it', () => {
    const script = fdxOf(
      marks('ACT I', 'The Rise') +
        marks('ACT ONE') +
        marks('THE RISE') +
        marks('ACT 1', 'ACT 2') +
        marks('Act Two:'),
    )
    expect(
      parseText(script)
        .lines.filter(({ type }) => type === 'Action')
        .map(({ act }) => act),
    ).toEqual([1, 1, 1, 2, 2])
  })

  it.each([
    ['New Act', 'FADE IN:', 'Transition'],
    ['New Act', 'INT. BARN - DAY', 'Scene Heading'],
    ['New Act', 'SCENE B', 'Scene'],
    ['New Act', 'END OF EPISODE', 'End of Act'],
    ['New Act', 'MONDAY', 'New Act'],
    ['Title', 'Teaser', 'New Act'],
    ['Act &amp; Scene Break', 'Tag', 'New Act'],
    ['Action', 'TEASER', 'New Act'],
    ['Action', 'Tag', 'Action'],
    ['Action', 'Tag: you are it', 'Action'],
    ['Scene Heading', 'PROLOGUE', 'Scene Heading'],
    ['Dialogue', 'ACT TWO', 'Dialogue'],
    ['End of Act', 'ACT TWO', 'End of Act'],
    ['Action', 'Act Two of the play goes on and on.', 'Action'],
    ['Action', 'Un acte de courage', 'Action'],
    ['Action', 'ACTO SEGUNDO', 'New Act'],
    ['General', 'Premier acte', 'New Act'],
  ])('%s %j is %s', (type, text, read) => {
    expect(parseText(fdxOf(paragraph(type, text))).lines[0]?.type).toBe(read)
  })
})
