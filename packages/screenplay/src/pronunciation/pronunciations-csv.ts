import { PRONUNCIATION_LIMIT, PRONUNCIATIONS_LIMIT } from '@andscene/contracts/limits'
import { BYTE_ORDER_MARK, csvRow } from '@andscene/contracts/text/csv'
import type { Pronunciation, PronunciationKind } from '@andscene/contracts/voices/pronunciation'
import { checkedPronunciation } from './check.ts'
import { pronunciationKey } from './sounds-in.ts'

const COLUMNS = ['Word', 'Pronunciation', 'Kind', 'Character'] as const
const KINDS: Readonly<Record<PronunciationKind, string>> = { respelling: 'Respelling', ipa: 'IPA' }

/** Longest file that is read, in characters. */
export const CSV_LIMIT = 1_000_000
/** Rows after these are refused unread. */
const ROWS_LIMIT = 5_000

/** A file with the columns Word, Pronunciation, Kind and Character, which a spreadsheet opens. */
export const pronunciationsCsv = (list: readonly Pronunciation[]): string =>
  BYTE_ORDER_MARK +
  csvRow(COLUMNS) +
  list.map(({ word, says, as, character = '' }) => csvRow([word, says, KINDS[as], character])).join('')

/** A row that is not imported; `row` counts from 1. */
export type RefusedRow = { row: number; cells: readonly string[]; reason: string }
export type ReadCsv = { accepted: Pronunciation[]; refused: RefusedRow[] }

/** The refused rows as a file, with the reason of each. */
export const refusedCsv = (refused: readonly RefusedRow[]): string =>
  BYTE_ORDER_MARK +
  csvRow([...COLUMNS, 'Reason']) +
  refused
    .map(({ cells, reason }) => csvRow([...COLUMNS.map((_, column) => cells[column] ?? ''), reason]))
    .join('')

/**
 * Reads a file of pronunciations, also with other separators and columns in another order. A row that cannot be imported
 * is refused with a reason, and the others are accepted.
 */
export function readPronunciationsCsv(text: string, characters: readonly string[]): ReadCsv {
  const accepted = new Map<string, Pronunciation>()
  const refused: RefusedRow[] = []
  const names = new Map(characters.map((name) => [folded(name), name]))
  const [first = [], ...rest] = rowsOf(text)
  const order = orderOf(first)
  const rows = order ? rest : [first, ...rest]
  for (const [index, row] of rows.entries()) {
    const cells = (order ?? [0, 1, 2, 3]).map((column) => unescaped(row[column] ?? ''))
    if (cells.every((cell) => cell === '')) continue
    const result = index < ROWS_LIMIT ? read(cells, names) : TOO_MANY
    const reason =
      'problem' in result
        ? result.problem
        : accepted.has(pronunciationKey(result.checked))
          ? 'The word is already in this file. Remove one of the rows.'
          : accepted.size === PRONUNCIATIONS_LIMIT
            ? TOO_MANY.problem
            : undefined
    if (reason === undefined && 'checked' in result)
      accepted.set(pronunciationKey(result.checked), result.checked)
    else refused.push({ row: index + (order ? 2 : 1), cells, reason: reason ?? '' })
  }
  return { accepted: [...accepted.values()], refused }
}

const TOO_MANY = { problem: `A script has at most ${PRONUNCIATIONS_LIMIT} pronunciations.` }

/** By the name in a file; a Respelling needs none. */
const KIND_NAMES: ReadonlyMap<string, PronunciationKind> = new Map([
  ['', 'respelling'],
  ['respelling', 'respelling'],
  ['ipa', 'ipa'],
])

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase()

function read(
  [word = '', says = '', kind = '', name = '']: readonly string[],
  names: ReadonlyMap<string, string>,
): { checked: Pronunciation } | { problem: string } {
  const as = KIND_NAMES.get(folded(kind))
  if (as === undefined) return { problem: 'The kind is not known. Use Respelling or IPA.' }
  const character = names.get(folded(name))
  if (name !== '' && character === undefined)
    return { problem: 'The script has no such character. Check the name.' }
  if (says === '') return { problem: 'The pronunciation is missing.' }
  if ([...word].length > PRONUNCIATION_LIMIT.word)
    return { problem: `The word has more than ${PRONUNCIATION_LIMIT.word} characters.` }
  if ([...says].length > PRONUNCIATION_LIMIT.says)
    return { problem: `The pronunciation has more than ${PRONUNCIATION_LIMIT.says} characters.` }
  return checkedPronunciation({ word, says, as, ...(character !== undefined && { character }) })
}

/** Indexes of our columns in a header; undefined if the row is no header. */
function orderOf(row: readonly string[]): number[] | undefined {
  const names = row.map(folded)
  const found = COLUMNS.map((column) => names.indexOf(folded(column)))
  return found[0]! < 0 || found[1]! < 0 ? undefined : found
}

/** The apostrophe before a formula is no part of the text (contracts csv.ts). */
const unescaped = (cell: string): string =>
  cell.trim().replace(/^'(?=[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u, '')

/** Cells of a file, with quotes as in RFC 4180. The separator is the one of the first row. */
function rowsOf(text: string): string[][] {
  const plain = text.replace(BYTE_ORDER_MARK, '').slice(0, CSV_LIMIT)
  const head = plain.slice(0, Math.max(0, plain.search(/[\r\n]|$/)))
  const separator = [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (plain[at + 1] === '"') cell += plain[(at += 1)]!
      else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && plain[at + 1] === '\n') at += 1
      endRow()
    } else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
