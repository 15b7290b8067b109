import data from '../../data/words.json' with { type: 'json' }
import { rewriting } from './rewriting.ts'

const RANKS = new Map(Object.entries(data.abbreviations.ranks))

/** Ranks that are unambiguous in sentences; "Rev.", "Gen.", "Det." may also be the last word of a sentence. */
const SURE_RANKS = new Set(['SGT', 'LT', 'CPL', 'PVT', 'CPT', 'CAPT', 'PROF'])

/** "SGT. PELL", "Lt. Dan": only before a name. */
export const plainRanks = (text: string, isSentence: boolean): string =>
  text.replace(
    /\b([A-Z][A-Za-z]{1,3})\.(?=\s(?!(?:I|You|He|She|It|We|They|The|A|And|But)\b)\p{Lu})/gu,
    (all, rank: string, at: number) => {
      const known = RANKS.get(rank.toUpperCase())
      if (known === undefined || !isSentence || SURE_RANKS.has(rank.toUpperCase())) return known ?? all
      return /\p{L} $/u.test(text.slice(Math.max(0, at - 2), at)) && !looksForeign(text) ? known : all
    },
  )

/** Keeps the full stop if the abbreviation ends a sentence. */
const withStop =
  (words: string) =>
  (all: string, ...rest: (string | number | undefined)[]) => {
    const [at, whole] = rest.slice(-2) as [number, string]
    return all.endsWith('.') &&
      /^(?:$|\s(?!OR\b|AND\b)\p{Lu})/u.test(whole.slice(at + all.length, at + all.length + 5))
      ? `${words}.`
      : words
  }

/** "CONT'D" in all its forms; "cont." only at the end. */
export const plainContinued = (text: string): string =>
  text
    .replace(/\bcont(?:'\s?|\.\s?')?d\b\.?/gi, withStop('continued'))
    .replace(/\bcont\.(?=\s?(?:[)\]:]|$))/gi, withStop('continued'))

/** "#2", "NO. 5" and signs that engines spell out; in a sentence "no. 5" may be a refusal, so a noun must precede. */
export const plainCounts = (text: string, isSentence: boolean): string =>
  text
    .replace(/#\s?(?=\d)/g, 'number ')
    .replace(isSentence ? NUMBERED_THING : /\bno\.\s?(?=\d)/gi, 'number ')
    .replace(/\bvs\b\.?(?=\s)/gi, 'versus')

const NUMBERED_THING =
  /(?<=\b(?:pier|room|platform|suspect|gate|track|unit|apartment|house|bus|opus|symphony|cell|box|locker|engine|car) )no\.\s?(?=\d)/gi

/** Letters and words that do not occur in English; "É" occurs in loan words. */
const FOREIGN =
  /[^\P{L}\p{ASCII}ÉéÈè]|(?<!\p{L})(?:der|das|und|les|une|dans|avec|una|gli|della|het|een)(?!\p{L})/iu
export const looksForeign = (text: string): boolean => FOREIGN.test(text)

/** "&" in English, and in names in most languages; in other texts the engine uses the language's own word. */
export const plainAmpersands = (text: string): string =>
  looksForeign(text)
    ? text
    : text
        // Keeps the "&" in "Q&A" and "AT&T".
        .replace(
          /(?<!\b\p{Lu}{1,2}(?=&\p{Lu}{1,2}\b))\s?&\s?/gu,
          text === text.toUpperCase() ? ' AND ' : ' and ',
        )
        .replace(/(?<=\s)@(?=\s)/g, 'at')

/** "INT." within a text; not "ext. 40", a telephone extension. */
export const plainIntros = (text: string): string =>
  text
    .replace(/\bINT(?:\.(?!\s?\d)|(?=\/EXT\b))/g, withStop('interior'))
    .replace(/\bEXT(?:\.(?!\s?\d)|(?=\/INT\b|\/interior))/g, withStop('exterior'))

/** Names of shots, which also occur in slug lines. */
export const plainShotWords = (text: string): string =>
  text
    .replace(/(?<![.\p{L}])p\.\s?o\.\s?v\b\.?|\bpov\b\.?/giu, 'P.O.V.')
    .replace(SIZE, (all, size: string) => SIZES.get(size.replaceAll('.', '').toUpperCase()) ?? all)
    .replace(/\bmed\.(?=\s(?:close|full|long|wide|two|three|group|shot|angle)\b)/gi, 'medium')

/** Abbreviations in stage directions and shots; in a speech the letters themselves may be meant. */
export const plainStageWords = (text: string): string =>
  looksForeign(text) ? text : EFFECTS(STAGE_WORDS(plainShotWords(text)))

// Orange County is preceded by an article; O.C. may also be a character's name.
const STAGE_WORDS = rewriting(data.stageWords, withStop)
const EFFECTS = rewriting(data.effects)

const SIZES = new Map(Object.entries(data.abbreviations.sizes))
/** Shot sizes, only where they name a shot: "CU on the lock", "ECU: a key", "WS - the harbour". */
const SIZE =
  /(?<=^|[.:;(–—-]\s?)(?<![.\p{L}])((?:[EXM]\.?)?C\.?U|[Ee]cu|[Mm]cu|WS|OTS)\b\.?(?=\s(?:on|ON|On|of|OF|shot|SHOT)\b|\s?[:,]|\s[–—-]|\s?$)/gu

const STREETS = new Map(Object.entries(data.abbreviations.streets))
/** Only after a name and at the end: "MAIN ST.", but not "ST. JAMES" or "THE DR." */
const STREET = /(?<=[\p{L}\p{N}]\s)(?<!\bthe\s)(st|dr|ave?|blvd|rd|ln|hwy|pkwy)\b\.?(?=\s?(?:$|[,/&]))/giu
const ANYWHERE = rewriting(data.places)

/** Abbreviations that are unambiguous in slug lines. */
export const plainPlaces = (text: string): string =>
  ANYWHERE(text).replace(STREET, (all, street: string) => STREETS.get(street.toUpperCase()) ?? all)
