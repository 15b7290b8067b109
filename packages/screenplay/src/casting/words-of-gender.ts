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
/** Subject pronouns of languages other than English: they count only in a text of that language. */
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

const nouns = (gender: Gender, words: string): [string, Gender][] =>
  words.split(/\s+/).map((word) => [word, gender])

/** Nouns for one person, in lower case. */
export const NOUNS: ReadonlyMap<string, Gender> = new Map([
  ...nouns(
    'female',
    `woman girl lady wife widow mother mom mum daughter sister aunt grandmother grandma niece girlfriend bride nun
     waitress actress hostess stewardess policewoman businesswoman spokeswoman maid housewife queen princess duchess gal
     heiress ballerina schoolgirl granddaughter stepmother stepdaughter saleswoman brunette
     femme fille dame mère soeur mujer chica señora madre hija donna ragazza signora mulher menina frau mädchen
     tochter schwester vrouw meisje kvinna flicka kvinde pige kvinne jente`,
  ),
  ...nouns(
    'male',
    `man boy guy gentleman husband father dad son brother uncle grandfather grandpa nephew boyfriend groom priest monk
     waiter policeman businessman spokesman fireman fisherman salesman doorman cowboy king prince duke lad bloke dude
     fella butler schoolboy grandson stepfather stepson henchman mobster frenchman englishman irishman
     homme garçon père frère fils hombre chico señor padre hijo hermano uomo ragazzo signore homem menino mann junge
     vater bruder jongen pojke mand dreng gutt`,
  ),
])
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
/** After `her`, these make it an object: "sees her at the door". Any other word is what is hers. */
export const AFTER_OBJECT = new Set(
  `a an the to at in on of for from with by as and or but up down out off over back away into onto toward towards through
   again then while when where who so too is was not no if than until before after across around aside how what why that
   this there`.split(/\s+/),
)
