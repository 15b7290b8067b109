import { describe, expect, it } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

describe('the type of a line', () => {
  it('is folded for case and space, follows PaginateAs, and else keeps its own name', () => {
    expect(rows(parseFixture('types')).map((row) => row.split(' | ')[0])).toEqual([
      'Scene Heading',
      'Scene',
      'Action',
      'Action',
      'Character',
      'Dialogue',
      'Singing',
      'Hen',
      'Undeclared Thing',
      'General',
      'Shot',
      'Cast List',
      'Lyrics',
      'End of Act',
      'Transition',
    ])
  })

  it('of Outline, Summary and Note is planning text, and no line', () => {
    expect(rows(parseFixture('types')).join()).not.toContain('Planning')
  })
})

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
})
