import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

/** Marks of acts one below the other, and an action. */
const marks = (...texts: string[]) =>
  texts.map((text) => paragraph('New Act', text)).join('') + paragraph('Action', 'x')

/** What headings are read as, one below the other, and an action. */
const typesOfHeadings = (...texts: string[]) =>
  parseText(
    fdxOf(texts.map((text) => paragraph('Scene Heading', text)).join('') + paragraph('Action', 'x')),
  ).lines.map(({ type }) => type)

describe('acts', () => {
  test('count every spelling of a mark, a doubled one once, from 1 (product §3: act 2 only behind a heading)', () => {
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

  test('are not begun by the end of one, by a sentence, or by what somebody says', () => {
    const others = rows(parseFixture('acts'), 'act')
    expect(others).toContain('End of Act | END OF ACT ONE | 2')
    expect(others).toContain('Action | Act one of kindness at a time. | 3')
    expect(others).toContain('Dialogue | ACT SEVEN | 7')
  })

  test('begin with act 1 at a first mark that has no heading before it', () => {
    const { lines } = parseText(fdxOf(paragraph('Action', 'FADE IN') + paragraph('New Act', 'ACT ONE')))
    expect(lines.map((line) => line.act)).toEqual([1, 1])
  })

  test('count the words of an act in whatever style, and a part or an act once, however often it is named', () => {
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

  test('of a play begin with the scene that names them', () => {
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
      'Scene Heading | park | 3 | -',
      'Action | A bench. | 3 | -',
      'New Act | 2. AKT | 4 | -',
      'Scene | ACT II - SCENE 1 | 4 | 1',
      'Action | A bench again. | 4 | 1',
    ])
  })

  test('begin with act 2 at a first mark below a scene, be it a heading of any kind', () => {
    for (const type of ['Scene Heading', 'Scene']) {
      const { lines } = parseText(fdxOf(paragraph(type, 'INT. A') + marks('ACT ONE')))
      expect(lines.map(({ act }) => act)).toEqual([1, 2, 2])
    }
  })

  test('begin anew where another script follows in the file', () => {
    expect(parseText(fdxOf(marks('ACT ONE') + marks('ACT TWO') + marks('ACT ONE'))).acts).toBe(3)
  })

  test('know an act by its number and by the title in the mark below it', () => {
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

  test.each([
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

  test.each([
    [['ACT', 'ACT', 'ACT'], 3],
    [['ACT ___', 'ACT #', 'ACT'], 3],
    [['ACT BREAK', '* * *', 'ACT BREAK', '* * *'], 4],
    [['COMMERCIAL', 'COMMERCIAL'], 2],
    [['TEASER', 'TEASER (CONT’D)', 'TAG', "TAG (CONT'D)"], 2],
    [['THE FLOOD', 'THE FLOOD (CONTINUED)'], 1],
    [['PROLOG', 'PROLOGUE', 'ACT ONE'], 2],
    [['The Rise', 'ACT ONE', 'the rise'], 3],
    [['ACT ONE - THE RISE', 'Act One: The Fall', 'ACT TWO'], 2],
  ])('named %j in the style New Act are %i', (names, count) => {
    expect(parseText(fdxOf(names.map((name) => marks(name)).join(''))).acts).toBe(count)
  })

  test.each([
    ['New Act', 'FIN DEL ACTO UNO', 'End of Act'],
    ['New Act', 'ENDE DES ERSTEN AKTES', 'End of Act'],
    ['Action', 'The second act.', 'Action'],
    ['Action', 'SECOND ACT', 'New Act'],
    ['Scene Heading', 'SECOND ACT', 'New Act'],
    ['Action', 'SCENE UP', 'Action'],
    ['Action', 'SCENE BB', 'Scene'],
    ['Action', 'SCENE TWO: THE WALL', 'Action'],
    ['Cast List', 'ACT TWO', 'Cast List'],
    ['New Act', 'Act Two: the flood', 'New Act'],
  ])('%s %j is read as %s', (type, text, read) => {
    expect(parseText(fdxOf(paragraph(type, text) + paragraph('Action', 'x'))).lines[0]?.type).toBe(read)
  })

  test('begin at a heading TEASER only where the scene has a heading of its own below', () => {
    expect(typesOfHeadings('COLD OPEN', 'INT. A')).toEqual(['New Act', 'Scene Heading', 'Action'])
    expect(typesOfHeadings('COLD OPEN', 'FADE IN:', 'INT. A')).toEqual([
      'New Act',
      'Transition',
      'Scene Heading',
      'Action',
    ])
    expect(typesOfHeadings('PROLOGUE')).toEqual(['Scene Heading', 'Action'])
  })
})
