import { processorMs } from '@andscene/testing/processor-time'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { describe, expect, test } from 'vitest'
import { pronunciationsCsv, readPronunciationsCsv, refusedCsv } from './pronunciations-csv.ts'

const LIST: Pronunciation[] = [
  { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' },
  { word: 'Siobhan "the, cat"', says: 'ʃɪˈvɔːn', as: 'ipa', character: "O'BRIEN, JR." },
  { word: '@home', says: '-at HOHM', as: 'respelling' },
]
const CHARACTERS = ["O'BRIEN, JR.", 'ANNA']
const read = (text: string) => readPronunciationsCsv(text, CHARACTERS)

describe('product §5: pronunciations as CSV', () => {
  test('are read as they were written, and no field is a formula', () => {
    const csv = pronunciationsCsv(LIST)
    expect(csv).toContain('"\'@home","\'-at HOHM"')
    expect(read(csv)).toEqual({ accepted: LIST, refused: [] })
  })

  test.each([
    ['semicolons, without a header', 'Siobhan;shi-VAWN\nAoife;EE-fuh;;anna\n'],
    [
      'tabs and a header in another order',
      'Character\tPronunciation\tWord\r\n\tshi-VAWN\tSiobhan\r\nANNA\tEE-fuh\tAoife',
    ],
    [
      'empty rows and spaces',
      '\uFEFFword,pronunciation,kind,character\n\n Siobhan , "shi-VAWN" \n,,,\nAoife,EE-fuh,Respelling,Anna\n',
    ],
  ])('are read with %s', (_, text) => {
    expect(read(text)).toEqual({
      accepted: [
        { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' },
        { word: 'Aoife', says: 'EE-fuh', as: 'respelling', character: 'ANNA' },
      ],
      refused: [],
    })
  })

  test('rows that cannot be imported are refused with their number and a reason', () => {
    const { accepted, refused } = read(
      [
        'Word,Pronunciation,Kind,Character',
        'Aoife,EE-fuh',
        'Siobhan,ʃɪ§,IPA',
        'Niamh,NEEV,SSML',
        'Niamh,NEEV,constructor',
        'Niamh,NEEV,,GHOST',
        'Niamh,,',
        ',NEEV',
        'aoife,EE',
        `${'w'.repeat(81)},EE`,
        `Cian,${'w'.repeat(121)}`,
      ].join('\n'),
    )
    expect(accepted.map(({ word }) => word)).toEqual(['Aoife'])
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'There is no sound "§" at position 3. Use letters of the International Phonetic Alphabet.'],
      [4, 'The kind is not known. Use Respelling or IPA.'],
      [5, 'The kind is not known. Use Respelling or IPA.'],
      [6, 'The script has no such character. Check the name.'],
      [7, 'The pronunciation is missing.'],
      [8, 'The word has no letter or digit. Enter a word.'],
      [9, 'The word is already in this file. Remove one of the rows.'],
      [10, 'The word has more than 80 characters.'],
      [11, 'The pronunciation has more than 120 characters.'],
    ])
    expect(refusedCsv(refused)).toContain(
      '"Niamh","NEEV","SSML","","The kind is not known. Use Respelling or IPA."',
    )
  })

  test('of more than 500 rows the others are refused, none is lost', () => {
    const rows = Array.from({ length: 6_000 }, (_, n) => `word${n},EE`).join('\n')
    const { accepted, refused } = read(rows)
    expect([accepted.length, refused.length]).toEqual([500, 5_500])
    expect(refused[0]).toMatchObject({ row: 501, reason: 'A script has at most 500 pronunciations.' })
  })

  test.each([
    ['quotes', '"'.repeat(1_000_000)],
    ['separators', ','.repeat(1_000_000)],
    ['rows', 'a\n'.repeat(500_000)],
    ['formulas', "'=".repeat(500_000)],
    ['nothing', ''],
  ])('of a hostile file are read in linear time: %s', (_, text) => {
    expect(processorMs(() => expect(read(text).accepted).toEqual([]))).toBeLessThan(3_000)
  })
})
