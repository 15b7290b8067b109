import type { Page } from '@playwright/test'
import { drawFrames, MOST_SHIFT, shiftOf, watchShift } from '../../fixtures/layout-shift.ts'
import { serveInTwo } from '../../fixtures/static-origin.ts'
import { expect, holdRequests, login, newEmail, test } from '../../fixtures/test.ts'

/* The landing page is in the document before any code is loaded (decision 0034), and does not shift afterwards. */

const HEADING = 'Hear your script before anyone reads it.'
const CODE = /\/assets\/.*\.js$/

const prerendered = (page: Page) => page.locator('.host-prerendered')
const field = (page: Page) => page.getByRole('textbox', { name: 'Email address' })

const holdCode = async (page: Page) => (await holdRequests(page, CODE)).release

test('product §1 without code the whole page shows, inert; with code the form works, and the style sheet is loaded once', async ({
  page,
}) => {
  const styles: string[] = []
  page.on('request', (request) => {
    if (/\/remotes\/landing\/.*\.css$/.test(request.url())) styles.push(request.url())
  })
  const release = await holdCode(page)
  await page.goto('/?from=a-friend', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
  // For assistive technology only, which ignores inert content.
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await expect(page.locator('.host-waiting')).toHaveCount(0)
  await expect(prerendered(page)).toHaveAttribute('inert')
  // Its style sheet is loaded.
  await expect(prerendered(page).locator('section').first()).toHaveCSS('display', 'grid')
  // Nothing can be typed that would be lost.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

  release()
  await expect(prerendered(page)).toHaveCount(0)
  await field(page).fill(newEmail())
  await page.getByRole('button', { name: 'Notify Me', exact: true }).click()
  await expect(page.getByText("Thanks! You're on the list!")).toBeVisible()
  expect(styles).toHaveLength(1)
})

test.describe('no layout shift when the page replaces the HTML', () => {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [900, 'dark'],
    [390, 'light'],
  ] as const)
    test(`${width} px, ${colorScheme}: for a visitor, and for one who is on the list`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await watchShift(page)
      for (const onList of [false, true]) {
        const release = await holdCode(page)
        await page.goto('/', { waitUntil: 'commit' })
        await expect(prerendered(page).getByRole('heading', { level: 1 })).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        release()
        await expect(prerendered(page)).toHaveCount(0)
        await expect(onList ? page.getByText("Thanks! You're on the list!") : field(page)).toBeVisible()
        expect.soft(await shiftOf(page), onList ? 'on the list' : 'a visitor').toBeLessThanOrEqual(MOST_SHIFT)
        await page.evaluate(() =>
          localStorage.setItem(
            'andscene_email_subscribed',
            JSON.stringify({ date: new Date().toISOString() }),
          ),
        )
        await page.unroute(CODE)
      }
    })

  test('nothing is drawn before the HTML is complete', async ({ page, context, platform }) => {
    const html = await (await fetch(`${platform.origin}/`)).text()
    await using halves = await serveInTwo(html, html.indexOf('</h1>') + '</h1>'.length)
    await page.route(
      ({ origin, pathname }) => origin === halves.origin && pathname !== '/',
      (route) => route.continue({ url: route.request().url().replace(halves.origin, platform.origin) }),
    )
    await holdCode(page)
    await watchShift(page)
    await page.setViewportSize({ width: 900, height: 844 })
    await page.goto(`${halves.origin}/`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('h1'), undefined, { polling: 50 })
    // Another page's frames serve as the clock: the first page has had time to paint.
    await drawFrames(await context.newPage(), 30)
    expect(await page.evaluate(() => performance.getEntriesByType('paint').length)).toBe(0)
    halves.release()
    await expect(prerendered(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT)
  })

  test('for a signed-in user, whose navigation bar has other items', async ({ page, person }) => {
    await login(page, person)
    await watchShift(page)
    const release = await holdCode(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(prerendered(page).getByRole('heading', { level: 1 })).toBeVisible()
    release()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Scripts' })).toBeVisible()
    await expect(prerendered(page)).toHaveCount(0)
    expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT)
  })
})

test.describe('a page whose code fails to load', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED|RUNTIME-008|preload|Loading chunk/] })

  test("shows an error without the shell's code, and loads on Reload", async ({ page }) => {
    const START = /\/assets\/start\..*\.js$/
    await page.route(START, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText('And Scene could not start')
    await expect(prerendered(page)).toHaveCount(0)
    await page.unroute(START)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
    await expect(prerendered(page)).toHaveCount(0)
  })
})
