import type { MappedText } from './mapped-text.ts'
import type { SaidContext } from './token-class.ts'

/** Kinds that are sentences; the others are labels, which end with a full stop. */
const SENTENCES = new Set(['Dialogue', 'Action', 'Character', 'Parenthetical', 'Lyrics'])

/** What claims leave behind: spaces and pauses of nothing, small letters where a sentence begins. */
export function tidied(said: MappedText, context: SaidContext): MappedText {
  const plain = UNTIDY.test(said.text) ? tidy(said) : said
  if (context.isHeading) return sentences(withStop(oneStopEach(plain)))
  const ended = SENTENCES.has(context.type) ? plain : withStop(plain)
  return context.isAllCapitals ? sentences(ended) : ended
}

/** Whether a text has anything for `tidy`; most have not. */
const UNTIDY = /^[\s,;:]|\s$|\.\.|[\s,][\s,.;:!?]/

const tidy = (said: MappedText): MappedText =>
  said
    .replace(/\s{2,}/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/,\s?(?=[,.;:!?])/g, '')
    // "at 3 P.M." has one full stop for both.
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/^[\s,;:]+(?=.)/g, '')
    .trim()

/** Between the parts of a slug line is one full stop. */
const oneStopEach = (text: MappedText): MappedText =>
  text
    .replace(/^[\s.,:;/-]+/g, '')
    .replace(/(?<![\s.,:;/-])[\s.,:;/-]*[.:;/-] [\s.,:;/-]*/g, (match) =>
      /(?<=[A-Z])\. $/.test(match[0]) ? match[0] : '. ',
    )
    .replace(/(?<=[!?])\. /g, ' ')

const withStop = (text: MappedText): MappedText =>
  text.replace(/(?<![\s:;,-])[\s:;,-]+$/g, '').replace(/(?<=[^.!?"')\]])$/g, '.')

const sentences = (text: MappedText): MappedText =>
  text.replace(/(?<=^["'([]?|[.!?]["')]?\s+["'([]?)(?!a \p{Lu} \p{Lu}(?!\p{L}))\p{Ll}/gu, ([letter]) =>
    letter.toUpperCase(),
  )
