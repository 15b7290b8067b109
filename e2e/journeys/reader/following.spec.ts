import type { Script } from '@andscene/contracts/script'
import { audible, expect, openAtStart, playFrom, sentences, test } from '../../fixtures/faults.ts'

/** Last line of the script, and of its first page. */
const LAST = 29
const LAST_ON_PAGE = 19

let script: Script
// Not the script of other tests: playback would resume at their position.
test.beforeAll(async ({ api }) => {
  script = await api.readyScript('pages', sentences(LAST + 1))
})

test('product §4 the wheel suspends following, the page does not turn while the user reads, and the button resumes', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  await playFrom(reader, LAST_ON_PAGE - 1)
  await audible(reader, LAST_ON_PAGE - 1)
  await reader.line(5).hover()
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, before > 0 ? -200 : 200)
  const back = page.getByRole('button', { name: /^Back to line/ })
  await expect(back).toBeVisible()
  await audible(reader, LAST_ON_PAGE + 1)
  await expect(reader.line(0), 'the first page is on show still').toBeAttached()
  await expect(reader.line(LAST_ON_PAGE + 1)).not.toBeAttached()
  await back.click()
  await expect(back).toBeHidden()
  await expect(reader.line(LAST_ON_PAGE + 1)).toBeInViewport()
  await reader.pause()
})

test('product §2 a message does not cover the notices over the sheet, at any width', async ({
  page,
  api,
}) => {
  await api.note(script._id, script.content.lines[LAST - 1]!._id, 'Too fast.')
  const reader = await openAtStart(page, script._id)
  await page.keyboard.press('End')
  await playFrom(reader, LAST)
  const notice = page.getByText('The reading is complete.')
  await expect(notice).toBeVisible()
  await reader.notes(LAST - 1).click()
  await page.getByRole('button', { name: 'Resolve' }).click()
  const message = page.getByRole('region', { name: 'Messages' })
  await expect(message).toContainText('Note resolved')
  // Keeps it on the screen.
  await message.getByRole('button', { name: 'Undo' }).focus()
  for (const width of [1_440, 900, 390]) {
    await page.setViewportSize({ width, height: 700 })
    const gap = async () => {
      const [above, below] = [await notice.boundingBox(), await message.boundingBox()]
      return below!.y - above!.y - above!.height
    }
    await expect.poll(gap, `${width} px`).toBeGreaterThan(0)
    await expect(notice).toBeInViewport()
  }
})
