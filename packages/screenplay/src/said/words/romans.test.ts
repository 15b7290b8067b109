import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'
import { cases } from '../../testing/said-cases.ts'
import { romanValue } from './roman-value.ts'

describe('product §3 Roman numbers', () => {
  test.each(
    cases({
      'of a ruler': `
        Charles I lost his head. | Charles the first lost his head.
        She painted George I in his robes. | She painted George the first in his robes.
        John Paul I ruled for weeks. | John Paul the first ruled for weeks.
        Ask Paul, I to him am nothing. Tell George I know it. | Ask Paul, I to him am nothing. Tell George I know it.
        Under James II and Louis XVI they starved. | Under James the second and Louis the sixteenth they starved.
        Pope John XXIII smiled. | Pope John the twenty-third smiled.
        Henry V's army. Elizabeth II's hat. | Henry the fifth's army. Elizabeth the second's hat.
        Is it Mary I or II? | Is it Mary the first or the second?
        King George I of England. | King George the first of England.
        Winthrop Vance III is late. | Winthrop Vance the third is late.`,
      'behind a thing': `
        Rocky III, then Final Fantasy VII. | Rocky three, then Final Fantasy seven.
        World War I was over. World War II came. | World War one was over. World War two came.
        Super Bowl LII and Psalm XC. | Super Bowl fifty-two and Psalm ninety.
        Part I of III. Acts I-II. | Part one of three. Acts one to two.
        Read chapter xii, then act v, scene ii. | Read chapter twelve, then act five, scene two.
        A Class I felony. | A Class one felony.`,
      'years and signs': `
        The stone says MCMXIV. | The stone says nineteen fourteen.
        Copyright MMXXIII. | Copyright twenty twenty-three.
        Hour Ⅸ and volume ⅳ. | Hour nine and volume four.
        In the XIXth century. | In the nineteenth century.`,
      'that are none': `
        The part I love. The chapter I wrote. | The part I love. The chapter I wrote.
        When George I met was young. | When George I met was young.
        Mary I love you. | Mary I love you.
        George, I ruled that out. | George, I ruled that out.
        Malcolm X took vitamin C. | Malcolm X took vitamin C.
        MIX it. A CIVIL DIM light. | Mix it. A Civil Dim light.
        Hook up the IV. I'm on a CD. | Hook up the I V. I'm on a C D.
        On the list, mild and vivid. | On the list, mild and vivid.`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(saidLine({ type: 'Dialogue', text }).text).toBe(expected)
  })

  test.each([
    ['Character', 'QUEEN ANNE II', 'Queen Anne the second'],
    ['Character', 'POPE URBAN VIII', 'Pope Urban the eighth'],
    ['Character', 'ELLSWORTH PIKE III', 'Ellsworth Pike the third'],
    ['Character', 'GUARD III', 'Guard three'],
    ['Scene Heading', 'INT. SHAFT BRANCH IX - NIGHT', 'Interior. Shaft branch nine. Night.'],
    ['New Act', 'ACT I', 'Act one.'],
    ['General', 'END OF PART II', 'End of part two.'],
  ])('of %s %j are %j', (type, text, expected) => {
    expect(saidLine({ type, text }).text).toBe(expected)
  })

  test.each([
    ['MCMXCIX', 1999],
    ['xiv', 14],
    ['Ⅻ', 12],
    ['IIX', undefined],
    ['', undefined],
  ])('%s is %s', (roman, value) => {
    expect(romanValue(roman)).toBe(value)
  })
})
