import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { saidLine } from './said-line.ts'

const FILE = new URL('../../fixtures/said-lines.tsv', import.meta.url)
/** Share of all lines, also those that are not read yet. */
const LEAST_RIGHT = 0.99

const [, read = '', notYet = ''] = readFileSync(FILE, 'utf8').split(/^#.*\n/m)
const rowsOf = (part: string) =>
  part
    .trim()
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t') as [type: string, written: string, said: string])

/** The words of a text, whatever their case and marks; letters that are spelled are apart. */
const wordsOf = (text: string): string =>
  text
    .replace('(silent)', '')
    .replace(/\b(?:[A-Z]\.){2,}/g, (letters) => letters.replaceAll('.', ' '))
    .replace(/\b([A-Z]{2,5})('?s)?\b/g, (_, letters: string, end = '') => [...letters].join(' ') + end)
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(\p{L}) (?!is\b)(?=\p{L}s?\b(?!\p{L}))/gu, '$1')
    .trim()

const heard = (type: string, written: string): string =>
  wordsOf(saidLine({ type, text: written.replaceAll(String.raw`\n`, '\n') }).text)
const right = (said: string): string[] => said.split(' || ').map(wordsOf)

describe('product §3: lines of all kinds as a good reader says them', () => {
  test.each(rowsOf(read))('%s: %s', (type, written, said) => {
    expect(right(said)).toContain(heard(type, written))
  })

  test('few are not read yet, and none of these by now', () => {
    const [done, open] = [rowsOf(read).length, rowsOf(notYet)]
    expect(open.filter(([type, written, said]) => right(said).includes(heard(type, written)))).toEqual([])
    expect(done / (done + open.length)).toBeGreaterThan(LEAST_RIGHT)
  })
})
