import type { Gender } from './cue-words.ts'

/** Subject pronouns by language, in lower case; `her` and `his` are read with what stands around them. */
export const SUBJECTS: Record<string, Gender> = {
  he: 'male',
  she: 'female',
  // French, Spanish, Italian, Portuguese, Dutch, Scandinavian
  il: 'male',
  elle: 'female',
  él: 'male',
  ella: 'female',
  lui: 'male',
  lei: 'female',
  ele: 'male',
  ela: 'female',
  hij: 'male',
  zij: 'female',
  han: 'male',
  hon: 'female',
  hun: 'female',
}
/** Subject pronouns count only in a text of their language. */
export const SUBJECT_LANGUAGES: Record<string, readonly string[]> = {
  en: ['he', 'she'],
  fr: ['il', 'elle'],
  es: ['él', 'ella'],
  it: ['lui', 'lei'],
  pt: ['ele', 'ela'],
  nl: ['hij', 'zij'],
  sv: ['han', 'hon'],
  da: ['han', 'hun'],
  nb: ['han', 'hun'],
}

const nouns = (female: string, male: string): ReadonlyMap<string, Gender> =>
  new Map([
    ...female.split(/\s+/).map((word) => [word, 'female'] as const),
    ...male.split(/\s+/).map((word) => [word, 'male'] as const),
  ])

/**
 * Nouns for one person by the language of the text, in lower case. A language has only words that mean nothing else in it:
 * German "man" is anybody, French "son" is his or hers.
 */
export const NOUNS: Record<string, ReadonlyMap<string, Gender>> = {
  en: nouns(
    `woman girl lady wife widow mother mom mum daughter sister aunt grandmother grandma niece girlfriend bride nun
     waitress actress hostess stewardess policewoman businesswoman spokeswoman maid housewife queen princess duchess gal
     heiress ballerina schoolgirl granddaughter stepmother stepdaughter saleswoman brunette`,
    `man boy guy gentleman husband father dad son brother uncle grandfather grandpa nephew boyfriend groom priest monk
     waiter policeman businessman spokesman fireman fisherman salesman doorman cowboy king prince duke lad bloke dude
     fella butler schoolboy grandson stepfather stepson henchman mobster frenchman englishman irishman`,
  ),
  fr: nouns('femme fille dame mère soeur sœur épouse', 'homme garçon père frère fils mari'),
  es: nouns('mujer chica señora madre hija hermana niña', 'hombre chico señor padre hijo hermano niño'),
  it: nouns('donna ragazza signora madre moglie sorella', 'uomo ragazzo signore padre marito fratello'),
  pt: nouns('mulher menina senhora mãe filha irmã', 'homem menino senhor pai filho irmão'),
  de: nouns('frau mädchen tochter schwester mutter dame', 'mann junge vater bruder sohn herr'),
  nl: nouns('vrouw meisje dochter zus moeder', 'jongen vader broer zoon'),
  sv: nouns('kvinna flicka dotter syster', 'pojke bror'),
  da: nouns('kvinde pige datter søster', 'mand dreng'),
  nb: nouns('kvinne jente datter søster', 'gutt'),
}
/** English, as the counts before them are. */
export const PLURALS: Record<string, Gender> = {
  men: 'male',
  boys: 'male',
  guys: 'male',
  gentlemen: 'male',
  brothers: 'male',
  policemen: 'male',
  businessmen: 'male',
  fishermen: 'male',
  cowboys: 'male',
  women: 'female',
  girls: 'female',
  ladies: 'female',
  sisters: 'female',
  nuns: 'female',
  waitresses: 'female',
}
export const COUNTS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  both: 2,
  couple: 2,
  pair: 2,
  trio: 3,
  '2': 2,
  '3': 3,
  '4': 4,
}
/** Before a name or in an address: "Mr. Bloom", "Aunt May". */
export const HONORIFICS: Record<string, Gender> = {
  mr: 'male',
  mister: 'male',
  sir: 'male',
  lord: 'male',
  uncle: 'male',
  brother: 'male',
  father: 'male',
  king: 'male',
  prince: 'male',
  monsieur: 'male',
  señor: 'male',
  herr: 'male',
  signor: 'male',
  grandpa: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  madam: 'female',
  madame: 'female',
  mademoiselle: 'female',
  lady: 'female',
  aunt: 'female',
  auntie: 'female',
  sister: 'female',
  mother: 'female',
  queen: 'female',
  princess: 'female',
  señora: 'female',
  señorita: 'female',
  frau: 'female',
  signora: 'female',
  grandma: 'female',
  dame: 'female',
}
const set = (words: string) => new Set(words.split(/\s+/))

/** After `her`, these make it an object: "sees her at the door". Any other word is what is hers. */
export const AFTER_OBJECT = set(
  `a an the to at in on of for from with by as and or but up down out off over back away into onto toward towards through
   again then while when where who so too is was not no if than until before after across around aside how what why that
   this there go leave come enter exit approach disappear sit stand eat speak`,
)
/** "Watches her smile": what she does, not what is hers. */
export const BEFORE_DOING = set(
  'watches watch watching sees see seeing hears hear hearing lets let letting makes make making helps help',
)
export const DOING = set(
  `smile laugh cry scream sleep dance walk run talk work play sing drive fall pass look turn move drink read write close drop
   breathe struggle swim climb drown die step`,
)
