import { matchesOf } from '../token-class.ts'
import data from '../../../data/abbreviations.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { isLabel, NUMBER_BEFORE, ORDINAL_BEFORE, tableOf, type ShortWord } from './short-word.ts'

const BEFORE = tableOf(data.beforeNumbers)
const AFTER = tableOf(data.afterNumbers)
/** Those that need no full stop. */
const BARE = wordSet(data.bareBeforeNumbers)
const BARE_IN_SMALL = wordSet(data.bareBeforeNumbersInSmall)
const BEFORE_ROMANS = wordSet(data.beforeRomans)
const NUMBER_AFTER =
  /^\s?(?:#\s?)?\d|^\s\p{Lu}\d|^\s(?:[IVXL]{2,7}|[ivxl]{2,6}|[IVX])(?![\p{L}']|\.\p{L})|^\s[\u2160-\u217F]/u
const FLOOR_BEFORE = /(?:\d(?:st|nd|rd|th)|first|second|third|\p{L}th|top)\s$/iu

/** "18 mos.", "3RD FL.", "2nd Plt." */
function afterNumber({ word, small, hasStop, before, context }: ShortWord): string | undefined {
  const said = AFTER.get(small)
  if (said === undefined || !NUMBER_BEFORE.test(before)) return undefined
  if (small === 'fl' && !FLOOR_BEFORE.test(before)) return undefined
  if (/^(?:st|dr)$/.test(small) && !ORDINAL_BEFORE.test(before)) return undefined
  if (word === 'MOS') return /\d\s$/.test(before) ? said : undefined
  const isSure = hasStop || isLabel(context) || /^(?:wks?|mos|yrs?|hrs?|mins|secs|flr|blks|pcs)$/.test(small)
  return isSure ? said : undefined
}

/** "pp. 3-4", "Ch. IX", "Rte. 12". */
function beforeNumber({ word, small, hasStop, after, context }: ShortWord): string | undefined {
  const said = BEFORE.get(small)
  if (said === undefined || !NUMBER_AFTER.test(after) || /^\s?I\s/.test(after)) return undefined
  if (!/^\s?(?:#\s?)?\d|^\s[A-Z]\d/.test(after) && !BEFORE_ROMANS.has(small)) return undefined
  if (small === 'ext' && context.isHeading) return undefined
  return hasStop || (BARE.has(small) && (word !== small || BARE_IN_SMALL.has(small))) ? said : undefined
}

export const numberedWord = (token: ShortWord): string | undefined =>
  afterNumber(token) ?? beforeNumber(token)

const GLUED = /(?<![\p{L}\p{N}])(ep|sc|ch|pg|vol|rm|apt|fl|hwy|rte)\.?(?=\d)/giu

/** "ep2", "sc12". */
export function* gluedWords(text: string) {
  for (const { 0: all, 1: word = '', index } of matchesOf(text, GLUED))
    yield { from: index, to: index + all.length, words: `${BEFORE.get(word.toLowerCase())} ` }
}
