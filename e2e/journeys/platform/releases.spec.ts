import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { readOptions } from '@andscene/releases/command/options'
import { run } from '@andscene/releases/command/run'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import type { BrowserContext, Page } from '@playwright/test'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkForVersions } from '../../fixtures/check-for-versions.ts'
import { changedRemote, type ChangedRemote } from '../../fixtures/changed-remote.ts'
import { expect, login, test } from '../../fixtures/test.ts'

/* A team releases its part of the UI during use. On a separate platform: a switch affects all users. */
test.describe.configure({ timeout: 300_000 })

let platform: Platform
let changed: ChangedRemote
test.beforeAll(async () => {
  changed = await changedRemote('dashboard', 'src/library/dashboard-page.tsx', (text) =>
    text.replaceAll('Your Scripts', 'Your Scripts, changed'),
  )
  platform = await temporaryPlatform()
})
test.afterAll(async () => {
  await platform.stop()
  await changed.remove()
})

/** Runs a command as `npm run release -- …` does. */
async function release(text: string): Promise<string> {
  const said: string[] = []
  await run(readOptions(text.split(' ')), {
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    store: new FileReleaseStore(path.join(platform.dataDir, 'web/remotes')),
    origin: () => platform.origin,
    say: (line) => said.push(line),
  })
  return said.join('\n')
}

/** A signed-in page, and its failed requests. */
async function signedIn(context: BrowserContext): Promise<{ page: Page; failed: string[] }> {
  const page = await context.newPage()
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await login(page, platform.demo)
  return { page, failed }
}

const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })

test('architecture §8 a changed dashboard is previewed by one user, released to all, offered to another, and rolled back', async ({
  browser,
}) => {
  const options = { baseURL: platform.origin }
  const [one, other] = [await browser.newContext(options), await browser.newContext(options)]
  const [tester, listener] = [await signedIn(one), await signedIn(other)]
  await expect(heading(listener.page, 'Your Scripts')).toBeVisible()

  await release(`publish dashboard --from ${changed.dist}`)
  const [link = ''] = (await release(`preview dashboard ${changed.version}`)).split('\n')
  await tester.page.goto(link)
  await expect(heading(tester.page, 'Your Scripts, changed')).toBeVisible()
  await expect(tester.page.getByText(/Preview of dashboard/)).toBeVisible()
  await listener.page.reload()
  await expect(heading(listener.page, 'Your Scripts')).toBeVisible()

  await release(`switch dashboard ${changed.version}`)
  const third = await browser.newContext(options)
  const { page: newcomer, failed } = await signedIn(third)
  await expect(heading(newcomer, 'Your Scripts, changed')).toBeVisible()
  const registry = (await (await newcomer.request.get('/remotes.json')).json()) as {
    remotes: { name: string; version: string }[]
  }
  expect(registry.remotes.find(({ name }) => name === 'dashboard')?.version).toBe(changed.version)

  // The open page keeps its version, and is offered the new one.
  await expect(heading(listener.page, 'Your Scripts')).toBeVisible()
  await checkForVersions(listener.page)
  await listener.page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(listener.page, 'Your Scripts, changed')).toBeVisible()

  await release('rollback dashboard')
  await newcomer.reload()
  await expect(heading(newcomer, 'Your Scripts')).toBeVisible()
  // The preview lasts until the user leaves it.
  await tester.page.reload()
  await expect(heading(tester.page, 'Your Scripts, changed')).toBeVisible()
  await tester.page.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(tester.page, 'Your Scripts')).toBeVisible()

  expect([...tester.failed, ...listener.failed, ...failed]).toEqual([])
  await Promise.all([one, other, third].map((context) => context.close()))
})
