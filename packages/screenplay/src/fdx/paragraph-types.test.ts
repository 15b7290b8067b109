import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseFixture, parseText, rows } from '../testing/fixture-files.ts'

describe('the type of a line', () => {
  test('is folded for case and space, follows PaginateAs, and else keeps its own name', () => {
    expect(rows(parseFixture('types')).map((row) => row.split(' | ')[0])).toEqual([
      'Scene Heading',
      'Action',
      'Scene',
      'Action',
      'Character',
      'Dialogue',
      'Singing',
      'Hen',
      'Undeclared Thing',
      'General',
      'Shot',
      'Cast List',
      'Dialogue',
      'End of Act',
      'Transition',
    ])
  })

  test.each([
    ['Scene Info', 'New Act', 'KITCHEN', 'Scene Info'],
    ['Act Info', 'New Act', 'MONDAY', 'New Act'],
    ['End of Show', 'Character', 'Good night', 'End of Show'],
    ['Fade In', 'Scene Heading', 'Slowly', 'Transition'],
    ['Fade In', 'Action', 'Slowly', 'Action'],
    ['Camera Shot', 'Scene Heading', 'THE DOOR', 'Shot'],
    ['Shot Location', 'Scene Heading', 'THE DOOR', 'Scene Heading'],
    ['Secondary Scene Heading', 'Action', 'THE DOOR', 'Scene Heading'],
    ['Slugline', 'Scene Heading', 'THE DOOR', 'Scene Heading'],
    ['Sequence', 'Scene Heading', 'THE CHASE', 'Sequence'],
  ])('%s that paginates as %s is, of %j, %s', (type, paginateAs, text, read) => {
    const settings = `<ElementSettings Type="${type}"><Behavior PaginateAs="${paginateAs}"/></ElementSettings>`
    const { lines } = parseText(fdxOf(paragraph(type, text) + paragraph('Action', 'x'), settings))
    expect(lines[0]?.type).toBe(read)
  })

  test('of Outline, Summary and Note is planning text, and no line', () => {
    expect(rows(parseFixture('types')).join()).not.toContain('Planning')
  })
})

describe('capitals by style (Final Draft’s AllCaps)', () => {
  test('are told of lines with small letters, unless their type is shown in capitals anyway; the text stays', () => {
    expect(rows(parseFixture('capitals'), 'capitals')).toEqual([
      'Scene Heading | int. kitchen - day | -',
      'Action | A kettle sings. | true',
      'Action | LOUDLY. | -',
      'Shot | close on: the spout | -',
      'Cast List | Ada, Ben | true',
      'Super | Ten years later | true',
      'Character | Ada | -',
      'Dialogue | Tea? | -',
      'Dialogue | Tea for two | true',
    ])
  })
})
