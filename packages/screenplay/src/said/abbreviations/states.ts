import data from '../../../data/states.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { byRows, type TokenClass } from '../token-class.ts'
import { endsSentence } from '../words/letters.ts'

const CODES: Readonly<Record<string, string>> = data.codes
const SHORT: Readonly<Record<string, string>> = data.short
/** Codes that are a word or other letters too: "OR", "ME", "OK". */
const WORDS = wordSet(data.words)
const NOT_TOWNS = wordSet(data.notTowns)
const TOWNS = wordSet(data.towns)

const BEHIND_TOWN = /([\p{L}'.]+)(?:\s([\p{L}'.]+))?(?:\s([\p{L}'.]+))?,\s?$/u
const ENDS = /^(?:\s\d{5}\b|['")\]]*\s*(?:$|[-–—.,;:!?)\]"/]))/
const GOES_ON =
  /^\s(?:\d|for|to|and|in|on|with|where|when|is|was|after|by|at|last|this|since|from|until|before|because|has|had|were|are|native|native|area|police|office|man|woman)/
/** "in Salem, OR", "the Portland, ME, office". */
const PLACED =
  /\b(?:in|from|near|to|of|outside|at|around|leaving|leave|for|through|visit|via|the|a|hometown|born|called|downtown|IN|FROM|NEAR|TO|OUTSIDE|OF)\s(?:[\p{Lu}][\p{L}'.]*\s?){1,3},\s?$/u

/** A state behind its town. */
const CODE = /(?<=\p{L},\s?)(\p{Lu}{2}|D\.C\.)\b\.?(?![\p{L}\p{N}']|\.\p{L})/gu
const CUT = new RegExp(
  String.raw`(?<=\p{Lu}[\p{L}'.]{1,20},\s?)(${Object.keys(SHORT).join('|').replaceAll('.', '\\.')})\.(?!\p{L})`,
  'gui',
)
const BY_SMALL = new Map(Object.entries(SHORT).map(([short, state]) => [short.toLowerCase(), state]))

export const states: TokenClass = {
  name: 'state',
  find: byRows([
    [
      CODE,
      (match, context) => {
        const [all, code = ''] = match
        const text = match.input!
        const state = CODES[code.replaceAll('.', '')]
        if (state === undefined) return undefined
        const before = text.slice(Math.max(0, match.index - 60), match.index)
        const after = text.slice(
          match.index + all.length - (all.endsWith('.') ? 1 : 0),
          match.index + all.length + 10,
        )
        const [, one = '', two = '', three = ''] = BEHIND_TOWN.exec(before) ?? []
        const town = three || two || one
        if (!/^\p{Lu}/u.test(town) || NOT_TOWNS.has(town.toLowerCase())) return undefined
        const isKnown = TOWNS.has(town.toLowerCase())
        const isPlaced = PLACED.test(before)
        if (WORDS.has(code)) {
          const isAlone =
            !context.isAllCapitals &&
            ENDS.test(after) &&
            before.length < 30 &&
            /^(?:\p{Lu}[\p{L}'.]*\s?){1,3},\s?$/u.test(before) &&
            context.kind !== 'Dialogue'
          if (!isKnown && !isPlaced && !context.isHeading && !context.isCaption && !isAlone) return undefined
          if (/^(?:OK|HI|OH)$/.test(code) && context.kind === 'Dialogue' && !isKnown && !isPlaced)
            return undefined
          if (!ENDS.test(after) && (context.isAllCapitals || !(isKnown || isPlaced) || !GOES_ON.test(after)))
            return undefined
        } else if (context.isAllCapitals && !ENDS.test(after) && !isKnown) return undefined
        const isEnd = all.endsWith('.') && endsSentence(text, match.index + all.length, context)
        return isEnd ? `${state}.` : state
      },
    ],
    // Those that are no other word, also without a town: "He's from Calif."
    [
      /(?<![\p{L}\p{N}.'])(A(?:la|LA)|A(?:riz|RIZ)|C(?:alif|ALIF)|F(?:la|LA)|O(?:kla|KLA)|T(?:enn|ENN)|M(?:inn|INN)|W(?:yo|YO))\.(?!\p{L})/gu,
      (match, context) => {
        const state = BY_SMALL.get(match[1]!.toLowerCase())!
        return endsSentence(match.input, match.index + match[0].length, context) ? `${state}.` : state
      },
    ],
    // "Tampa, Fl."; "the annex, Fl. 3" is a floor.
    [
      /(?<=\p{Lu}\p{L}{2,20},\s?)Fl\.(?!\s?\d|\p{L})/gu,
      (match, context) =>
        endsSentence(match.input, match.index + match[0].length, context) ? 'Florida.' : 'Florida',
    ],
    [/(?<![\p{L}\p{N}.])W\.\s?Va\.(?=\s|[,;]|$)/gu, 'West Virginia'],
    [/(?<![\p{L}\p{N}.])Wash\.(?=,\sD\.?C)/gu, 'Washington'],
    [
      CUT,
      (match, context) => {
        const isWritten = Object.hasOwn(SHORT, match[1]!)
        // "RENO, NEV." in a heading or in capitals.
        if (
          !isWritten &&
          (match[1] !== match[1]!.toUpperCase() ||
            !(context.isHeading || context.isCaption || context.isAllCapitals))
        )
          return undefined
        const state = BY_SMALL.get(match[1]!.toLowerCase())!
        const to = match.index + match[0].length
        const next = match.input!.slice(to, to + 2)
        return endsSentence(match.input!, to, context) && next !== ',' ? `${state}.` : state
      },
    ],
  ]),
}
