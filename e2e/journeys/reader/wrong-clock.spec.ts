import type { Browser } from '@playwright/test'
import type { Script } from '@andscene/contracts/script'
import { audible, expect, openReader, playFrom, sentences, test } from '../../fixtures/faults.ts'
import { Reader } from '../../fixtures/reader.ts'

const PROGRESS = /\/api\/scripts\/[^/]+\/progress$/
/** Less than an hour, because a device that is an hour ahead takes every token for expired. */
const MINUTES = 50

let script: Script
test.beforeEach(async ({ api }) => {
  script = await api.readyScript('clocks', sentences(20))
})

type Device = { browser: Browser; storageState: object; minutes: number }

/** A device of the user, whose clock is wrong by these minutes. */
async function openDevice({ browser, storageState, minutes }: Device, baseURL: string) {
  const context = await browser.newContext({ baseURL, storageState: storageState as never })
  await context.addInitScript((ms) => {
    const now = Date.now.bind(Date)
    globalThis.Date = class extends Date {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [now() + ms] : given) as [number]))
      }
      static override now = () => now() + ms
    } as DateConstructor
  }, minutes * 60_000)
  return context.newPage()
}

async function play(reader: Reader, line: number) {
  await playFrom(reader, line)
  await audible(reader, line)
  await reader.pause()
  return (await reader.place()).line
}

test('product §4 a device whose clock is ahead opens at the line that was played later on another one', async ({
  browser,
  platform,
  signedIn,
  page,
}) => {
  const ahead = await openDevice({ browser, storageState: signedIn, minutes: MINUTES }, platform.origin)
  await play(await openReader(ahead, script._id), 2)
  const later = await play(await openReader(page, script._id), 8)
  await ahead.reload()
  await expect.poll(async () => (await new Reader(ahead).place()).line).toBe(later)
  await ahead.context().close()
})

test('product §4 a device whose clock is behind keeps the line that it played later while cut off, and sends it', async ({
  browser,
  platform,
  signedIn,
  page,
}) => {
  const behind = await openDevice({ browser, storageState: signedIn, minutes: -MINUTES }, platform.origin)
  const reader = await openReader(behind, script._id)
  await play(await openReader(page, script._id), 8)
  // Only the last lines do not arrive.
  await behind.route(PROGRESS, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  const later = await play(reader, 2)
  await behind.unrouteAll()
  const sent = behind.waitForResponse(
    (response) => PROGRESS.test(response.url()) && response.request().method() === 'PUT',
  )
  await behind.reload()
  await expect.poll(async () => (await new Reader(behind).place()).line).toBe(later)
  await sent
  await page.reload()
  await expect.poll(async () => (await new Reader(page).place()).line).toBe(later)
  await behind.context().close()
})
