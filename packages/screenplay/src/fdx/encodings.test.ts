import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph } from '../testing/fixture-files.ts'
import { parseFdx } from './parse-fdx.ts'

const WORDS = 'Café, “naïve” – 5 €'
const xml = (declaration: string) => fdxOf(paragraph('Action', WORDS), '', declaration)
const declared = (encoding: string) => `<?xml version='1.0' encoding='${encoding}' standalone="no" ?>\n`
const textOf = (bytes: Uint8Array) => parseFdx(bytes, 'x.fdx').lines[0]?.text

const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const windows1252 = (text: string) =>
  Buffer.from(
    text.replace('“', '\u0093').replace('”', '\u0094').replace('–', '\u0096').replace('€', '\u0080'),
    'latin1',
  )

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(xml(declared('UTF-8')))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${xml(declared('utf-8'))}`)],
    ['UTF-8 without a declaration', Buffer.from(xml(''))],
    ['UTF-8 with a mark and no declaration', Buffer.from(`\ufeff${xml('')}`)],
    ['a declaration without an encoding', Buffer.from(xml('<?xml version="1.0"?>'))],
    ['UTF-16, little end first', utf16(`\ufeff${xml(declared('UTF-16'))}`, false)],
    ['UTF-16, big end first', utf16(`\ufeff${xml(declared('UTF-16'))}`, true)],
    ['UTF-16 whose declaration was never changed', utf16(`\ufeff${xml(declared('UTF-8'))}`, false)],
    ['UTF-16 without a mark', utf16(xml(declared('UTF-16')), false)],
    ['Windows-1252', windows1252(xml(declared('windows-1252')))],
  ])('reads %s', (_, bytes) => {
    expect(textOf(bytes)).toBe(WORDS)
  })

  test('reads declared Latin-1', () => {
    const text = fdxOf(paragraph('Action', 'Où est le café?'), '', declared('ISO-8859-1'))
    expect(textOf(Buffer.from(text, 'latin1'))).toBe('Où est le café?')
  })
})
