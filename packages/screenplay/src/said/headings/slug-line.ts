import data from '../../../data/words.json' with { type: 'json' }
import { looksForeign } from '../words/foreign.ts'
import { cardinal } from '../numbers/number-words.ts'
import { byPattern, where, type Found, type SaidContext, type TokenClass, matchesOf } from '../token-class.ts'

const INTROS = new Map(Object.entries(data.intros as Record<string, 'int' | 'ext' | 'est'>))
const GERMAN = new Map(Object.entries(data.germanIntros))
/** Words for INT. and EXT. by the language of the slug line, which is detected by its time of day. */
const LANGUAGES = data.introWords.map(({ times, ...words }) => ({
  time: new RegExp(String.raw`[-–—.,([]\s*(?:${times})(?!\p{L})[^-–—]{0,20}$`, 'iu'),
  words,
}))
const ENGLISH = { int: 'Interior', ext: 'Exterior', est: 'Establishing' }

const ANY_INTRO = 'int|ext|i|e|innen|aussen|außen'
const TWO = String.raw`(?<first>${ANY_INTRO})(?:\.?\s?(?:[/&–—-]|and\s)\s?|\.\s(?=[ie][nx]t))(?<second>${ANY_INTRO}|estab|est)(?:[.:\s]|$)`
const NUMBER = String.raw`(?:[\[(#]?(?:\d+[a-z]{0,2}|[a-z]{1,2}\d+)[\])]?[.):]?\s+(?:[–—-]+\s+)?)`
/** "INT.", "EXT", "INT./EXT.", "I/E", "EXT - INT", optionally after the number or label of the scene. */
const INTRO = new RegExp(
  String.raw`^(?<number>${NUMBER})?(?<label>scene\s[\p{L}\p{N}]{1,5}[.:]?(?:\s|\s?[–—-]\s?))?` +
    String.raw`(?:${TWO}|(?<only>int|ext|estab|est|innen|aussen|außen)(?:[.:]|\s|$))[.:\s–—-]*`,
  'iu',
)
/** Elsewhere in the line only with a full stop: "SCENE 1. EXT. YARD", "INT. CAR / EXT. ROAD". */
const FURTHER = /(?<=[\s.:/([–—-])(?:(int|ext)\.?\s?[/&-]\s?(int|ext)\b\.?|(int|ext)\.)[:\s]*/gi
const TIMES = 'day|night|dawn|dusk|morning|noon|afternoon|evening|sunset|sunrise|later|continuous|same'
const ENGLISH_TIME = new RegExp(String.raw`\b(?:${TIMES})\b`, 'i')
/** The separator of place and time: a dash with spaces or before a time, or a bracket. */
const SEPARATOR = new RegExp(
  String.raw`\s[-–]+\s?|(?<!–)\s?–+\s|\s?—+\s?|\s?--+\s?|(?<!\b(?:pre|post|mid|late|early|all|every|half|d))-(?=(?:${TIMES})\b)|-\s(?!(?:and|or)\b)|\s?[()[\]]+\s?|(?<!,)\s(?=scene \d+$)`,
  'gi',
)
/** "[THE NEXT] MORNING" is one time. */
const BEFORE_TIME = new RegExp(
  String.raw`[([]\s?((?:the )?(?:very )?(?:next|following|same|late|early|late that|early that|that|another)) ?[)\]]\s(?=(?:${TIMES})\b)`,
  'gi',
)
/** "KITCHEN/HALL" is two places; "9/11" is a date, "A/V" letters. */
const SLASH = /(?<!(?<!\p{L})\p{L})\s?\/\s?(?!\d)|\s?\/\s?(?!\d|\p{L}(?!\p{L}))|(?<!\d)\s?\/\s?(?=\d)/gu

/** Whether a line of another type looks like a slug line: "INT. CAR" as a shot. */
export const isSlugLine = (text: string): boolean =>
  /^(?:(?:int|ext)\.|(?:int|ext)\s?\/\s?(?:int|ext)\b|i\/e\b)/i.test(text)

const languageOf = (text: string) => LANGUAGES.find(({ time }) => time.test(text))

export const isForeignSlugLine = (text: string): boolean => {
  const { first, only } = INTRO.exec(text)?.groups ?? {}
  return (
    languageOf(text) !== undefined ||
    GERMAN.has((first ?? only)?.toLowerCase() ?? '') ||
    (looksForeign(text) && !ENGLISH_TIME.test(text))
  )
}

const STORY_DAY_BEFORE = /\b(?:day|night)\s$/i
/** The scene number may be repeated after the time of day, a bracket or a gap; "STUDIO 54" is a place. */
const NUMBER_AGAIN = new RegExp(String.raw`(?:\b(?:${TIMES})|[)\]]|\s[-–])\s$`, 'i')

/** "[A1]." is "A1". */
const bareNumber = (number: string) => number.replace(/^[[(#]+|[.):\]\s–—-]+$/g, '')

/** "12A" is "twelve A". */
const sceneNumber = (bare: string, isForeign: boolean) =>
  isForeign
    ? bare
    : bare.replace(/\d+|[a-z]+/gi, (part) =>
        /\d/.test(part) ? ` ${cardinal(part)} ` : ` ${[...part.toUpperCase()].join(' ')} `,
      )

/** The second scene number: shooting scripts have one at both ends. */
function numberBehind(text: string, number: string): Found | undefined {
  const bare = bareNumber(number)
  const rest = bare === '' ? '' : text.replace(/(?<![\s.])[\s.]+$/, '')
  if (bare === '' || !rest.toLowerCase().endsWith(bare.toLowerCase())) return undefined
  const before = rest.slice(0, -bare.length)
  const isStoryDay = STORY_DAY_BEFORE.test(before) && bare.length === 1
  return NUMBER_AGAIN.test(before) && !isStoryDay
    ? { from: before.length, to: text.length, words: '' }
    : undefined
}

/** Number, label and intro of a slug line, and the separators of its parts: each part is a sentence. */
export const slugLines: TokenClass = {
  name: 'slug line',
  *find(text, { isHeading }) {
    if (!isHeading) return
    const { words } = languageOf(text) ?? { words: ENGLISH }
    const isForeign = isForeignSlugLine(text)
    const said = (intro: string | undefined) => {
      const known = INTROS.get(intro?.toLowerCase() ?? '')
      return known ? words[known] : (GERMAN.get(intro?.toLowerCase() ?? '') ?? '')
    }
    const both = (first: string | undefined, second?: string) =>
      [said(first), said(second).toLowerCase()].filter((each) => each !== '').join(', ')

    const intro = INTRO.exec(text)
    const { number = '', label = '', first, second, only } = intro?.groups ?? {}
    const end = intro?.[0].length ?? 0
    if (number !== '') {
      yield { from: 0, to: number.length, words: `${sceneNumber(bareNumber(number), isForeign)}. ` }
      const again = numberBehind(text, number)
      if (again && again.from > end) yield again
    }
    const introAt = number.length + label.length
    if (label !== '') {
      const shown = label.replace(/[.:\s–—-]+$/, '').length
      yield { from: number.length + shown, to: introAt, words: '. ' }
    }
    if (end > introAt) yield { from: introAt, to: end, words: `${both(first ?? only, second)}. ` }
    for (const { index, 0: match, 1: one, 2: two, 3: alone } of matchesOf(text, FURTHER))
      yield { from: index, to: index + match.length, words: `. ${both(one ?? alone, two)}. ` }
    for (const { index, 0: match, 1: next = '' } of matchesOf(text, BEFORE_TIME))
      yield { from: index, to: index + match.length, words: `${next.toLowerCase()} ` }
    for (const { index, 0: match } of matchesOf(text, SEPARATOR))
      yield { from: index, to: index + match.length, words: '. ' }
  },
}

/** Slashes of slug lines separate places. */
export const slugSlashes: TokenClass = {
  name: 'slash of a slug line',
  find: where((text, { isHeading }) => isHeading && text.includes('/'), byPattern(SLASH, ', ')),
}

export type SlugPart = { from: number; to: number }

/** The stretches between the separators of a slug line, without intro and outer marks. */
export function slugParts(text: string): SlugPart[] {
  const start = INTRO.exec(text)?.[0].length ?? 0
  const cuts = [...matchesOf(text, SEPARATOR), ...matchesOf(text, FURTHER)]
    .map(({ index, 0: match }) => ({ from: index, to: index + match.length }))
    .sort((a, b) => a.from - b.from)
  const parts: SlugPart[] = []
  let from = start
  for (const cut of [...cuts, { from: text.length, to: text.length }]) {
    if (cut.from < from) continue
    parts.push({ from, to: cut.from })
    from = cut.to
  }
  return parts.flatMap((part) => {
    const shown = text.slice(part.from, part.to)
    const bare = shown.replace(EDGES, '')
    if (bare === '') return []
    const at = part.from + shown.indexOf(bare)
    return [{ from: at, to: at + bare.length }]
  })
}

const EDGES = /^[\s.,:;/-]+|(?<![\s.,:;/-])[\s.,:;/-]+$/g
/** "D1", "N2": day one, night two of the story. */
const STORY_DAY = /^([dn])[\s-]?(\d{1,2})$/i
/** "04/01" and "Sc1/3": episode and scene, or act and scene. */
const SCENE_OF_EPISODE = /^(?!9\/11$|24\/7$)(scene |sc\.?\s?)?0?(\d{1,3})\/0?(\d{1,3})$/i
const SHORT_PARTS = new Map(Object.entries(data.shortParts))

/** Parts that are a short word: "EST.", "ER", "D2". */
export const slugPartWords: TokenClass = {
  name: 'part of a slug line',
  *find(text, { isHeading }: SaidContext) {
    if (!isHeading) return
    for (const { from, to } of slugParts(text)) {
      const bare = text.slice(from, to)
      const short = SHORT_PARTS.get(bare.toLowerCase())
      const [, time, day] = STORY_DAY.exec(bare) ?? []
      const [, scene, one, two] = SCENE_OF_EPISODE.exec(bare) ?? []
      const words =
        short ??
        (day
          ? `${/^d/i.test(time!) ? 'Day' : 'Night'} ${cardinal(day)}`
          : one && `${scene === undefined ? '' : 'scene '}${cardinal(one)}, ${cardinal(two!)}`)
      if (words) yield { from, to, words }
    }
  },
}
