import { behind, byRows, where, type TokenClass } from '../token-class.ts'
import { amount, cardinal, inHalves, plural } from './number-words.ts'

const UNITS: Readonly<Record<string, readonly [one: string, more: string, hundredth: string]>> = {
  $: ['dollar', 'dollars', 'cent'],
  '£': ['pound', 'pounds', 'pence'],
  '€': ['euro', 'euros', 'cent'],
  '¥': ['yen', 'yen', 'sen'],
  '₹': ['rupee', 'rupees', 'paise'],
  '₩': ['won', 'won', 'jeon'],
  '₽': ['rouble', 'roubles', 'kopek'],
}
const LARGE: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mil: 'million',
  mm: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
}
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3}){1,5}|\d+)(?:\.\d+)?|\.\d\d`
const SIGN = String.raw`(?:(?:US|AU?|CA?)(?=\$))?(?<sign>[$£€¥₹₩₽])\s?`
const LETTER = String.raw`(?:(?<letter>k|mil|mm?|bn?|t)(?![\p{L}\d]))`
const WORD = String.raw`(?:[ -](?<word>hundred|thousand|million|billion|trillion|grand)(?!\p{L}))`

const MONEY = new RegExp(
  String.raw`${SIGN}(?<number>${NUMBER})(?:\s?[-–]\s?[$£€]?(?<last>(?:\d{1,3}(?:,\d{3}){1,5}|\d+)(?:\.\d+)?)(?![\p{L}]{3}))?` +
    String.raw`(?:${LETTER}|${WORD})?(?<hyphen>-(?=\p{L}))?(?<several>s(?!\p{L}))?(?![\d])`,
  'giu',
)
/** "a $20 bill", "a $5 million house", but "a $5 a day habit" no more than "the $20 he owes". */
const OF_SOMETHING =
  /(?:^|[^\p{L}])(?:an?|this|that|another|every|each|one|two|three|crisp|new|old|fake|his|her|my|your)(?: (?:crisp|new|old|single|fake))? $/iu
const SOMETHING =
  /^ (?!(?:a|an|per|and|or|for|in|to|at|on|of|is|was|from|I|you|he|she|we|they|who|that|if|when|but|with|by|each|more|less)\b)\p{L}{2,}/iu

/** "1200" is twelve hundred, "1250" is one thousand two hundred fifty. */
const whole = (digits: string): string => {
  const bare = digits.replaceAll(',', '')
  return /^[1-9][1-9]00$/.test(bare) ? inHalves(bare) : cardinal(bare)
}

const inUnits = (number: string, sign: string, isBritish = false): string => {
  const [one, more, hundredth] = UNITS[sign]!
  const [units = '', cents = ''] = number.split('.')
  if (cents.length > 2) return `${amount(number, isBritish)} ${more}`
  const worth = Number(units.replaceAll(',', ''))
  const part = Number(cents.padEnd(2, '0'))
  const parts = [
    ...(worth > 0 || part === 0 ? [`${whole(units === '' ? '0' : units)} ${worth === 1 ? one : more}`] : []),
    ...(part > 0 ? [`${cardinal(part)} ${hundredth === 'cent' && part > 1 ? 'cents' : hundredth}`] : []),
  ]
  return parts.join(' and ')
}

const PER =
  'hr|hour|day|wk|week|mo|month|yr|year|night|lb|min|minute|mile|person|head|pound|piece|ton|gallon|gal|oz|sec|second|shift'
const PER_WORDS: Readonly<Record<string, string>> = {
  hr: 'hour',
  wk: 'week',
  mo: 'month',
  yr: 'year',
  lb: 'pound',
  min: 'minute',
  gal: 'gallon',
  oz: 'ounce',
  sec: 'second',
}

/** "twenty to thirty dollars a day", "a twenty dollar bill", "one point five million dollars". */
export const money: TokenClass = {
  name: 'money',
  find: where(
    (text) => /[$£€¥₹₩₽¢]|\d\//.test(text),
    byRows([
      [
        MONEY,
        ({ 0: match, index, input, groups }, { isBritish }) => {
          const { sign = '', number = '', last, letter, word, hyphen, several } = groups!
          const [one, more] = UNITS[sign]!
          const rest = input.slice(index + match.length)
          const isOfSomething =
            hyphen !== undefined ||
            (OF_SOMETHING.test(input.slice(Math.max(0, index - 16), index)) && SOMETHING.test(rest))
          const large = LARGE[letter?.toLowerCase() ?? ''] ?? word?.toLowerCase()
          const unit = isOfSomething ? one : more
          const end = hyphen === undefined ? '' : ' '
          if (several !== undefined)
            return plural(number === '1' ? 'one' : whole(number).replace(/^one (?=hundred$|thousand$)/, ''))
          const from = last === undefined ? '' : `${whole(number)} to `
          const least = last ?? number
          if (large !== undefined) return `${from}${amount(least, isBritish)} ${large} ${unit}${end}`
          if (last !== undefined) return `${from}${inUnits(last, sign, isBritish)}`
          if (isOfSomething && !number.includes('.')) return `${whole(number)} ${unit}${end}`
          return inUnits(number, sign, isBritish) + end
        },
      ],
      [
        new RegExp(String.raw`(?<![\d.,])(${NUMBER})\s?([¢€₽])`, 'gu'),
        ([, number, sign]) =>
          sign === '¢' ? `${amount(number!)} cent${number === '1' ? '' : 's'}` : inUnits(number!, sign!),
      ],
      // "$5/hr.", "20 miles/day", "$900 a mo."
      [
        new RegExp(
          String.raw`(?<=[\d¢%]|\d[km]|\d\s?(?:dollars|miles|bucks|cents|times))(?:\s?\/\s?(${PER})|\s(?:an?|per)\s(hr|wk|mo|yr))\b\.?`,
          'giu',
        ),
        (match) => {
          const small = (match[1] ?? match[2])!.toLowerCase()
          const unit = PER_WORDS[small] ?? small
          const isEnd = match[0].endsWith('.') && /^["')]?(?:$|\s["'(]?\p{Lu})/u.test(behind(match, 4))
          return ` ${unit.startsWith('hour') ? 'an' : 'a'} ${unit}${isEnd ? '.' : ''}`
        },
      ],
    ]),
  ),
}
