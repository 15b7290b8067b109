import type { Sound } from '@andscene/contracts/voices/pronunciation'
import { partsWithSounds } from '@andscene/screenplay/pronunciation/sounding-text'
import anyAscii from 'any-ascii'

/** Marks of layout and emphasis, which an engine would read out ("asterisk"). */
const MARKUP = /[*_~^{}|\\<>[\]]/g
const UNSPEAKABLE = /[\p{Cc}\p{Cs}\p{Cn}\uFEFF\uFFFD]/gu
const INVISIBLE = /[\u00AD\u200B\u2060]/g
const PICTURES =
  /(?![©®™])\p{Extended_Pictographic}(?:[\uFE0E\uFE0F\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic})*/gu

/** Text for any engine: well-formed, on one line, without characters that are not spoken. */
export const cleanText = (text: string): string => spaced(text).trim()

const spaced = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(UNSPEAKABLE, ' ')
    .replace(PICTURES, ' ')
    .replace(MARKUP, ' ')
    .replace(/\s+/g, ' ')

/** The same text, with the places of its sounds there. */
export function cleanSounds(text: string, sounds: readonly Sound[] = []): { text: string; sounds: Sound[] } {
  if (sounds.length === 0) return { text: cleanText(text), sounds: [] }
  const placed: Sound[] = []
  let clean = ''
  for (const { text: part, sound } of partsWithSounds(text, sounds)) {
    const all = spaced(part)
    const plain = clean === '' || clean.endsWith(' ') ? all.trimStart() : all
    if (sound && plain.trim() !== '') {
      const { spelled } = sound
      const at = clean.length + plain.length - plain.trimStart().length
      const cleaned = spelled === undefined ? {} : { spelled: cleanText(spelled) }
      placed.push({ ...sound, ...cleaned, at, length: plain.trim().length })
    }
    clean += plain
  }
  return { text: clean.trimEnd(), sounds: placed }
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
