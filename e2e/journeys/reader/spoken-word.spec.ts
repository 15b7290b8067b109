import { readWordTimes } from '@andscene/contracts/routes/speech'
import { castingInTurn } from '@andscene/platform-client/platform-client'
import type { Page } from '@playwright/test'
import { expect, openReader, test } from '../../fixtures/faults.ts'

const TEXT = 'A lighthouse the color of old teeth stands on a rock too small for 21 chairs.'
const WORDS = TEXT.match(/\w+/g)!

/** The words that are emphasized from now on, in order, until the last one of the line or the first of the next. */
const seenWords = (page: Page) =>
  page.evaluate(
    ({ text, last }) =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = []
        const look = () => {
          const ranges = [...(CSS.highlights.get('spoken-word') ?? [])] as Range[]
          const isOver = ranges.some(({ startContainer }) => startContainer.textContent !== text)
          const word = ranges.map(String).join('|')
          if (!isOver && word !== '' && seen.at(-1) !== word) seen.push(word)
          if (isOver || word === last) resolve(seen)
          else requestAnimationFrame(look)
        }
        look()
      }),
    { text: TEXT, last: WORDS.at(-1) },
  )

test('product §2 each word is emphasized while it is heard, and a click on one plays from there', async ({
  page,
  api,
}) => {
  const script = await api.uploadLines('words', [TEXT, 'The end of it all, as they say.'])
  const espeak = (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('local:espeak-en-us-'))
  await api.cast(script, castingInTurn(script, espeak))
  await api.narrated(script)
  const [line] = (await api.script(script._id)).content.lines
  const { words } = (await api.call(readWordTimes, { params: { '*': line!.audioCache!.path } })).data
  expect(words.length).toBeGreaterThanOrEqual(WORDS.length)

  const reader = await openReader(page, script._id)
  await reader.setSpeed('2×')
  // Before the line starts: on a busy machine it may be over when its state is read.
  const looking = seenWords(page)
  await reader.lineButton(0).click()
  const seen = await looking
  // The first words may be heard before their times are loaded, and many frames are lost on a busy machine.
  expect(WORDS.filter((word) => seen.includes(word))).toEqual(seen)
  expect(seen.length).toBeGreaterThanOrEqual(4)
  const middle = WORDS.length / 2
  const places = seen.map((word) => WORDS.indexOf(word))
  expect([Math.min(...places) < middle, Math.max(...places) >= middle]).toEqual([true, true])

  // Enough time to press a word before the line ends.
  await reader.setSpeed('0.5×')
  await reader.lineButton(0).click()
  await reader.waitForState('playing')
  await expect.poll(() => page.evaluate(() => CSS.highlights.has('spoken-word'))).toBe(true)
  const start = words.find(({ at, length }) => TEXT.slice(at, at + length) === 'rock')!.startMs
  const box = await reader.lineButton(0).evaluate((button) => {
    const text = button.querySelector('[data-words]')!.firstChild!
    const range = document.createRange()
    range.setStart(text, text.textContent!.indexOf('rock'))
    range.setEnd(text, text.textContent!.indexOf('rock') + 4)
    return range.getBoundingClientRect().toJSON() as DOMRect
  })
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await reader.pause()
  const { line: current, positionMs } = await reader.place()
  expect(current).toBe(0)
  expect(positionMs).toBeGreaterThanOrEqual(start - 40)

  await page.getByRole('button', { name: 'Controls' }).first().click()
  const highlight = page.getByRole('checkbox', { name: 'Highlight words' })
  await highlight.click()
  await expect(highlight).not.toBeChecked()
  await expect.poll(() => page.evaluate(() => CSS.highlights.has('spoken-word'))).toBe(false)
  await page.reload()
  await page.getByRole('button', { name: 'Controls' }).first().click()
  await expect(page.getByRole('checkbox', { name: 'Highlight words' })).not.toBeChecked()
})
