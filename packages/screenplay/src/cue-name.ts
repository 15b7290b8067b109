import { CHARACTER_NAME_LIMIT } from '@andscene/contracts/limits'
import { oneLine } from './normalise-text.ts'

/** "(V.O.)", "[on phone]", "（画外音）", even if the bracket is not closed. */
const BRACKETED = /[([{（［【][^)\]}）］】]*(?:[)\]}）］】]|$)/g
const BRACKETS = /[()[\]{}（）［］【】]/g
/** Extensions without brackets: "ANNA V.O.", "ANNA - VO", "ANNA, CONT’D". */
const BARE_EXTENSION =
  /(?:[\s,.:/|–—-]+(?:v\s?[./]\s?[o0]\.?|v[o0]\.|o\s?[./]\s?[sc]\.?|o[sc]\.|cont\s?['’‘`´]\s?d\.?|cont\.|continued|continuing|voice[\s-]?over|off[\s-]?(?:screen|camera|stage))|\s*[,–—-]\s*(?:vo|os|oc))\s*$/i
const EXTENSION_ALONE = /^[\s.]*(?:v\W*[o0]|o\W*[sc]|cont\W*d?|continu(?:ed|ing)|more)[\s.:]*$/i
/** Characters that some writers and converters leave around a name. */
const LOOSE_ENDS = /^[\s@*]+|(?<![\s:;,*^–—-])[\s:;,*^–—-]+$/g
/** A full stop after a word is not part of the name, unlike in "JR." and "MARCO S.". */
const LAST_STOP = /(?<=\p{L}{3})\.$/u
/** A longer cue is a mistyped speech, and the name is at its start. */
const CUE_LIMIT = 2 * CHARACTER_NAME_LIMIT
/** "VOICE OVER (ROCKET)": the name is in the brackets. */
const VOICE_OVER =
  /^(?:voice[\s-]?over|off[\s-]?(?:screen|camera|stage|stimme)|voix[\s-]off|voz en off|voce (?:off|fuori campo)|v\W{0,2}o|o\W{0,2}[sc])\W*$/i
/** "V.O. ROCKET", "VOICE OVER: ROCKET". */
const LEADING_VOICE_OVER =
  /^(?:voice[\s-]?over|off[\s-]?(?:screen|camera|stage)|v\.\s?o\.|o\.\s?[sc]\.)\s*(?:[:–—-]\s*|\s)(?=\p{L})|^vo(?:\s*:|\s+[–—-])\s*(?=\p{L})/iu
/** Bracketed text that is not a name: an extension, the source of a voice, or a manner of speaking. */
const NO_NAME =
  /^(?:(?:on|over|in|into|from|through|via|as|to|at|with|by|filtered|pre-?lap|pre-?recorded|off|voice|continued|cont|more|v\W*o|o\W*[sc])(?![\p{L}\p{N}])|(?:whisper|sing|laugh|shout|cry|read|think|speak|scream|yell|sob|pray|chant|humm|chuckl|mumbl|moan|gasp|giggl|pant|breath|continu)ing\b)/iu
/** "CROSS: BLAH, BLAH": a speech in its cue, or a cue in its speech; not "AT 10:30". */
const PREFIX = /^(?<name>[^:：\n]{1,40}?)\s*[:：](?:\s+(?=\S)|(?=[\p{L}("“]))/u
/** Longest text searched: a name, its extensions and the first character of the speech. */
const PREFIX_LIMIT = 160
/** Words before a colon that are not a speaker. */
const NO_SPEAKER = new RegExp(
  `^(?:${[
    'note|nb|re|ps|p\\.s\\.|warning|attention|wait|well|look|listen|remember|love|yes|no|oh|but|and|so',
    'sfx|spfx|gfx|grfx|vfx|fx|sound|music|song|lighting|lighting cue|camera|angle on|close on',
    'super|superimpose|titles?|title card|card|caption|chyron|subtitle|text|sign|on screen|insert|montage|intercut',
    'cut to|fade in|fade out|int|ext|scene|act|time|date|place|setting|at rise|cast|characters',
    '(?:day|night|week|year|part|chapter|episode)(?: \\w+)?',
  ].join('|')})$`,
  'i',
)
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g

/** Unicode has Georgian capitals (Mtavruli), but names are not written in them. */
const inCapitals = (name: string) => name.replace(/[^\p{Script=Georgian}]+/gu, (part) => part.toUpperCase())

const prefixOf = (text: string): string | undefined =>
  PREFIX.exec(text.slice(0, PREFIX_LIMIT).trimStart())?.groups?.['name']

/** The name in "VOICE OVER (ROCKET)"; empty for "V.O. (ON THE PHONE)", where the same character continues. */
const bracketedName = (text: string, outside: string): string | undefined => {
  if (!VOICE_OVER.test(outside)) return undefined
  const [inside = ''] = text.match(BRACKETED) ?? []
  const name = oneLine(inside.replace(BRACKETS, ' '))
  return name !== '' && NO_NAME.test(name) ? '' : name || undefined
}

/** The name in capitals without extensions; undefined for an extension alone, where the same character continues. */
export const cueName = (cue: string): string | undefined => {
  const led = cue.slice(0, CUE_LIMIT).replace(INVISIBLE, '').trimStart().replace(LEADING_VOICE_OVER, '')
  const prefix = prefixOf(led)
  const text = oneLine(prefix === undefined || VOICE_OVER.test(prefix) ? led : prefix)
  let name = oneLine(text.replace(BRACKETED, ' ').replace(BRACKETS, ' '))
  const bracketed = bracketedName(text, name)
  if (bracketed === '') return undefined
  name = bracketed ?? name
  for (let shorter = name; ; name = shorter) {
    shorter = name.replace(BARE_EXTENSION, '').replace(LOOSE_ENDS, '')
    if (shorter === '' || shorter === name) break
  }
  name = name.replace(LOOSE_ENDS, '')
  if (name === '' || EXTENSION_ALONE.test(name)) {
    name = oneLine(text.replace(BRACKETS, ' '))
    if (name === '' || EXTENSION_ALONE.test(name)) return undefined
  }
  return inCapitals(name.normalize('NFC').replace(LAST_STOP, ''))
    .slice(0, CHARACTER_NAME_LIMIT)
    .toWellFormed()
    .trimEnd()
}

/** A memoized `cueName`: a script repeats a few cues thousands of times. */
export const cueNames = (): ((cue: string) => string | undefined) => {
  const names = new Map<string, string | undefined>()
  return (cue) => {
    if (!names.has(cue)) names.set(cue, cueName(cue))
    return names.get(cue)
  }
}

/** The name before "HAGEN: Get out.", in capitals; lower case is accepted only for a known name. */
export const prefixName = (speech: string, known?: CharacterList): string | undefined => {
  const words = prefixOf(speech)
  if (words === undefined || NO_SPEAKER.test(words) || !/^\p{L}/u.test(words)) return undefined
  const name = cueName(words)
  if (name === undefined || words.split(/\s+/).length > 4) return undefined
  return words === words.toUpperCase() || known?.has(name) ? name : undefined
}

/** Titles that occur with and without a full stop. */
const TITLES = /\b(MR|MRS|MS|DR|ST|SGT|LT|CPT|CAPT|COL|GEN|PROF|REV|DET|INSP)\s+/g

/** Spellings with the same key are one character: full stops, apostrophes and hyphens are ignored. */
export const sameness = (name: string) =>
  name
    .replace(/[’‘`´ʼ]/g, "'")
    .replace(/[‐‑–]/g, '-')
    .replace(/\.\s*/g, '')
    .replace(TITLES, '$1') || name

/** Collects the characters in the order of their first cues. */
export class CharacterList {
  /** The displayed spelling by key: the first one, but preferably without a trailing full stop. */
  readonly #names = new Map<string, string>()
  /** Keys by name, cached: a script repeats a few names thousands of times. */
  readonly #keys = new Map<string, string>()

  add(name: string): void {
    if (this.#keys.has(name)) return
    const key = sameness(name)
    this.#keys.set(name, key)
    const known = this.#names.get(key)
    if (known === undefined || `${name}.` === known) this.#names.set(key, name)
  }

  isSpelled(name: string): boolean {
    return this.#keys.has(name)
  }

  has(name: string): boolean {
    return this.#names.has(this.#keyOf(name))
  }

  nameOf(name: string): string {
    return this.#names.get(this.#keyOf(name)) ?? name
  }

  get names(): string[] {
    return [...new Set([...this.#names.values()].map((name) => this.nameOf(name)))]
  }

  /** "WILLÂ" is WILL if WILL also speaks: Â is left over from a no-break space decoded as Latin-1. */
  #keyOf(name: string): string {
    const key = this.#keys.get(name) ?? sameness(name)
    const undamaged = key.endsWith('Â') ? key.slice(0, -1) : key
    return this.#names.has(undamaged) ? undamaged : key
  }
}
