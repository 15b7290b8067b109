import { describe, expect, it } from 'vitest'
import { parseFixture, rows } from '../testing/fixture-files.ts'

describe('the type of a line', () => {
  it('is folded for case and space, follows PaginateAs, and else keeps its own name', () => {
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

  it('of Outline, Summary and Note is planning text, and no line', () => {
    expect(rows(parseFixture('types')).join()).not.toContain('Planning')
  })
})

describe('capitals by style (Final Draft’s AllCaps)', () => {
  it('are told of lines with small letters, unless their type is shown in capitals anyway; the text stays', () => {
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
