/** Words that are said otherwise beside each other, in American phonemes; hyphens stand for their spaces. */
export const PHRASES: ReadonlyMap<string, string> = new Map([
  ['des-moines', 'dəmˈYn'],
  ["hors-d'oeuvre", 'ɔɹdˈɜɹv'],
  ["hors-d'oeuvres", 'ɔɹdˈɜɹvz'],
  ["coup-d'état", 'kˌudAtˈɑ'],
  ["coup-d'etat", 'kˌudAtˈɑ'],
  ['déjà-vu', 'dˌAʒɑvˈu'],
  ['deja-vu', 'dˌAʒɑvˈu'],
  ['los-angeles', 'lɔsˈænʤələs'],
  ['baton-rouge', 'bˌætᵊnɹˈuʒ'],
  ['bon-voyage', 'bˌɑnvwɑjˈɑʒ'],
  ['bon-appétit', 'bˌɑnˌæpətˈi'],
  ['tête-à-tête', 'tˌAtətˈAt'],
  ['vis-à-vis', 'vˌizəvˈi'],
  ['je-ne-sais-quoi', 'ʒˌʌnəsAkwˈɑ'],
])

const WORDS = new RegExp(
  String.raw`(?<![\p{L}'-])(?:${[...PHRASES.keys()].map((phrase) => phrase.replaceAll('-', '[ -]')).join('|')})(?![\p{L}-])`,
  'giu',
)

/** Phrases as the one word that they are looked up as. */
export const joinedPhrases = (text: string): string =>
  text.replace(WORDS, (phrase) => phrase.replaceAll(' ', '-'))
