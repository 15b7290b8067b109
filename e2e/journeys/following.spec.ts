import { AxeBuilder } from '@axe-core/playwright'
import type { Script } from '@andscene/contracts/script'
import type { Page } from '@playwright/test'
import { audible, expect, openAtStart, playFrom, sentences, test } from '../fixtures/faults.ts'

/** Lines of the script, and of its first page. */
const LAST = 29
const LAST_ON_PAGE = 19

let script: Script
// Not the one of other tests: those would begin where these have come to.
test.beforeAll(async ({ api }) => {
  script = await api.readyScript('pages', sentences(LAST + 1))
})

const backTo = (page: Page, line: number) =>
  page.getByRole('button', { name: `Back to line ${line + 1}`, exact: true })

test('product §4 the wheel suspends following, a page is not turned under the reader, and the button resumes', async ({
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

test('product §2 find, Esc returns to the place before, and space plays the current line', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('/')
  await page.keyboard.type('Three lamps and Five boats')
  await expect(reader.line(24)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader.line(1)).toBeInViewport()
  await expect(reader.lineButton(1)).toBeFocused()
  expect(await reader.place()).toMatchObject({ state: 'idle', line: 1 })
  await page.keyboard.press('Space')
  await audible(reader, 1)
  await reader.pause()
})

test('product §2 find while it plays, Esc returns to the line that is read', async ({ page }) => {
  const reader = await openAtStart(page, script._id)
  await playFrom(reader, 2)
  await audible(reader, 2)
  await page.keyboard.press('/')
  await page.keyboard.type('Three lamps and Five boats')
  await expect(reader.line(24)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader.line(2)).toBeVisible()
  await expect.poll(async () => (await reader.place()).state).toBe('playing')
  await expect(backTo(page, 2)).toBeHidden()
  await reader.pause()
})

test('space plays after a press of the pointer, and presses a button that was reached by Tab', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  const toolbar = page.getByRole('toolbar', { name: 'Playback' })
  await toolbar.getByRole('button', { name: 'Next Line' }).click()
  await page.keyboard.press('Space')
  await reader.reaches('playing')
  expect((await reader.place()).line).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('Space')
  await reader.reaches('paused')
  await toolbar.getByRole('button', { name: 'Previous Line' }).focus()
  await page.keyboard.press('Tab')
  await expect(toolbar.getByRole('button', { name: 'Next Line' })).toBeFocused()
  const { line } = await reader.place()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await reader.place()).line).toBe(line + 1)
})

test('a jump offers the way back for a while', async ({ page }) => {
  const reader = await openAtStart(page, script._id)
  await playFrom(reader, 2)
  await audible(reader, 2)
  await reader.pause()
  const { line: from } = await reader.place()
  await reader.lineButton(15).click()
  await expect(backTo(page, from)).toBeVisible()
  await audible(reader, 15)
  await page.keyboard.press('b')
  await expect.poll(async () => reader.place()).toMatchObject({ state: 'paused', line: from })
  await expect(backTo(page, from)).toBeHidden()
  await reader.lineButton(15).click()
  await expect(backTo(page, from)).toBeVisible()
  // It disappears automatically.
  await expect(page.getByRole('button', { name: /^Back to line/ })).toBeHidden()
  await reader.pause()
})

test('at the end it starts again from the first line', async ({ page }) => {
  const reader = await openAtStart(page, script._id)
  await page.keyboard.press('End')
  await expect(reader.line(LAST)).toBeVisible()
  await page.keyboard.press('Space')
  const again = page.getByRole('button', { name: 'Start again' })
  await expect(again).toBeVisible()
  const listening = reader.listenUntil(0)
  await again.click()
  expect([...(await listening).keys()]).toEqual([0])
  await reader.pause()
})

for (const theme of ['light', 'dark'] as const) {
  test.describe(`the reader in the ${theme} theme`, () => {
    test.use({ colorScheme: theme, expectedErrors: [/Failed to load resource/] })

    test('has nothing that axe objects to: the script, what it offers, and one that is not there', async ({
      page,
    }) => {
      const reader = await openAtStart(page, script._id)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectNoObjections(page)
      await playFrom(reader, 2)
      await audible(reader, 2)
      await reader.lineButton(15).click()
      await page.getByRole('button', { name: /^Back to line/ }).hover()
      await reader.reaches('playing')
      await page.keyboard.press('/')
      await page.keyboard.type('lamps')
      await expect(page.getByText(/ of 30$/).first()).toBeVisible()
      await expectNoObjections(page)
      await page.goto('/scripts/there-is-none')
      await expect(page.getByRole('heading', { level: 1, name: 'Script not found' })).toBeVisible()
      await expectNoObjections(page)
    })
  })
}

async function expectNoObjections(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(found).toEqual([])
}
