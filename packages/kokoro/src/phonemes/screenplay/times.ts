import { cardinal } from '../english/number-words.ts'

const minutes = (digits: string) =>
  Number(digits) < 10 ? `oh ${cardinal(digits)}` : cardinal(String(Number(digits)))

const half = (letters: string | undefined) =>
  letters === undefined ? '' : ` ${letters[0]!.toUpperCase()}.M.`

/** A sentence that ends in "P.M." has one full stop for both; it is needed twice. */
const SENTENCE_END = /(?<= [AP]\.M\.)(?=\s*$|\s+["“]?\p{Lu}(?!\.))/gu

/** "ten thirty P.M.", "nine o'clock", "fourteen hundred hours". */
export const plainTimes = (text: string): string =>
  text
    .replace(
      /(?<![\d:.,$£€/-])([01]?\d|2[0-4])[:.]([0-5]\d)(?::([0-5]\d))?(?:\s?([ap])\.?\s?m(\b\.?|\.))?(?!\d|:|%|[.,]\d)/gi,
      (all: string, hour: string, minute: string, second?: string, letter?: string) => {
        // "3.15" is a number unless a half of the day follows.
        if (!all.includes(':') && letter === undefined) return all
        const hours = cardinal(String(Number(hour)))
        const isFull = minute === '00' && second === undefined
        const clock = isFull
          ? letter === undefined
            ? Number(hour) > 12
              ? `${hours} hundred`
              : `${hours} o'clock`
            : hours
          : `${hours} ${minute === '00' ? '' : minutes(minute)}`
        const seconds = second === undefined ? '' : ` and ${cardinal(String(Number(second)))} seconds`
        return clock.trim() + seconds + half(letter)
      },
    )
    .replace(
      /(?<![\d:.,$£€/-])(1[0-2]|0?[1-9])\s?([ap])(?:\.\s?m\.|\.?m\b)/gi,
      (all: string, hour: string, letter: string) =>
        // "I am": a letter of its own in small type is a word.
        /\d\s[ap]m$/.test(all) && letter === 'a' ? all : `${cardinal(String(Number(hour)))}${half(letter)}`,
    )
    .replace(/\b([01]\d|2[0-4])([0-5]\d)(?=\s?(?:hours|hrs)\b)/gi, (_, hour: string, minute: string) => {
      const hours = hour.startsWith('0') ? `oh ${cardinal(hour[1]!)}` : cardinal(hour)
      return `${hours} ${minute === '00' ? 'hundred' : minutes(minute)}`
    })
    .replace(SENTENCE_END, '.')
