import { PRONUNCIATION_LIMIT } from '@andscene/contracts/limits'
import type { Line } from '@andscene/contracts/script'
import { selectedCharacters } from '../notes/marks/selection.ts'

const WITHIN = /[\p{L}\p{M}\p{N}'’-]/u
const EDGES = /^['’-]+|['’-]+$/g
const POSSESSIVE = /['’]s$/i

/**
 * The words in a range of a line, each in full, without the ending of a possessive; undefined if there is no letter, or
 * if they are too long for a pronunciation.
 */
export function wordsAt(text: string, { start, end }: { start: number; end: number }): string | undefined {
  let [from, to] = [start, end]
  while (from > 0 && WITHIN.test(text[from - 1]!) && WITHIN.test(text[from] ?? '')) from -= 1
  while (to < text.length && WITHIN.test(text[to]!) && WITHIN.test(text[to - 1] ?? '')) to += 1
  const words = text.slice(from, to).replace(/\s+/g, ' ').trim()
  const plain = words
    .replace(EDGES, '')
    .replace(POSSESSIVE, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return /[\p{L}\p{N}]/u.test(plain) && plain.length <= PRONUNCIATION_LIMIT.word ? plain : undefined
}

/** The selected words of a line, each in full. */
export function selectedWords(lines: readonly Line[]): { text: string; line: number } | undefined {
  const selected = selectedCharacters()
  const line = selected && lines[selected.index]
  const text = line && wordsAt(line.text, selected.range)
  return text === undefined ? undefined : { text, line: selected!.index }
}
