import { describe, expect, test } from 'vitest'
import { parseFdx } from '../fdx/parse-fdx.ts'
import { sampleBytes, table } from '../testing/fixture-files.ts'
import { loadGuess } from './guess-language.ts'
import { scriptLanguages } from './script-languages.ts'

type Said = { type: string; text: string; character?: string }
const said = (text: string, character = 'ROSA'): Said => ({ type: 'Dialogue', text, character })

/** Enough English to make it the script's language. */
const ENGLISH = [
  { type: 'Scene Heading', text: 'INT. THE HOUSE - DAY' },
  {
    type: 'Action',
    text: 'The woman looks at the letter and then at her son, who is waiting at the door with his coat on.',
  },
  said('They were here last night, and they want to know what you did with it.', 'ANNA'),
  { type: 'Scene Heading', text: 'INT. THE KITCHEN - DAY' },
]

const languageOf = async (lines: readonly Said[]) => (await scriptLanguages(lines, loadGuess)).own

async function foreignIn(lines: readonly Said[]): Promise<string[]> {
  const { ofLines } = await scriptLanguages(lines, loadGuess)
  return [...ofLines].map(([index, language]) => `${language} ${lines[index]!.text}`)
}

describe('product §3: the language of a line', () => {
  test.each(table('languages', 'Lines'))('is %s for %j in an English script', async (language, text = '') => {
    const expected = language === '-' ? [] : [`${language} ${text}`]
    expect(await foreignIn([...ENGLISH, said(text)])).toEqual(expected)
  })

  test.each(table('languages', 'Scenes'))('%s', async (_what, script = '', expected = '') => {
    const lines = script.split('\n').map((row) => {
      const [, character, text] = /^(\w+): (.*)$/.exec(row) ?? []
      return text === undefined ? { type: 'Scene Heading', text: row } : said(text, character)
    })
    expect(await foreignIn([...ENGLISH, ...lines])).toEqual(expected === '-' ? [] : expected.split('; '))
  })

  test('is not told for lines in the language of the script, whichever that is', async () => {
    const french = [
      'Vera entre dans la cuisine et pose les clés sur la table.',
      'Je ne savais pas que tu étais déjà là.',
      'Oui. Non. Bon.',
      'Il ne faut pas rester ici, mon ami.',
    ].map((text) => said(text))
    expect(await foreignIn(french)).toEqual([])
    const english = 'You should never have come back to this house.'
    expect(await foreignIn([...french, said(english, 'TOM')])).toEqual([`en ${english}`])
    expect(await languageOf(french)).toBe('fr')
    expect(await languageOf(ENGLISH)).toBe('en')
    expect(await languageOf([said('12 34')])).toBeUndefined()
  })

  test('is English throughout in a whole English script', async () => {
    expect(await foreignIn(parseFdx(sampleBytes(), 'sample.fdx').lines)).toEqual([])
  })

  test('is not told for cues, and for headings only by their letters', async () => {
    const lines = [
      { type: 'Character', text: 'РОЗА' },
      { type: 'Scene Heading', text: 'INT. LA CASA DE LOS ABUELOS - DAY' },
      { type: 'Scene Heading', text: '内景。茶馆 - 白天' },
      { type: 'Parenthetical', text: '(en la puerta de la casa, sin mirar)' },
    ]
    expect(await foreignIn([...ENGLISH, ...lines])).toEqual(['zh 内景。茶馆 - 白天'])
  })

  test('loads the language detector only for a doubtful line', async () => {
    let loads = 0
    const load = () => {
      loads += 1
      return loadGuess()
    }
    const english = [...Array(30)].flatMap(() => ENGLISH)
    await scriptLanguages(english, load)
    expect(loads).toBe(0)
    await scriptLanguages([...english, said('Vamos a llegar tarde otra vez.')], load)
    expect(loads).toBe(1)
  })
})
