import { CHARACTER_NAME_LIMIT } from '@andscene/contracts/limits'
import { oneLine } from './normalise-text.ts'

/** "(V.O.)", "[on phone]", "（画外音）", also when the bracket is never closed. */
const BRACKETED = /[([{（［【][^)\]}）］】]*(?:[)\]}）］】]|$)/g
const BRACKETS = /[()[\]{}（）［］【】]/g
/** Extensions that stand without brackets: "ANNA V.O.", "ANNA - VO", "ANNA, CONT’D". */
const BARE_EXTENSION =
  /(?:[\s,.:/|–—-]+(?:v\s?[./]\s?[o0]\.?|v[o0]\.|o\s?[./]\s?[sc]\.?|o[sc]\.|cont\s?['’‘`´]\s?d\.?|cont\.|continued|continuing)|\s*[,–—-]\s*(?:vo|os|oc))\s*$/i
const EXTENSION_ALONE = /^[\s.]*(?:v\W*[o0]|o\W*[sc]|cont\W*d?|continu(?:ed|ing)|more)[\s.]*$/i
/** What some writers and converters leave at the ends of a name. */
const LOOSE_ENDS = /^[\s@*]+|(?<![\s:;,*^–—-])[\s:;,*^–—-]+$/g
/** A cue longer than this is a mistyped speech; no name needs its end. */
const CUE_LIMIT = 2 * CHARACTER_NAME_LIMIT
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g

/** Unicode has Georgian capitals (Mtavruli), which names are not written in. */
const inCapitals = (name: string) => name.replace(/[^\p{Script=Georgian}]+/gu, (part) => part.toUpperCase())

/**
 * The speaker a cue names: white space collapsed, extensions stripped in all their spellings, in capitals.
 * Undefined when the cue is an extension alone, i.e. when the one who spoke goes on.
 */
export const cueName = (cue: string): string | undefined => {
  const text = oneLine(cue.slice(0, CUE_LIMIT).replace(INVISIBLE, ''))
  let name = oneLine(text.replace(BRACKETED, ' ').replace(BRACKETS, ' '))
  for (let shorter = name; ; name = shorter) {
    shorter = name.replace(BARE_EXTENSION, '').replace(LOOSE_ENDS, '')
    if (shorter === '' || shorter === name) break
  }
  name = name.replace(LOOSE_ENDS, '')
  if (name === '' || EXTENSION_ALONE.test(name)) {
    name = oneLine(text.replace(BRACKETS, ' '))
    if (name === '' || EXTENSION_ALONE.test(name)) return undefined
  }
  return inCapitals(name.normalize('NFC')).slice(0, CHARACTER_NAME_LIMIT).toWellFormed().trimEnd()
}

/** The key under which two cues are one character: all forms of the apostrophe are equal. */
const sameness = (name: string) => name.replace(/[’‘`´ʼ]/g, "'").replace(/[‐‑–]/g, '-')

/** Collects the characters in the order of their first cue; the first spelling of a name is the name. */
export class CharacterList {
  readonly #names = new Map<string, string>()

  /** The character that a cue's name means. */
  add(name: string): string {
    const key = sameness(name)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    this.#names.set(key, name)
    return name
  }

  get names(): string[] {
    return [...this.#names.values()]
  }
}
