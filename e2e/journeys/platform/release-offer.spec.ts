import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import type { Page } from '@playwright/test'
import { checkForVersions } from '../../fixtures/check-for-versions.ts'
import { Reader } from '../../fixtures/reader.ts'
import { releasedAgain } from '../../fixtures/released-again.ts'
import { clientOf, expect, login, test } from '../../fixtures/test.ts'

const READER_FAILED = 'An error occurred while rendering the script.'
const offer = (page: Page) => page.getByText('A new version is available.')

test.describe('a new version', () => {
  let platform: Platform
  test.beforeAll(async () => {
    platform = await temporaryPlatform()
  })
  test.afterAll(() => platform?.stop())

  test('product §14 is offered when the listener pauses, not during playback', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: platform.origin })
    await login(page, platform.demo)
    const lines = Array.from(
      { length: 40 },
      (_, n) => `The lamp of the lighthouse turns for the ${n + 1}th time.`,
    )
    const script = await clientOf(page).readyScript('lamps', lines)
    await page.goto(`/scripts/${script._id}`)
    const reader = new Reader(page)
    await reader.play()
    await reader.waitForState('playing')
    await releasedAgain(platform.dataDir, 'reader', 'aaaaaaaaaaa1')
    await checkForVersions(page)
    // The offer would appear within a second of the response.
    const { line } = await reader.place()
    await (await reader.listen()).until(line + 1)
    await expect(offer(page)).toHaveCount(0)
    await reader.pause()
    await expect(offer(page)).toBeVisible()

    await reader.play()
    await expect(offer(page)).toHaveCount(0)
    await reader.pause()
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(reader.line(0)).toBeVisible()
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).toContain(`${platform.origin}/remotes/reader/aaaaaaaaaaa1/remoteEntry.js`)
    await page.close()
  })
})

test.describe('code that differs from the published build', () => {
  test.use({
    expectedErrors: [
      /Failed to load resource|integrity|Fetch API cannot load|RUNTIME-00\d|Federation Runtime/,
    ],
  })

  for (const file of ['remoteEntry.js', 'mf-manifest.json'])
    test(`architecture §8 does not run: an altered ${file} breaks only its own routes, and Retry loads the right one`, async ({
      page,
      signIn,
    }) => {
      await signIn()
      const script = await clientOf(page).uploadSample()
      await page.route(`**/remotes/reader/**/${file}`, async (route) => {
        const response = await route.fetch()
        // Still valid: the original content with an addition.
        const body = (await response.text()) + (file.endsWith('.js') ? ';globalThis.altered = true' : ' ')
        // Only the content type: with the original ETag the browser would revalidate and reuse the altered bytes.
        await route.fulfill({ status: 200, contentType: response.headers()['content-type'] ?? '', body })
      })
      await page.goto(`/scripts/${script._id}`)
      await expect(page.getByText(READER_FAILED)).toBeVisible()
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)

      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByText('Dark Mode')).toBeVisible()

      await page.goBack()
      await expect(page.getByText(READER_FAILED)).toBeVisible()
      await page.unroute(`**/remotes/reader/**/${file}`)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.locator('[data-line-index="0"]')).toBeVisible()
    })
})
