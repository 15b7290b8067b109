import { byRows, type TokenClass } from '../token-class.ts'

const PAIR: Readonly<Record<string, string>> = {
  'his/her': 'his or her',
  'her/his': 'her or his',
  'he/she': 'he or she',
  'she/he': 'she or he',
  'him/her': 'him or her',
  'her/him': 'her or him',
  'his/hers': 'his or hers',
  'himself/herself': 'himself or herself',
}

/** Slashes: between rows of a song, between items, between words. */
export const slashes: TokenClass = {
  name: 'slashes',
  find: byRows([
    [
      /(?<!\p{L})(?:s?he|his|hers?|him|himself)\/(?:s?he|his|hers?|him|herself)(?!\p{L})/giu,
      ([all]) => PAIR[all.toLowerCase()],
    ],
    // Rows of a song and items in a list: " / " is a pause.
    [/(?<=[,;:.!?…"'—-])\s\/\s?/g, ' '],
    [/(?<=\p{L}|[)\]])\s\/{1,2}\s(?=\S)|(?<=[\d])\s\/{1,2}\s(?=\p{L})|(?<=\p{L})\s\/\s(?=\d)/gu, ', '],
    [
      /(?<=\p{L})\/{1,2}(?=\p{L})/gu,
      (_match, { isHeading, kind }) => (isHeading || kind === 'Character' ? ', ' : ' '),
    ],
    // Overlapping speech: "/grown up", "grown up/".
    [
      /(?<![\p{L}\p{N}])\/{1,2}(?=\p{L})|(?<=[\p{L}.,!?])\/{1,2}(?![\p{L}\p{N}])|^\/{1,2}\s?|\s?\/{1,2}$/gu,
      ' ',
    ],
    [/(?<=\p{L})\/(?=\d)|(?<=\d)\/(?=\p{L})/gu, ' '],
  ]),
}
