import { byRows, type TokenClass } from '../token-class.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: ' and ',
  lt: '',
  gt: '',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  ldquo: '"',
  rdquo: '"',
  lsquo: "'",
  rsquo: "'",
  mdash: ', ',
  ndash: ', ',
  hellip: '...',
  copy: ' copyright ',
  reg: '',
  trade: '',
  deg: ' degrees ',
  eacute: 'é',
  egrave: 'è',
  ccedil: 'ç',
  ntilde: 'ñ',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  pound: '£',
  euro: '€',
  cent: '¢',
  bull: ', ',
  middot: ', ',
  times: ' times ',
  frac12: ' a half ',
  shy: '',
  zwj: '',
  zwnj: '',
  emsp: ' ',
  ensp: ' ',
  thinsp: ' ',
}
const character = (code: number): string | undefined => {
  if (code === 38) return ' and '
  if (code === 160) return ' '
  if (code === 8217 || code === 8216) return "'"
  if (code === 8220 || code === 8221) return '"'
  if (code === 8211 || code === 8212) return ', '
  if (code === 8230) return '...'
  return code >= 32 && code < 0x2000 ? String.fromCodePoint(code) : undefined
}

/** Marks of plain text formats and of HTML, which are never said. */
export const marks: TokenClass = {
  name: 'marks',
  find: byRows([
    [/\/\*.{0,300}?\*\/\s?|<!--.{0,300}?-->\s?/g, ''],
    [/&lt;\/?[a-z][a-z0-9]{0,10}\s?\/?&gt;/gi, ''],
    // What is printed at the end of a page.
    [/\s\((?:CONTINUED|MORE)\)(?=\s?$)/g, ''],
    [/&([a-z]{2,6}|frac12);/gi, ([, name = '']) => ENTITIES[name.toLowerCase()]],
    [/&#(\d{2,5});/g, ([, code]) => character(Number(code))],
    [/&#x([\da-f]{2,4});/gi, ([, code]) => character(Number.parseInt(code!, 16))],
    // Tags: "<b>", "</i>", "<br/>", "<span class="x">".
    [/\s?<br\s?\/?>\s?/gi, ' '],
    [/<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,120})?\/?>/gi, ''],
    [/\[\/?(?:b|i|u|s|url|img|quote|center|color|size)\]/gi, ''],
    [/<3(?!\d)/g, ' heart '],
    // Links: "[the mill](https://…)".
    [/(?<=\])\([^\s()]{1,200}\)/g, ''],
    [/\[(?=[^[\]]{1,200}\]\()|(?<=\[[^[\]]{1,200})\](?=\()/g, ''],
    // Marks in pairs around words, and at the beginning of a line.
    [/\[\[[^[\]]{0,300}\]\]/g, ''],
    [
      /={2,}|(?<![\p{L}*])\*{2,}(?=\S)|(?<=[^\s*])\*{2,}(?![\p{L}*])|~{2,}|_{2,}|`{1,3}|\{{2,}|\}{2,}|\[\[|\]\]|\|\||\^{1,3}(?!\d)|\\(?=[*_#~])/gu,
      '',
    ],
    [/^(?:#{1,6}|>{1,3}|~|[-+*•])\s?(?=\p{L}|["'])/gu, ''],
    [/\s<(?=\s?$)/g, ''],
    [
      /(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu,
      '',
    ],
    // A mark of revision, alone or at the end of a line.
    [/(?<=^|\s)\*+(?=\s?$)/g, ''],
    [/(?<=[\p{L}.,!?])\{|\{(?=\p{L})|(?<=[\p{L}.,!?])\}/gu, ''],
  ]),
}
