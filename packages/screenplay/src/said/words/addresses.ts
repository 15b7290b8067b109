import { cardinal, digitByDigit, year } from '../numbers/number-words.ts'
import { byRows, type TokenClass } from '../token-class.ts'

const SUFFIX =
  'com|org|net|edu|gov|mil|io|co\\.uk|uk|de|fr|tv|info|biz|app|dev|me|us|ca|eu|ai|ly|fm|co|nl|it|es|au|nz|ie|xyz|site|online|store|museum|gg|to'
const EXTENSION =
  'pdf|docx?|txt|rtf|jpe?g|png|gif|mp3|mp4|mov|avi|wav|aiff?|zip|exe|html?|css|js|json|xml|csv|xlsx?|pptx?|fdx|psd|bat|dll|iso|dmg|log|md|py|ts|key|pages|tar|gz|dat|bak|cfg|ini|php|asp|tiff?|mkv|rar|ppt|xls|svg'
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.])(?:(?:https?|ftp):\/\/(?=\S)[\w.-]{1,200}(?::\d{1,5})?(?:[/?#][\w./?=&%#~+-]{0,200})?|(?:[\w.+-]{1,64}@)(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}|(?:[a-z0-9-]{1,63}\.){1,4}(?:${SUFFIX})(?:\/[\w./?=&%#~+-]{0,200})?)(?![\p{L}\p{N}@])`,
  'giu',
)
const FILE = new RegExp(
  String.raw`(?<![\p{L}\p{N}@./_-])([\p{L}\p{N}_-]{1,60}(?:\.[\p{L}\p{N}_-]{1,20}){0,3})\.(${EXTENSION})(?![\p{L}\p{N}_])`,
  'giu',
)
const SUFFIX_ALONE = new RegExp(String.raw`(?<![\p{L}\p{N}.])\.(com|org|net|edu|gov|io|${EXTENSION})\b`, 'gi')
const PATH =
  /(?<![\p{L}\p{N}/.])(?:~?\/\w[\w-]{0,40}(?:\.\w+)?){2,8}\/?|(?<![\p{L}\p{N}])[A-Z]:[\\/][\w\\/.-]{0,80}\w/gu
const TAG = /(?<![\p{L}\p{N}&#/])#(?!\d+\p{L}?(?![\p{L}\d_]))(?=[\p{L}\d_]*\p{L})([\p{L}\p{N}_]{1,60})/gu
const NAME = /(?<![\p{L}\p{N}.@/])@(?=[\w.]*[A-Za-z])([\w.]{1,40})(?<!\.)/gu

const SIGNS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '\\': 'backslash',
  _: 'underscore',
  '-': 'dash',
  '@': 'at',
  ':': 'colon',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '%': 'percent',
  '#': 'hash',
  '~': 'tilde',
  '+': 'plus',
}
/** Endings that are said as a word. */
const SAID =
  /^(?:com|org|net|gov|mil|info|biz|app|dev|site|online|store|museum|gif|zip|bat|log|key|pages|dat|doc|docx|mov|wav|tar|jpeg|json|xyz|me|bak|ini|to|it)$/i
const LETTERS =
  /^(?:www|ftp|uk|us|tv|io|de|fr|ca|eu|ai|fm|co|nl|es|au|nz|ie|gg|edu|pdf|txt|rtf|jpg|png|avi|aiff?|exe|html?|css|js|xml|csv|xlsx?|pptx?|fdx|psd|dll|iso|dmg|md|py|ts|gz|cfg|ly|fbi|cia|nasa|npr|bbc|cnn|nyc|usa|faq|id|tv|pm|dj)$/i

const digits = (number: string): string =>
  number.startsWith('0') || number.length > 4
    ? digitByDigit(number).replaceAll('oh', 'zero')
    : number.length === 4 && /^(?:1[1-9]|20)/.test(number)
      ? year(number)
      : cardinal(number)

const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
/** "BackToTheMill" is "back to the mill", "TBT" is "T B T". */
const camel = (word: string): string =>
  word
    .split(CAMEL)
    .map((part) =>
      /^\p{Lu}{2,4}$/u.test(part) && word !== 'YOLO' && word !== 'FOMO'
        ? [...part].join(' ')
        : part.toLowerCase(),
    )
    .join(' ')

const piece = (part: string): string => {
  if (/^\d+$/.test(part)) return digits(part)
  // A part may be any word, also "constructor".
  if (Object.hasOwn(SIGNS, part)) return SIGNS[part]!
  if (/^mp$/i.test(part)) return 'M P'
  if (LETTERS.test(part) && !/^nasa$/i.test(part)) return [...part.toUpperCase()].join(' ')
  if (SAID.test(part)) return part.toLowerCase()
  if (/^[b-df-hj-np-tv-xz]{2,4}$/i.test(part)) return [...part.toUpperCase()].join(' ')
  return part.length > 1 && part === part.toUpperCase()
    ? part.length < 4
      ? [...part].join(' ')
      : part.toLowerCase()
    : camel(part)
}

/** Words, numbers and signs of an address, one after another. */
const inPieces = (address: string): string =>
  (address.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]/gu) ?? [])
    .map(piece)
    .filter((each) => each !== '')
    .join(' ')

/** Addresses of the web and of mail, names of files, tags and handles. */
export const addresses: TokenClass = {
  name: 'address',
  find: byRows([
    [
      ADDRESS,
      ([all]) => {
        if (!/[.@]/.test(all)) return undefined
        const isScheme = /^(?:https?|ftp):\/\//i.test(all)
        // "me.Come" is two sentences.
        if (
          !isScheme &&
          !/[@/]/.test(all) &&
          /\.(?:me|us|it|to|is|co|de|es|ai|ly|key|pages|store|site|online|app)$/i.test(all) &&
          !/^(?:www\.|[a-z0-9-]+\.(?:ai|ly|co|app|io)$)/.test(all)
        )
          return undefined
        if (/^\d+(?:\.\d+)*$/.test(all)) return undefined
        const [, said = '', stop = ''] = /^(?:(?:https?|ftp):\/\/)?(.*?)([./?]*)$/is.exec(all) ?? []
        return inPieces(said) + stop.replace(/[/]/g, '').slice(0, 1)
      },
    ],
    [PATH, ([all]) => inPieces(all)],
    [FILE, ([, name = '', extension = '']) => `${inPieces(name)} dot ${inPieces(extension)}`],
    [SUFFIX_ALONE, ([, ending = '']) => `dot ${piece(ending)}`],
    [
      TAG,
      ([, tag = '']) =>
        `hashtag ${(tag.match(/\p{L}+|\p{N}+/gu) ?? []).map((part) => (/^\d/.test(part) ? digits(part) : camel(part))).join(' ')}`,
    ],
    [NAME, ([, name = '']) => `at ${inPieces(name)}`],
  ]),
}
