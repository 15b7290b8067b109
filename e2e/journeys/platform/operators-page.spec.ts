import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { faultsOf, overflowOf } from '../../fixtures/judged.ts'
import { OPERATOR_TOKEN } from '../../fixtures/shared-platform.ts'

/* The operators' page of a separate platform, whose processes are killed and not restarted. */
test.describe.configure({ timeout: 240_000, mode: 'serial' })

const SECRET = 'lantern'
const TITLE = 'The secret title'
/** Longer than this file runs: killed processes are not restarted. */
const AWAY_MS = 600_000

let platform: Platform

test.beforeAll(async () => {
  platform = await temporaryPlatform({
    backoffMs: [AWAY_MS, AWAY_MS],
    env: { OPERATOR_TOKEN, SPEECH_THREADS: '1' },
  })
})
test.afterAll(() => platform?.stop())

/** Opens the page as an operator; `errors` collects console errors except failed requests. */
async function openAsOperator(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({
    httpCredentials: { username: 'op', password: OPERATOR_TOKEN },
    ...options,
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load')) errors.push(message.text())
  })
  await page.goto(`${platform.urls.tts}/operators`)
  await expect(section(page, 'Parts and versions').getByRole('table')).toBeVisible()
  return { page, errors, close: () => context.close() }
}
const kill = (part: string) => process.kill(platform.pids()[part]!, 'SIGKILL')
const section = (page: Page, title: string) => page.getByRole('region', { name: title })
const row = (page: Page, title: string, name: string | RegExp) =>
  section(page, title).getByRole('row', { name })

test('product §15: opens with the operator token only, and not on the public port', async ({ browser }) => {
  const { page, errors, close } = await openAsOperator(browser)
  await expect(page.getByRole('status')).toHaveText('All 7 parts are up.')
  for (const part of ['edge', 'identity', 'gateway', 'scripts', 'tts', 'subscriptions', 'worker']) {
    const cells = row(page, 'Parts and versions', new RegExp(`^${part} `)).getByRole('cell')
    await expect(cells.nth(1)).toHaveText('up')
    await expect(cells.nth(2)).toHaveText(/^0\.1\.0/)
    await expect(cells.nth(3)).toHaveText(/\d (s|min)/)
    await expect(cells.nth(4)).toHaveText(/^\d+ MB$/)
    await expect(cells.nth(5)).toHaveText(/^[\d.]+ m?s$/)
  }
  await expect(section(page, 'Parts and versions')).toContainText(
    /Live pages: .*host [0-9a-f]{8,}.*reader [0-9a-f]{8,}/,
  )
  await expect(row(page, 'Disk', /scripts, tts/)).toContainText(/[\d.]+ [MGT]B/)
  await expect(section(page, 'Failures')).toContainText('Nothing has failed.')
  expect(errors).toEqual([])
  await close()

  const stranger = await browser.newContext()
  expect((await stranger.request.get(`${platform.urls.tts}/operators`)).status()).toBe(401)
  const outside = await stranger.request.get(`${platform.origin}/operators/overview.json`)
  expect(outside.status()).toBe(404)
  await stranger.close()
})

test('product §15: narration shows in queues, workers and speed, without any text of the script', async ({
  browser,
}) => {
  const { page, errors, close } = await openAsOperator(browser)
  const account = await createAccount(platform.origin)
  const api = new PlatformClient(platform.origin, account.token)
  const lines = Array.from(
    { length: 150 },
    (_, n) => `The ${SECRET} number ${n} is lit, and another, and then one more, until the shore is seen.`,
  )
  const script = await api.uploadLines(TITLE, lines)
  await api.cast(script)
  const clips = row(page, 'Queue', /^clips /).getByRole('cell')
  await expect(clips.nth(1), 'prioritised').toHaveText(/[1-9]/)
  await expect(clips.nth(2), 'being done').toHaveText(/[1-9]/)
  const worker = section(page, 'Workers').getByRole('row').last().getByRole('cell')
  await expect(worker.nth(1), 'doing').toHaveText(/[1-9]\d*\sclips/)
  await expect(worker.nth(2), 'lanes').toHaveText(/^local [1-9] of [1-9]$/)
  await api.narrated(script)
  await expect(worker.last(), 'clips a minute').toHaveText(/[1-9]/)
  await expect(section(page, 'Speed').getByRole('definition').first()).toHaveText(/[1-9]/)
  await expect(clips.nth(1)).toHaveText('0')
  const shown = await page.locator('body').innerText()
  for (const secret of [SECRET, TITLE, script._id, account.email, account.token])
    expect(shown).not.toContain(secret)
  expect(errors).toEqual([])
  await close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`product §15: has no axe violations and fits every width, ${colorScheme}`, async ({ browser }) => {
    for (const width of [1440, 900, 390]) {
      const { page, close } = await openAsOperator(browser, { colorScheme, viewport: { width, height: 900 } })
      expect(await faultsOf(page, `${width} px`)).toEqual([])
      expect([width, await overflowOf(page)]).toEqual([width, 0])
      await close()
    }
  })

test('product §15: updates can be paused and resumed with the keyboard', async ({ browser }) => {
  const { page, close } = await openAsOperator(browser)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Queues, job by job' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Updated .*, paused$/)).toBeVisible()
  const asked = page.waitForRequest(/overview\.json$/)
  await page.getByRole('button', { name: 'Resume updates' }).press('Enter')
  await asked
  await expect(page.getByRole('button', { name: 'Pause updates' })).toBeFocused()
  await close()
})

test('product §15: while Redis is frozen the page reports it, and recovers afterwards', async ({
  browser,
}) => {
  const { page, close } = await openAsOperator(browser)
  await expect(page.getByRole('status')).toHaveText('All 7 parts are up.')
  process.kill(platform.pids()['redis']!, 'SIGSTOP')
  try {
    await expect(page.getByRole('status')).toContainText(
      'Redis is unavailable: the number of waiting jobs is unknown.',
    )
    await expect(page.getByRole('status')).toContainText(/worker at \S+ is not ready: lacks redis/)
    await expect(section(page, 'Queue')).toContainText('Unknown while Redis is unavailable.')
  } finally {
    process.kill(platform.pids()['redis']!, 'SIGCONT')
  }
  await expect(page.getByRole('status')).toHaveText('All 7 parts are up.')
  await close()
})

test('product §15: a killed process is shown as unavailable, with its last figures', async ({ browser }) => {
  const { page, errors, close } = await openAsOperator(browser)
  kill('worker-1')
  await expect(page.getByRole('status')).toContainText(
    /worker at 127\.0\.0\.1:\d+ is unavailable: connection refused\./,
  )
  await expect(page.getByRole('status')).toContainText('No worker is up')
  await expect(row(page, 'Parts and versions', /^worker /)).toContainText('unavailable')
  await expect(section(page, 'Workers')).toContainText('0 of 1 worker up.')

  kill('tts')
  await expect(page.getByRole('alert')).toContainText('No new figures: tts does not respond.')
  await expect(page.getByText(/^Updated .* ago$/)).toHaveClass('stale')
  await expect(row(page, 'Parts and versions', /^gateway /)).toContainText('up')
  expect(errors).toEqual([])
  await close()
})
