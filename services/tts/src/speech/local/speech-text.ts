import anyAscii from 'any-ascii'

/** Marks of layout and emphasis, which an engine would read out ("asterisk"). */
const MARKUP = /[*_~^{}|\\<>[\]]/g
const UNSPEAKABLE = /[\p{Cc}\p{Cs}\p{Cn}\uFEFF\uFFFD]/gu
const INVISIBLE = /[\u00AD\u200B\u2060]/g
const PICTURES =
  /(?![©®™])\p{Extended_Pictographic}(?:[\uFE0E\uFE0F\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic})*/gu

/** Text for any engine: well-formed, on one line, without characters that are not spoken. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(UNSPEAKABLE, ' ')
    .replace(PICTURES, ' ')
    .replace(MARKUP, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Text for Flite, which supports only English and ASCII: transliterates other scripts and turns dashes into pauses. */
export function textForFlite(text: string): string {
  const pauses = text
    .replace(/(\d)\s*–\s*(?=\d)/g, '$1 to ')
    .replace(/\s*(?:--+|[—–―]+|\s-\s)\s*/g, ', ')
    .replace(/^[,\s]+|[,\s]+$/g, '')
  return anyAscii(pauses).replace(/\s+/g, ' ').trim()
}

/** Text for eSpeak NG, which interprets it as SSML. */
export const textForEspeak = (text: string): string => text.replaceAll('&', '&amp;')
