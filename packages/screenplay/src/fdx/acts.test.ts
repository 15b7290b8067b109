import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'

/** Marks of acts one below the other, and an action. */
const marks = (...texts: string[]) =>
  texts.map((text) => paragraph('New Act', text)).join('') + paragraph('Action', 'x')

const parsed = (...paragraphs: string[]) => parseText(fdxOf(paragraphs.join('')))
const actsOf = (...paragraphs: string[]) => parsed(...paragraphs).lines.map(({ act }) => act)

describe('acts (product §3)', () => {
  test.each([
    [
      'act 1 without a heading above',
      [1, 1],
      [paragraph('Action', 'FADE IN'), paragraph('New Act', 'ACT ONE')],
    ],
    ['act 2 below a heading', [1, 2, 2], [paragraph('Scene Heading', 'INT. A'), marks('ACT ONE')]],
    ['act 2 below a scene', [1, 2, 2], [paragraph('Scene', 'INT. A'), marks('ACT ONE')]],
  ])('the first mark begins %s', (_, acts, paragraphs) => {
    expect(actsOf(...paragraphs)).toEqual(acts)
  })

  test('are known by their number and by the title in the mark below it', () => {
    const names = [['ACT I', 'The Rise'], ['ACT ONE'], ['THE RISE'], ['ACT 1', 'ACT 2'], ['Act Two:']]
    const { lines } = parsed(...names.map((each) => marks(...each)))
    expect(lines.filter(({ type }) => type === 'Action').map(({ act }) => act)).toEqual([1, 1, 1, 2, 2])
  })

  test.each([
    [['ACT ONE', 'ACT TWO', 'ACT ONE'], 3],
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
    expect(parsed(...names.map((name) => marks(name))).acts).toBe(count)
  })

  test.each([
    [
      ['COLD OPEN', 'INT. A'],
      ['New Act', 'Scene Heading'],
    ],
    [
      ['COLD OPEN', 'FADE IN:', 'INT. A'],
      ['New Act', 'Transition', 'Scene Heading'],
    ],
    [['PROLOGUE'], ['Scene Heading']],
  ])('the headings %j are read as %j', (headings, types) => {
    const paragraphs = headings.map((text) => paragraph('Scene Heading', text))
    expect(parsed(...paragraphs, paragraph('Action', 'x')).lines.map(({ type }) => type)).toEqual([
      ...types,
      'Action',
    ])
  })
})
