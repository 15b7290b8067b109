/** spaCy's rules for English, with the character classes written out for Latin text. */
const LETTER = String.raw`\p{L}`
const SMALL = 'a-zß-öø-ÿ'
const CAPITAL = 'A-ZÀ-ÖØ-Þ'
const QUOTES = `'"”“\`‘´’‚,„»«`
const PUNCTUATION = '…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·'
const ICONS = '™®©°§¶†‡•'
const CURRENCY = String.raw`(?:US|C|A)?\$|[£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿]`
const UNITS =
  'km[²³]?|m[²³]?|dm[²³]?|cm[²³]?|mm[²³]?|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|kmh|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%'

/** A class of characters of which any may be special. */
const anyOf = (characters: string) => `[${characters.replace(/[[\]\\^-]/g, String.raw`\$&`)}]`

const MARKS = `${anyOf(PUNCTUATION)}|${anyOf(QUOTES)}|${anyOf(ICONS)}`

export const PREFIX = new RegExp(String.raw`^(?:[§%=—–]|\+(?![0-9])|\.\.+|……?|${MARKS}|${CURRENCY})`, 'u')

export const SUFFIX = new RegExp(
  String.raw`(?:……?|\.\.+|${MARKS}|['’][sS]|[—–]` +
    String.raw`|(?<=[0-9])\+|(?<=°[FfCcKk])\.|(?<=[0-9])(?:${CURRENCY})|(?<=[0-9])(?:${UNITS})` +
    String.raw`|(?<=[0-9${SMALL}%²\-+]|${anyOf(PUNCTUATION)}|${anyOf(QUOTES)})\.|(?<=[${CAPITAL}]{2})\.)$`,
  'u',
)

export const INFIX = new RegExp(
  String.raw`\.\.+|…|${anyOf(ICONS)}|(?<=[0-9])[+\-*^](?=[0-9-])` +
    String.raw`|(?<=[${SMALL}]|${anyOf(QUOTES)})\.(?=[${CAPITAL}]|${anyOf(QUOTES)})` +
    String.raw`|(?<=${LETTER}),(?=${LETTER})` +
    String.raw`|(?<=[\p{L}\p{N}])(?:-|–|—|--|---|——|~)(?=${LETTER})|(?<=[\p{L}\p{N}])[:<>=/](?=${LETTER})`,
  'gu',
)

/** Parts of a token that are read separately: capitals inside ("McCabe"), digits, signs. */
export const PARTS = new RegExp(
  String.raw`^['‘’]+|[${CAPITAL}](?=[${CAPITAL}][${SMALL}])|(?:^-)?(?:\d?[,.]?\d)+|[-_]+|['‘’]{2,}` +
    String.raw`|\p{L}*?(?:['‘’]\p{L})*?[${SMALL}](?=[${CAPITAL}])|\p{L}+(?:['‘’]\p{L})*` +
    String.raw`|[^\p{L}\p{N}_\-'‘’]|['‘’]+$`,
  'gu',
)
