import { SPEECH_TEXT_LIMIT } from '@andscene/contracts/limits'
import type { Pronunciation, Sound } from '@andscene/contracts/voices/pronunciation'
import { ipaWithS, readIpa } from './ipa.ts'
import { respellingIpa, spelledOut } from './respelling.ts'

/** Letters and digits, with their marks and joiners. */
const WORD = /[\p{L}\p{N}\p{M}\u200c\u200d]+/gu
const POSSESSIVE = /^['’]s(?![\p{L}\p{N}\p{M}])/iu
/** "Siobhan'll" contains the word, "O'Brien" does not contain "O". */
const NO_END = /^['’](?!(?:s|ll|d|ve|re|m)(?![\p{L}\p{N}\p{M}]))\p{L}/iu
const NO_START = /[\p{L}\p{N}\p{M}]['’]$/u

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
type Spoken = Pick<Sound, 'ipa' | 'spelled'>
/** Words that begin equally share their first nodes, so that a long list is found as fast as a short one. */
type Node = {
  next: Map<string, Node>
  /** By character in small letters; '' for all. */
  sounds: Map<string, Spoken>
}
const newNode = (): Node => ({ next: new Map(), sounds: new Map() })
const keyOf = (gap: string, word: string): string => `${gap}\n${word}`

/** Longest text that pronunciations may add to a line: a respelling of a letter can have many. */
const MOST_ADDED = SPEECH_TEXT_LIMIT

const partsOf = (text: string): Part[] =>
  [...text.matchAll(WORD)].map(({ 0: part, index }) => ({
    text: foldedWord(part),
    start: index,
    end: index + part.length,
  }))
/** A single kind of space, apostrophe and hyphen. */
const foldedGap = (gap: string): string =>
  gap
    .replace(/\s+/gu, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')

/** What providers receive for a pronunciation; IPA with a wrong character is as good as none. */
export function soundOf({ says, as }: Pick<Pronunciation, 'says' | 'as'>): Spoken {
  if (as === 'respelling') {
    const ipa = respellingIpa(says)
    return { ...(ipa !== undefined && { ipa }), spelled: spelledOut(says) }
  }
  const read = readIpa(says)
  return 'ipa' in read && read.ipa !== '' ? { ipa: read.ipa } : {}
}

function treeOf(list: readonly Pronunciation[]): Node {
  const root = newNode()
  for (const pronunciation of list) {
    const sound = soundOf(pronunciation)
    const parts = partsOf(pronunciation.word)
    if (parts.length === 0 || (sound.ipa === undefined && !sound.spelled)) continue
    let node = root
    for (const [n, { text, start }] of parts.entries()) {
      const gap = n === 0 ? '' : foldedGap(pronunciation.word.slice(parts[n - 1]!.end, start))
      const key = keyOf(gap, text)
      const next = node.next.get(key) ?? newNode()
      node.next.set(key, next)
      node = next
    }
    const character = pronunciation.character?.normalize('NFC').toLowerCase() ?? ''
    node.sounds.set(character, sound)
  }
  return root
}

/** The planner asks with one list for thousands of lines. */
const compiled = new WeakMap<readonly Pronunciation[], Node>()

/**
 * The parts of a spoken text with a pronunciation (product §5), ascending, without overlap: whole words in any case,
 * also possessive, the longest first. `character`: who speaks; undefined for the narrator.
 */
export function soundsIn(text: string, list: readonly Pronunciation[], character?: string): Sound[] {
  if (list.length === 0) return []
  const tree = compiled.get(list) ?? treeOf(list)
  compiled.set(list, tree)
  const speaker = character?.normalize('NFC').toLowerCase() ?? ''
  const parts = partsOf(text)
  const sounds: Sound[] = []
  let spare = MOST_ADDED
  for (let index = 0; index < parts.length;) {
    const { start } = parts[index]!
    const isWithin = NO_START.test(text.slice(Math.max(0, start - 2), start))
    const found = isWithin ? undefined : longestIn(tree, { text, parts, index, speaker })
    const { end } = parts[index + (found?.count ?? 1) - 1]!
    const ending = found && POSSESSIVE.exec(text.slice(end))?.[0]
    const sound = found && (ending ? possessive(found.sound, ending) : found.sound)
    const length = end + (ending?.length ?? 0) - start
    const added = Math.max(sound?.ipa?.length ?? 0, sound?.spelled?.length ?? 0) - length
    if (!found || added > spare) {
      index += 1
      continue
    }
    spare -= Math.max(0, added)
    sounds.push({ at: start, length, ...sound })
    index += found.count
  }
  return sounds
}

type Place = { text: string; parts: readonly Part[]; index: number; speaker: string }

/** The longest entry at a part, of equally long ones that of the character, and the number of its parts. */
function longestIn(tree: Node, { text, parts, index, speaker }: Place) {
  let found: { sound: Spoken; count: number } | undefined
  let node: Node | undefined = tree
  for (let at = index; at < parts.length && node.next.size > 0; at += 1) {
    const gap = at === index ? '' : foldedGap(text.slice(parts[at - 1]!.end, parts[at]!.start))
    node = node.next.get(keyOf(gap, parts[at]!.text))
    if (!node) return found
    const sound = node.sounds.get(speaker) ?? node.sounds.get('')
    if (sound && !NO_END.test(text.slice(parts[at]!.end))) found = { sound, count: at - index + 1 }
  }
  return found
}

const possessive = ({ ipa, spelled }: Spoken, ending: string): Spoken => ({
  ...(ipa !== undefined && { ipa: ipaWithS(ipa) }),
  ...(spelled !== undefined && { spelled: spelled + ending.toLowerCase() }),
})
