import { describe, expect, it } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'

const centred = (text: string) => `<Paragraph Alignment="Center"><Text>${text}</Text></Paragraph>`
const left = (text: string) => `<Paragraph Alignment="Left"><Text>${text}</Text></Paragraph>`
const titled = (...page: string[]) =>
  parseText(
    fdxOf(paragraph('Action', 'A line.'), `<TitlePage><Content>${page.join('')}</Content></TitlePage>`),
    'My_Script v2.FDX',
  ).title

describe('the title', () => {
  it.each([
    [
      'the first centred words',
      'The Paper Boat',
      [left('.'), centred(''), centred('The Paper Boat'), centred('Written by')],
    ],
    [
      'without their quotation marks',
      'The Pilot',
      [centred('“The Pilot”'), centred('by'), centred('A. Nobody')],
    ],
    [
      'in one piece',
      'The Long Way Home, and Back',
      [centred('The Long Way Home,'), centred('and Back'), centred('by')],
    ],
    ['without the episode', 'Bakers', [centred('Bakers'), centred('Episode 3'), centred('written by')]],
    [
      'what is named Title',
      'Named',
      [centred('WORLD PREMIERE'), '<Paragraph Type="Title"><Text>Named</Text></Paragraph>'],
    ],
    [
      'words above a credit where nothing is centred',
      'Plain',
      [left('Plain'), left('Screenplay by'), left('A. Nobody')],
    ],
    [
      'words in another language',
      'Le bateau de papier',
      [centred('Le bateau de papier'), centred('un film de')],
    ],
  ])('is %s', (_, title, page) => {
    expect(titled(...page)).toBe(title)
  })

  it.each([
    ['there is no title page', []],
    ['it begins with a credit', [centred('Written by'), centred('A. Nobody')]],
    ['it is a placeholder', [centred('SCRIPT TITLE'), centred('Written by')]],
    ['it has only an address', [left('12 Long Street'), left('a.nobody@example.com')]],
    ['it begins with a date', [centred('12/03/2024'), centred('x')]],
    ['it has no words', [centred('.'), centred('* * *')]],
  ])('is the name of the file where %s', (_, page) => {
    expect(titled(...page)).toBe('My_Script v2')
  })

  it('is read where a tool puts the title page inside of the script, and its words are no lines', () => {
    const page = `<TitlePage><Content>${centred('Inside')}</Content></TitlePage>`
    const script = parseText(fdxOf(page + paragraph('Action', 'A line.')))
    expect(script.title).toBe('Inside')
    expect(script.lines).toHaveLength(1)
  })

  it.each([
    ['../../etc/passwd.fdx', 'passwd'],
    ['C:\\Scripts\\Night.fdx', 'Night'],
    ['.fdx', 'Untitled'],
    ['', 'Untitled'],
    [`${'x'.repeat(500)}.fdx`, 'x'.repeat(200)],
  ])('of a file named %j is %j', (name, title) => {
    expect(parseText(fdxOf(paragraph('Action', 'A line.')), name).title).toBe(title)
  })
})
