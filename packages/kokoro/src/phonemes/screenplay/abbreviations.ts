import ABBREVIATIONS from '../../../data/abbreviations.json' with { type: 'json' }

const TITLES: Readonly<Record<string, string>> = ABBREVIATIONS.titles
const TITLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.'])(${Object.keys(TITLES)
    .flatMap((title) => [title, title.toUpperCase(), title.charAt(0).toUpperCase() + title.slice(1)])
    .join('|')})(\.?)(?=\s+["“]?\p{Lu})`,
  'gu',
)
/** With their full stop, anywhere; without it where that is no other word. */
const ALWAYS: Readonly<Record<string, string>> = ABBREVIATIONS.always
const BEFORE_NUMBERS: Readonly<Record<string, string>> = { Vol: 'Volume', Nos: 'Numbers', No: 'Number' }
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}.'])(${Object.keys(ALWAYS)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\p{L}\p{N}])`,
  'giu',
)
/** Words that end a sentence as often as they are cut: only with a capital, "Fri." */
const NEEDS_CAPITAL = /^(?:mon|wed|fri|mos|int|ext|dr|st|sr)\.$/

/** Abbreviations in full; a sentence that ends in one keeps its full stop. */
export const plainAbbreviations = (text: string): string =>
  text
    .replace(/(?<!\p{L})(Vol|Nos|No)\. ?(?=\d)/gu, (_, word: string) => `${BEFORE_NUMBERS[word]} `)
    .replace(
      /(?<=(?:\d|\p{Ll}|\bSt\.) \p{Lu}\p{Ll}+ )(St|Dr)\.(?= \p{Lu})/gu,
      (_, street: string) => `${street === 'St' ? 'Street' : 'Drive'}.`,
    )
    .replace(TITLE, (all: string, title: string, stop: string) =>
      // "MS FRANK" and "Rep": without a full stop only those that are no words.
      stop === '' &&
      /^(?:rep|hon|col|gen|maj|det|pres|fr|ms|st|mt|ft|adm|sen|gov|rev)$/i.test(title) &&
      !/^(?:Ms|St|Mt|Ft|Gov|Col|Sen)$/.test(title)
        ? all
        : TITLES[title.toLowerCase()]!,
    )
    .replace(WORD, (all: string, word: string, at: number, whole: string) => {
      const small = word.toLowerCase()
      if (NEEDS_CAPITAL.test(small) && word === small) return all
      const rest = whole.slice(at + word.length)
      const ends =
        small.endsWith('.') &&
        !ALWAYS[small]!.endsWith('.') &&
        /^["”]?(?:\s+["“(]?\p{Lu}|\s*$)/u.test(rest) &&
        !/^(?:e\.g|i\.e|vs)\.$/.test(small)
      return ` ${ALWAYS[small]!}${ends ? '.' : ''} `
    })
    .replace(/(?<=\p{L})\s?&\s?(?=\p{L})/gu, ' and ')
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])#(?=\p{L})/gu, 'hashtag ')
    .replace(/\( +| +\)/g, (bracket) => bracket.trim())
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/\.(?=[?!])/g, '')
    .trim()
