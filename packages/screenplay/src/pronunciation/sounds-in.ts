import type { Pronunciation, Sound } from '@andscene/contracts/voices/pronunciation'
import { ipaWithS, readIpa } from './ipa.ts'
import { respellingIpa, spelledOut } from './respelling.ts'

/** Letters and digits, with their marks and joiners. */
const WORD = /[\p{L}\p{N}\p{M}\u200c\u200d]+/gu
const POSSESSIVE = /^['’]s(?![\p{L}\p{N}\p{M}])/iu
/** "Siobhan'll" contains the word, "O'Brien" does not contain "O". */
const NO_END = /^['’](?!(?:s|ll|d|ve|re|m)(?![\p{L}\p{N}\p{M}]))\p{L}/iu
const NO_START = /[\p{L}\p{N}]['’]$/u

/** Upper and lower case are equal, and so are the apostrophes, hyphens and spaces of different keyboards. */
export const foldedWord = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** Equal for pronunciations of the same word of the same character, of which there is only one. */
export const pronunciationKey = ({
  word,
  character = '',
}: {
  word: string
  character?: string | undefined
}): string => `${foldedWord(word)}\n${character.normalize('NFC').toLowerCase()}`

type Part = { text: string; start: number; end: number }
type Entry = {
  parts: readonly string[]
  gaps: readonly string[]
  character: string | undefined
  sound: Pick<Sound, 'ipa' | 'spelled'>
}

const partsOf = (text: string): Part[] =>
  [...text.matchAll(WORD)].map(({ 0: part, index }) => ({
    text: foldedWord(part),
    start: index,
    end: index + part.length,
  }))
const gapsOf = (text: string, parts: readonly Part[]): string[] =>
  parts.slice(1).map(({ start }, index) => text.slice(parts[index]!.end, start))
/** A single kind of space, apostrophe and hyphen. */
const foldedGap = (gap: string): string =>
  gap
    .replace(/\s+/gu, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')

/** What providers receive for a pronunciation; IPA with a wrong character is as good as none. */
export function soundOf({ says, as }: Pick<Pronunciation, 'says' | 'as'>): Pick<Sound, 'ipa' | 'spelled'> {
  if (as === 'respelling') {
    const ipa = respellingIpa(says)
    return { ...(ipa !== undefined && { ipa }), spelled: spelledOut(says) }
  }
  const read = readIpa(says)
  return 'ipa' in read && read.ipa !== '' ? { ipa: read.ipa } : {}
}

function entriesOf(list: readonly Pronunciation[]): Map<string, Entry[]> {
  const byFirst = new Map<string, Entry[]>()
  for (const pronunciation of list) {
    const sound = soundOf(pronunciation)
    const parts = partsOf(pronunciation.word)
    if (parts.length === 0 || (sound.ipa === undefined && !sound.spelled)) continue
    const entry = {
      parts: parts.map(({ text }) => text),
      gaps: gapsOf(pronunciation.word, parts).map(foldedGap),
      character: pronunciation.character?.normalize('NFC').toLowerCase(),
      sound,
    }
    byFirst.set(entry.parts[0]!, [...(byFirst.get(entry.parts[0]!) ?? []), entry])
  }
  // The longest first; of equally long ones that of the character.
  for (const entries of byFirst.values())
    entries.sort(
      (a, b) =>
        b.parts.length - a.parts.length ||
        Number(b.character !== undefined) - Number(a.character !== undefined),
    )
  return byFirst
}

/** The planner asks with one list for thousands of lines. */
const compiled = new WeakMap<readonly Pronunciation[], Map<string, Entry[]>>()

/**
 * The parts of a spoken text with a pronunciation (product §5), ascending, without overlap: whole words in any case,
 * also possessive, the longest first. `character`: who speaks; undefined for the narrator.
 */
export function soundsIn(text: string, list: readonly Pronunciation[], character?: string): Sound[] {
  if (list.length === 0) return []
  const entries = compiled.get(list) ?? entriesOf(list)
  compiled.set(list, entries)
  const speaker = character?.normalize('NFC').toLowerCase()
  const parts = partsOf(text)
  const sounds: Sound[] = []
  for (let index = 0; index < parts.length;) {
    const { start, text: first } = parts[index]!
    const fits = ({ parts: words, gaps, character: of }: Entry): boolean =>
      (of === undefined || of === speaker) &&
      words.every((word, n) => parts[index + n]?.text === word) &&
      gaps.every(
        (gap, n) => foldedGap(text.slice(parts[index + n]!.end, parts[index + n + 1]!.start)) === gap,
      ) &&
      !NO_END.test(text.slice(parts[index + words.length - 1]!.end))
    const found = NO_START.test(text.slice(Math.max(0, start - 2), start))
      ? undefined
      : entries.get(first)?.find(fits)
    if (!found) {
      index += 1
      continue
    }
    const { end } = parts[index + found.parts.length - 1]!
    const ending = POSSESSIVE.exec(text.slice(end))?.[0]
    sounds.push({
      at: start,
      length: end + (ending?.length ?? 0) - start,
      ...(ending ? possessive(found.sound, ending) : found.sound),
    })
    // The s of the ending is a part of its own.
    index += found.parts.length + (ending ? 1 : 0)
  }
  return sounds
}

const possessive = ({ ipa, spelled }: Entry['sound'], ending: string): Entry['sound'] => ({
  ...(ipa !== undefined && { ipa: ipaWithS(ipa) }),
  ...(spelled !== undefined && { spelled: spelled + ending.toLowerCase() }),
})
