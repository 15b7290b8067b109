import { describe, expect, test } from 'vitest'
import { processorMs } from '@andscene/testing/processor-time'
import { newWords } from './word-changes.ts'

const words = (old: string, text: string) =>
  newWords(old, text).map(({ start, length }) => text.slice(start, start + length))

describe('new words of a reworded line', () => {
  test.each([
    ['one word', 'I never said that.', 'I always said that.', ['always']],
    ['neighbors', 'Come in.', 'Come in and sit down.', ['and sit down']],
    ['several', 'He is a good man.', 'He was never a good man, Ada.', ['was never', 'Ada']],
    ['nothing for words that were cut', 'I really never said that.', 'I never said that.', []],
    ['nothing for typography', `"Don't" -- he said...`, '“Don’t” — he said…', []],
    ['nothing for case', 'GO AWAY now', 'Go away NOW', []],
    ['the word before a new sign', 'You came.', 'You came?', ['came?']],
    ['whole words', 'He runs.', 'He runner.', ['runner']],
    ['words joined by a sign', 'A man.', 'A self-made man.', ['self-made']],
    ['accents', 'Ca va bien', 'Ça va bien', ['Ça']],
    ['Chinese', '今天天气很好', '明天天气很好', ['明天']],
    ['Hebrew', 'שלום עולם', 'שלום לך עולם', ['לך']],
    ['all of another text', 'One.', 'Two three.', ['Two three']],
    ['all where nothing was', '', 'Two three.', ['Two three']],
    ['no text', 'One.', '', []],
  ])('%s', (_, old, text, expected) => {
    expect(words(old, text)).toEqual(expected)
  })

  test.each(['a', 'ab ', '- ', '字', ' ', "'", '😀'])(
    '100,000 characters of %j take less than 1 s',
    (part) => {
      const text = part.repeat(100_000 / part.length)
      expect(processorMs(() => newWords(text, `${text.slice(0, -7)}x${text.slice(0, 50)}`))).toBeLessThan(
        1_000,
      )
    },
  )

  test('100,000 characters of other words take less than 1 s', () => {
    const [old, text] = [7, 11].map((step) =>
      Array.from({ length: 20_000 }, (_, n) => `w${(n * step) % 13}`).join(' '),
    )
    expect(processorMs(() => newWords(old!, text!))).toBeLessThan(1_000)
  })
})
