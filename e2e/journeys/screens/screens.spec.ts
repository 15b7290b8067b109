import type { Locator, Page } from '@playwright/test'
import { faultsOf as accessFaultsOf, overflowOf } from '../../fixtures/judged.ts'
import { Reader } from '../../fixtures/reader.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/* Screens of the shell and of signed-in users, at every width and in both themes. */

/** All axe violations, and elements wider than the window. */
async function faultsOf(page: Page, state: string): Promise<string[]> {
  const wider = await overflowOf(page)
  const found = await accessFaultsOf(page, state)
  return wider > 0 ? [...found, `${state}: ${wider} px wider than the window`] : found
}

/** Checks the current screen at 1440, 900, 390 and 320 px. */
async function faultsAtEachWidth(page: Page, state: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [1440, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await faultsOf(page, `${state}, ${width} px`)))
  }
  return found
}

const boxOf = async (element: Locator) => (await element.boundingBox())!
const endOfText = (element: Locator) =>
  element.evaluate((one) => {
    const text = document.createRange()
    text.selectNodeContents(one)
    return text.getBoundingClientRect().right
  })

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('settings and the drawer on a phone', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/settings')
      await expect(page.getByRole('combobox', { name: 'Default voice' })).toBeEnabled()
      await page.getByRole('button', { name: 'Change Password' }).click()
      const found = await faultsAtEachWidth(page, 'settings')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Scripts' })).toBeVisible()
      found.push(...(await faultsOf(page, 'drawer')))
      expect(found).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await faultsOf(page, 'deletion')).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Show credits' }).click()
      await expect(page.getByRole('link', { name: /^Kokoro-82M/ })).toBeVisible()
      expect(await faultsAtEachWidth(page, 'credits')).toEqual([])
    })

    test('casting of a new script: card, voices, filters and messages', async ({ page, signIn }) => {
      await signIn()
      const { _id } = await clientOf(page).uploadSample()
      await page.goto(`/scripts/${_id}`)
      await expect(page.getByRole('region', { name: /needs? (a voice|voices)$/ })).toBeVisible()
      const found = await faultsOf(page, 'card')
      const dialog = await new Reader(page).openCasting()
      const message = dialog.getByRole('region', { name: 'Messages' })
      for (const width of [1440, 900, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await dialog.getByRole('button', { name: 'Suggest a cast' }).click()
        await expect(message).toContainText(/voice/)
        // The trial click fails if another element covers the button.
        for (const name of ['Clear All Voices', 'CANCEL', 'SAVE ASSIGNMENTS'])
          await dialog.getByRole('button', { name }).click({ trial: true })
        found.push(...(await faultsOf(page, `casting, ${width} px`)))
      }
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await dialog.getByRole('combobox').nth(1).click()
        await expect(page.getByRole('option').first()).toBeVisible()
        found.push(...(await faultsOf(page, `voices, ${width} px`)))
        await page.keyboard.press('Escape')
      }
      await dialog.getByRole('button', { name: /^Voice Filters/ }).click()
      await expect(page.getByRole('dialog', { name: 'Voice Filters' })).toBeVisible()
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        found.push(...(await faultsOf(page, `filters, ${width} px`)))
      }
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Voice Assignment Settings' }).click()
      const settings = page.getByRole('dialog', { name: 'Voice Assignment Settings' })
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const [title, close] = [
          settings.getByText('Voice Assignment Settings'),
          settings.getByRole('button', { name: 'Close' }),
        ]
        const gap = async () => (await boxOf(close)).x - (await endOfText(title))
        await expect.poll(gap, `between title and close button, ${width} px`).toBeGreaterThan(0)
      }
      expect(found).toEqual([])
    })

    test.describe('a page that fails to render', () => {
      test.use({ expectedErrors: [/TypeError|RangeError|Minified React error/] })

      test('shows the error panel', async ({ page, signIn }) => {
        await signIn()
        await page.route(/\/api\/scripts(\?|$)/, (route) =>
          route.fulfill({ json: { success: true, data: { scripts: [{ _id: 's', title: { bad: true } }] } } }),
        )
        await page.reload()
        await page.getByText('Error details').click()
        await expect(page.getByRole('main').locator('pre')).toBeVisible()
        expect(await faultsAtEachWidth(page, 'error panel')).toEqual([])
      })
    })
  })

test.describe('touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('product §9: a long press shows the tooltip and does not activate the control; a tap activates it', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/settings')
    const themes = page.getByRole('switch', { name: 'Dark Mode' })
    await themes.scrollIntoViewIfNeeded()
    const box = (await themes.boundingBox())!
    // Capture phase: the page's own listeners stop this click.
    const clicked = page.evaluate(
      () => new Promise<void>((resolve) => addEventListener('click', () => resolve(), true)),
    )
    const finger = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(page.getByRole('tooltip')).toHaveText(/^Switch to dark mode/)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await clicked
    await expect(page.getByRole('tooltip')).toBeHidden()
    await expect(themes).not.toBeChecked()
    await themes.tap()
    await expect(themes).toBeChecked()
  })
})
