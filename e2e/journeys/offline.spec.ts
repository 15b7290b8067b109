import type { Page } from '@playwright/test'
import { audible, CLIPS, expect, openReader, playFrom, refusal, test } from '../fixtures/faults.ts'
import type { Reader } from '../fixtures/reader.ts'

/** Tries for the line that is held: the first, and after 1, 2 and 4 s. */
const TRIES = 4

/* The backend becomes unavailable during playback and returns (product §4). */
test.use({
  // The browser itself reports every request that fails.
  expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/],
})

/** Requests to the backend from now on, and those for clips among them. */
function watchApi(page: Page) {
  const seen = { all: 0, clips: 0 }
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    seen.all += 1
    if (CLIPS.test(request.url())) seen.clips += 1
  })
  return seen
}

/** Waits until the line is held and that is said; returns its index. */
async function held(page: Page, reader: Reader, sentence: string): Promise<number> {
  const message = page.getByRole('alert').filter({ hasText: sentence })
  await expect(message).toBeVisible()
  const { line, state } = await reader.place()
  expect(state).toBe('paused')
  await expect(message).toContainText(`${sentence} Paused at line ${line + 1}.`)
  expect(line, 'what was at hand has been heard').toBeGreaterThan(3)
  return line
}

type Way = { sentence: string; away(page: Page): Promise<void>; back(page: Page): Promise<void> }
const API = /\/api\//
const WAYS: Record<string, Way> = {
  'the network is down': {
    sentence: "You're offline.",
    away: (page) => page.context().setOffline(true),
    back: (page) => page.context().setOffline(false),
  },
  'the gateway is down': {
    sentence: 'And Scene is not responding.',
    // As the edge responds without it.
    away: async (page) => void (await page.route(API, (route) => route.fulfill(refusal(502)))),
    back: (page) => page.unroute(API),
  },
}
for (const [what, { sentence, away, back }] of Object.entries(WAYS))
  test(`${what}: the line is held, few requests are sent, and playback continues automatically`, async ({
    page,
    script,
  }) => {
    const reader = await openReader(page, script._id)
    const listening = await reader.listen()
    await playFrom(reader, 0)
    await audible(reader, 0)
    await reader.hasAtHand(1, 2, 3)
    await away(page)
    const line = await held(page, reader, sentence)
    const asked = watchApi(page)
    await expect.poll(() => asked.clips).toBeGreaterThanOrEqual(TRIES - 1)
    expect(asked.clips, 'clips that were asked for in vain').toBeLessThanOrEqual(TRIES)
    expect(asked.all, 'requests of all kinds').toBeLessThanOrEqual(2 * TRIES)
    await back(page)
    const heard = [...(await listening.until(line + 2)).keys()]
    expect(heard, 'every line, in order').toEqual(heard.map((_, index) => heard[0]! + index))
    expect(heard).toContain(line)
    await expect(page.getByText(/Paused at line/)).toBeHidden()
    await reader.pause()
  })
