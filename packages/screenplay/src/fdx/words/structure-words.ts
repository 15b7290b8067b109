import data from '../../../data/words.json' with { type: 'json' }
import { oneLine } from '../../normalise-text.ts'
import { PATTERNS } from '../line-patterns.ts'

/** Number words in common languages of scripts; each row of the data is one number, starting at 1. */
const BY_NAME = new Map(
  data.counting.flatMap((row, at) => row.split(' ').map((name) => [name, at + 1] as const)),
)
const ROMAN = /^(?=[ivx])(x{0,2})(ix|iv|v?i{0,3})$/

const roman = (word: string): number | undefined => {
  const [, tens = '', ones = ''] = ROMAN.exec(word) ?? []
  if (tens === '' && ones === '') return undefined
  const small = { ix: 9, iv: 4 }[ones] ?? (ones.startsWith('v') ? 4 + ones.length : ones.length)
  return tens.length * 10 + small
}

/** The value of a number word in lower case: "2", "two", "ii", "zweiter"; undefined for any other word. */
const countingNumber = (word: string): number | undefined =>
  /^\d{1,3}$/.test(word) ? Number(word) : (BY_NAME.get(word) ?? roman(word))

/** The meaning of a line that only names an act, a part that counts as an act, or a scene. */
export type StructureWords = {
  /** The act, the same for all spellings: "act 2", "cold open". */
  act: string | undefined
  /** How the act is named: "ACT TWO" is certainly not a sentence, "Second act" and "Tag" may be. */
  by: 'number' | 'ordinal' | 'part' | undefined
  /** The scene as written: "b", "2", "two", "ii". */
  scene: string | undefined
  /** Whether a title follows: "ACT TWO: THE FLOOD". Only capitals or the style distinguish it from a sentence. */
  hasTitle: boolean
}

const LIMIT = 80
const OUTER = /^[\s"“”„«»'‘’*_([{]+|(?<![\s"“”„«»'‘’*_)\]}.:])[\s"“”„«»'‘’*_)\]}.:]+$/g

const ACT = String.raw`(?:acte|acto|atto|ato|akt|act)`
const SCENE = String.raw`(?:scene|scène|escena|scena|cena|szene|sc\.?)`
const PART = String.raw`(?:teaser|cold[\s-]?open(?:ing)?|prolog(?:ue)?|tag)`
const NUMBERED_ACT = new RegExp(
  String.raw`^(?:${PART}\s?[/&–—-]\s?)?${ACT}\s+(?:#\s?)?(?<number>[\p{L}\d]+)(?<rest>.*)$`,
  'u',
)
/** "2. AKT", "PREMIER ACTE", "FIRST ACT". */
const ORDINAL_ACT = new RegExp(
  String.raw`^(?:the\s+)?(?<number>\d{1,2}(?=\.)|\p{L}{5,})\.?\s+${ACT}(?<rest>.*)$`,
  'u',
)
const ORDINALS =
  /^(?:first|second|third|fourth|fifth|prem|prim|deux|trois|quatr|cinq|segund|second|terc|terz|cuart|quart|quint|erst|zweit|dritt|viert|fünft|\d)/u
const NAMED_SCENE = new RegExp(
  String.raw`^${SCENE}\s*(?:#\s?|no\.?\s)?(?<number>\d{1,3}[a-z]?|\p{L}+)(?<rest>.*)$`,
  'u',
)
/** "TEASER", "COLD OPENING - A", "TAG". */
const NAMED_PART = new RegExp(String.raw`^(?:the\s+)?(?<part>${PART})(?:\s?[–—-]?\s[a-z\d])?$`, 'u')
/** "TEASER (CONT'D)" names the teaser again. */
const CONTINUED = /\s?[(–—-]?\s?\bcont(?:['’]?d|inued|\.)$/
const TITLE = /^\s?[:.–—-]\s?\S/

/** A fast pre-check, because most lines name nothing. */
const MAYBE = /a[ck]t|att?o|teaser|cold|prolog|\btag\b|scen|scèn|szen|cena|\bsc\b/i

const fold = (text: string) => oneLine(text).toLowerCase().replace(OUTER, '').replace(CONTINUED, '')
const partName = (part: string) =>
  part
    .replace(/[\s-]+/g, ' ')
    .replace(/^cold ?open(?:ing)?$/, 'cold open')
    .replace(/^prolog$/, 'prologue')

/** True for a title, false for an empty rest, undefined for the rest of a sentence. */
const titleBehind = (rest: string): boolean | undefined =>
  rest === '' ? false : TITLE.test(rest) ? true : undefined

const sceneOf = (folded: string): StructureWords | undefined => {
  const { number = '', rest = '' } = NAMED_SCENE.exec(folded)?.groups ?? {}
  if (countingNumber(number) === undefined && !/^(?:\d{1,3}[a-z]?|([a-z])\1?)$/.test(number)) return undefined
  const hasTitle = titleBehind(rest)
  return hasTitle === undefined ? undefined : { act: undefined, by: undefined, scene: number, hasTitle }
}

const actOf = (folded: string): StructureWords | undefined => {
  const numbered = NUMBERED_ACT.exec(folded)?.groups
  const ordinal = ORDINAL_ACT.exec(folded)?.groups
  const by = numbered ? 'number' : 'ordinal'
  const { number = '', rest = '' } =
    numbered ?? (ordinal && ORDINALS.test(ordinal['number'] ?? '') ? ordinal : {})
  const counted = countingNumber(number)
  if (counted === undefined) return undefined
  const act = `act ${counted}`
  const hasTitle = titleBehind(rest)
  const scene = sceneOf(rest.replace(/^[\s,.:;/&–—-]+/, ''))
  if (scene) return { ...scene, act, by }
  return hasTitle === undefined ? undefined : { act, by, scene: undefined, hasTitle }
}

/** Parses a line that names an act, TEASER, COLD OPEN, PROLOGUE, TAG or a scene; undefined for any other. */
export const structureWords = (text: string): StructureWords | undefined => {
  if (text.length > LIMIT || !MAYBE.test(text)) return undefined
  const folded = fold(text)
  const part = NAMED_PART.exec(folded)?.groups?.['part']
  if (part !== undefined) return { act: partName(part), by: 'part', scene: undefined, hasTitle: false }
  return actOf(folded) ?? sceneOf(folded)
}

/** "SCENE 11 - THE GLOBE, WHERE …": a scene name at the start of a heading of any length. */
const SCENE_AT_HEAD = new RegExp(
  String.raw`^${SCENE}\s+(?<number>\d{1,3}[a-z]?|\p{L}{1,9})(?=\s*(?:[.:,–—-]|$))`,
  'iu',
)

const sceneWord = (heading: string): string | undefined => {
  const words = heading.trimStart().slice(0, LIMIT)
  return SCENE_AT_HEAD.exec(words)?.groups?.['number']?.toLowerCase() ?? structureWords(heading)?.scene
}

/** "SCENE IV": if one scene has such a number, I, V and X are numbers as well. */
export const hasRomanNumber = (heading: string): boolean => /^[ivx]{2,}$/.test(sceneWord(heading) ?? '')

/** The number or letter of the scene that a heading names, in capitals: "11", "B". */
export const namedScene = (heading: string, isRoman: boolean): string | undefined => {
  const word = sceneWord(heading)
  if (word === undefined) return undefined
  const isName = /^\d{1,3}[a-z]?$/.test(word) || (/^[a-z]$/.test(word) && !(isRoman && /[ivx]/.test(word)))
  return isName ? word.toUpperCase() : countingNumber(word)?.toString()
}

/** A mark without a name, such as a template's "ACT ___" without a number. */
const NO_NAME = /^(?:(?:new )?act(?:\sbreak)?|commercials?(?: break)?|break)?[\s_#.…*-]*$/

/** The normalized name of an act known only by its style, such as "MONDAY"; empty if it names no particular act. */
export const foldedName = (text: string): string => {
  const folded = fold(text)
  return NO_NAME.test(folded) ? '' : folded
}

/** "END OF ACT ONE", "END OF SHOW", "THE END", "FIN DEL ACTO UNO", "ENDE DES ERSTEN AKTES". */
export const isEnding = (text: string): boolean => text.length <= LIMIT && PATTERNS.ending.test(fold(text))
