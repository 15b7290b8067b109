import type { Page } from '@playwright/test'
import { faultsOf, overflowOf } from '../../fixtures/judged.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/* The dashboard with many scripts, and its states for axe. */
const titles = (page: Page) => page.getByRole('article').getByRole('heading')

test.describe('five hundred scripts', () => {
  // A focused card prefetches its script; these scripts exist in the list only.
  test.use({ expectedErrors: [/status of 404 .*\/api\/scripts\/s\d+\)/] })

  test('are reachable with the keyboard, and only those in view are drawn', async ({ page, signIn }) => {
    await signIn()
    const scripts = Array.from({ length: 500 }, (_, n) => ({
      _id: `s${n}`,
      title: n === 7 ? 'ליל הסדר' : n === 9 ? `A very long title ${'and longer '.repeat(13)}` : `Draft ${n}`,
      characterCount: 12,
      pages: 120,
      lineCount: 2_842,
      uploadedAt: new Date(Date.UTC(2026, 0, 1) - n * 86_400_000).toISOString(),
      castCount: n % 3 === 1 ? 13 : 0,
    }))
    await page.route(/\/api\/scripts(\?|$)/, (route) =>
      route.fulfill({ json: { success: true, data: { scripts } } }),
    )
    await page.route('**/api/scripts/s3', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      Object.assign(scripts[3]!, route.request().postDataJSON())
      return route.fulfill({ json: { success: true } })
    })
    await page.reload()
    await expect(page.getByText('500 scripts')).toBeVisible()
    await expect(titles(page).first()).toHaveText('Draft 0')
    expect(await page.getByRole('article').count()).toBeLessThan(60)

    // From the sort field to the cards and from card to card, beyond those drawn at first.
    await page.getByLabel('Sort by').focus()
    const seen = new Set<string>()
    for (let press = 0; press < 40 * 7 && seen.size < 40; press += 1) {
      await page.keyboard.press('Tab')
      const [title, isInView] = await page.evaluate(() => {
        const { activeElement } = document
        const box = activeElement?.getBoundingClientRect()
        const card = activeElement?.closest('article')?.querySelector('h2')?.textContent ?? ''
        return [card, !!box && box.bottom > 0 && box.top < innerHeight] as const
      })
      if (title) seen.add(title)
      expect(isInView, `the focus on ${title}`).toBe(true)
    }
    expect(seen.size, 'cards reached').toBe(40)

    const tabs = page.getByRole('tablist')
    await expect(tabs, 'the tabs stay below the bar').toBeInViewport({ ratio: 1 })
    await page.getByLabel('Sort by').selectOption('title')
    await page.evaluate(() => scrollTo(0, 0))
    const card = (title: string) => page.getByRole('article', { name: title, exact: true })
    await card('Draft 3').getByRole('button', { name: 'Rename' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('Zebra crossing')
    await page.keyboard.press('Enter')
    const renamed = card('Zebra crossing').getByRole('button', { name: 'Rename' })
    await expect(renamed, 'the focus follows the renamed card').toBeFocused()
    await expect(renamed).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Sort by').selectOption('newest')

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(titles(page).last()).toHaveText('Draft 499')
    await expect(tabs).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab', { name: 'Upload' }).click()
    await expect(page.getByRole('button', { name: 'Browse Files' })).toBeInViewport()
    await page.getByRole('tab', { name: 'Scripts' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(titles(page).first()).toHaveText('Draft 0')
    expect(await overflowOf(page), 'nothing is wider than a phone').toBe(0)
  })
})

for (const theme of ['light', 'dark'] as const)
  test(`the dashboard is accessible: ${theme}`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signIn()
    const judged = async (state: string) => expect(await faultsOf(page, state)).toEqual([])
    await expect(page.getByText('No scripts uploaded yet')).toBeVisible()
    await judged('empty')
    await page.getByRole('tab', { name: 'Upload' }).click()
    await expect(page.getByText('Choose a FinalDraft (.fdx) file or drag it here')).toBeVisible()
    await judged('upload')
    const call = clientOf(page)
    const cast = await call.uploadLines('cast', ['A boat comes in.'])
    await call.uploadLines('uncast', ['Another comes in.'])
    await call.cast(cast)
    await call.narrated(cast)
    await page.reload()
    await expect(page.getByText('Audio ready')).toBeVisible()
    await judged('cards')
    await page.getByRole('article', { name: 'uncast' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await judged('question')
  })
