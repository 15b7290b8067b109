import { describe, expect, test } from 'vitest'
import { saidLine } from './said-line.ts'

const said = (type: string, text: string) => saidLine({ type, text }).text

describe('product §3 the words for a line', () => {
  test.each([
    ['Dialogue', 'He opens the SCREEN DOOR.', 'He opens the Screen Door.'],
    ['Dialogue', 'WE HAVE 12 DOORS. 3 ARE OPEN.', 'We have twelve doors. Three are open.'],
    ['Dialogue', 'I can’t -- I won’t.', "I can't, I won't."],
    ['Dialogue', 'I thought --', 'I thought...'],
    ['Character', 'ADA (V.O.)', 'Ada'],
    ['Transition', 'CUT TO:', 'Cut to.'],
  ])('of %s %j are %j', (type, text, expected) => {
    expect(said(type, text)).toBe(expected)
  })

  test('know which part of the written text they say, also beside struck-out words', () => {
    const text = 'Well –  you 1,234  old MEN.'
    const start = text.indexOf('old ')
    const line = { type: 'Dialogue', text, styles: [{ start, end: start + 4, struck: true }] }
    const { text: spoken, words } = saidLine(line)
    expect(spoken).toBe('Well, you one thousand two hundred thirty-four Men.')
    expect(
      words.map(({ at, length, from, to }) => [spoken.slice(at, at + length), text.slice(from, to)]),
    ).toEqual([
      ['Well', 'Well'],
      ['you', 'you'],
      ['one', '1,234'],
      ['thousand', '1,234'],
      ['two', '1,234'],
      ['hundred', '1,234'],
      ['thirty-four', '1,234'],
      ['Men', 'MEN'],
    ])
  })
})
