import NUMBERS from '../../../data/numbers.json' with { type: 'json' }

const UNITS: Readonly<Record<string, readonly string[]>> = NUMBERS.money
const LARGE: Readonly<Record<string, string>> = NUMBERS.large
const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`
const LARGE_MONEY = new RegExp(
  String.raw`(?:US|A|C)?([$£€¥₹₩])\s?(${NUMBER})(?:(k|m|mil|mm|b|bn)\b|\s(?:-?(hundred|thousand|million|billion|trillion|mil|bn|grand)\b))(-?)`,
  'giu',
)
const OTHER_MONEY = new RegExp(String.raw`([¥₹₩₽])\s?(${NUMBER})`, 'gu')
const AFTER = new RegExp(String.raw`(${NUMBER})\s?([¢€₽])`, 'gu')

const OF_SOMETHING = new RegExp(
  String.raw`(?<=\b(?:an?|this|that|another|every|one|crisp) )([$£€])(\d+(?:,\d{3})*)(?= (?!a |an |per |and |or |for |in |to |at |on |of |is |was |from |I |you |he |she |we |they )\p{Ll}+)`,
  'giu',
)

const unit = (sign: string, number: string) => UNITS[sign]![number === '1' ? 0 : 1]

/** "$1.5 million" is "1.5 million dollars", "$50k" is "50 thousand dollars"; "$20" the lexicon reads. */
export const plainMoney = (text: string): string =>
  text
    .replace(
      LARGE_MONEY,
      (
        _,
        sign: string,
        number: string,
        letter: string | undefined,
        word: string | undefined,
        hyphen: string,
      ) => {
        const large = LARGE[(letter ?? word ?? '').toLowerCase()] ?? (word ?? '').toLowerCase()
        return `${number} ${large} ${hyphen === '-' ? UNITS[sign]![0] : UNITS[sign]![1]}${hyphen === '-' ? ' ' : ''}`
      },
    )
    .replace(OTHER_MONEY, (_, sign: string, number: string) => `${number} ${unit(sign, number)}`)
    .replace(AFTER, (_, number: string, sign: string) => `${number} ${unit(sign, number)}`)
    .replace(/(?:US|A|C)\$(?=\d)/g, '$')
    .replace(/\$(\d+)-(?=\p{L})/gu, '$1 dollar ')
    // "a $20 bill", but "a $5 a day habit" no more than "the $20 he owes".
    .replace(OF_SOMETHING, (_, sign: string, number: string) => `${number} ${UNITS[sign]![0]}`)
