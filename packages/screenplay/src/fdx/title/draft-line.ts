const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const DRAFT = setOf(
  'draft drafts revision revisions revised rev revs version versions versión versão versione fassung drehfassung polish rewrite rewrites pages script brouillon borrador entwurf stesura',
)
/** What else such a line is made of: which draft, for whom, the colour of its paper. */
const ABOUT_DRAFTS = setOf(
  `first second third fourth fifth sixth seventh eighth ninth tenth initial early rough final full shooting production
  locked working spec clean numbered collated writer's writer’s writers network studio producer's director's table read
  pitch rehearsal camera post conformed continuity release dialogue as broadcast of and approved internal reading
  submission public white blue pink yellow green goldenrod buff salmon cherry tan ivory grey gray orange lavender double
  color colour name erste zweite dritte première primera prima date dated dd yy yyyy`,
)
const MONTHS = setOf(
  `jan january januar janvier feb february februar février mar march mars marzo märz apr april avril abril aprile may mai
  mayo maggio jun june juni juin junio giugno jul july juli juillet julio luglio aug august août agosto sep sept september
  septembre septiembre settembre oct october oktober octobre octubre ottobre nov november novembre noviembre dec december
  dezember décembre diciembre dicembre enero gennaio febrero febbraio month mm`,
)
const OF_DATES = setOf(
  `as of on the de del den am le el date dated day dd d m yy yyyy year monday tuesday wednesday thursday friday saturday
  sunday mon tue tues wed thu thur thurs fri sat sun`,
)
const NUMBER = /^v?\d{1,4}(?:st|nd|rd|th|[a-z])?$/u
const YEAR = /^(?:(?:19|20)\d\d|yyyy|yy|year)$/u
const NUMERIC_DATE =
  /^\W{0,3}(?:\d{1,4}|mm?|dd?)\s?[./-]\s?(?:\d{1,2}|mm?|dd?)\s?[./-]\s?(?:\d{1,4}|yy(?:yy)?)\W{0,3}$/iu

export const tokensOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? []

/** A day and its year. A day alone may be a title: September 5. */
export const isDate = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    NUMERIC_DATE.test(text) ||
    /^\(?date\)?$/iu.test(text) ||
    (tokens.some((token) => MONTHS.has(token)) &&
      tokens.some((token) => YEAR.test(token)) &&
      tokens.every((token) => MONTHS.has(token) || OF_DATES.has(token) || NUMBER.test(token)))
  )
}

/** "Final shooting script", "Goldenrod revisions 3/12/2020": nothing but words about drafts. */
export const isDraft = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => DRAFT.has(token)) &&
    tokens.every(
      (token) => DRAFT.has(token) || ABOUT_DRAFTS.has(token) || MONTHS.has(token) || NUMBER.test(token),
    )
  )
}

/** Words for a script, which name none. */
const SCRIPT = setOf(
  'screenplay screenplays teleplay stageplay script scripts scénario drehbuch guion guión roteiro sceneggiatura genre',
)
/** Words for a piece, which may. */
const PIECE = setOf(
  `play musical film movie short feature series miniseries sitcom comedy drama dramedy thriller treatment opera sketch
  monologue podcast theaterstück hörspiel cortometraje cortometraggio kurzfilm largometraje métrage libretto trailer
  horror western`,
)
const ABOUT_SCRIPTS = setOf(
  'a an the original spec un ein originale for television tv feature length full adapted',
)
const ABOUT_PIECES = setOf(
  `in of and with one two three four five 1 2 3 4 5 act acts part parts scene scenes episode episodes new half hour minute
  10 15 30 60 romantic dark black dramatic limited animated web radio audio screen stage una une eine court métrage long
  originales en acto actos actes akt akten zwei drei deux trois dos tres adaptation live action pilot`,
)

export const isScript = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => SCRIPT.has(token)) &&
    tokens.every((token) => SCRIPT.has(token) || ABOUT_SCRIPTS.has(token))
  )
}

/** "A play in two acts", "Limited series": below a title it is no piece of it; alone it may be one. */
export const isKind = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => SCRIPT.has(token) || PIECE.has(token)) &&
    tokens.every((token) => [SCRIPT, PIECE, ABOUT_SCRIPTS, ABOUT_PIECES].some((words) => words.has(token)))
  )
}

/** Has a word about scripts, drafts or months, or names two people: it only looks like a piece of the title above. */
export const isAboutScript = (text: string): boolean =>
  / & |\p{L} \d{4}$/u.test(text) ||
  tokensOf(text).some(
    (token) =>
      token === 'pilot' ||
      token === 'acts' ||
      [DRAFT, SCRIPT, PIECE, MONTHS].some((words) => words.has(token)),
  )
