import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import type { Page } from '@playwright/test'
import { createAccount } from '@andscene/platform-client/accounts'
import { audible, CLIPS, expect, openReader, playFrom, test } from '../fixtures/faults.ts'
import type { Reader } from '../fixtures/reader.ts'
import type { SharedPlatform } from '../fixtures/shared-platform.ts'

/** As long as a gateway that was killed stays away: longer than what is at hand can be heard at double speed. */
const AWAY_MS = 20_000
/** Tries for the line that is held: the first, and after 1, 2 and 4 s. */
const TRIES = 4

/* The backend becomes unavailable during playback and returns (product §4). */
test.use({
  // The browser itself reports every request that fails.
  expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/],
})

const consecutive = (lines: Iterable<number>) => {
  const heard = [...lines]
  return heard.map((_, index) => heard[0]! + index)
}

/** Plays from a line until others are at hand. */
async function playing(reader: Reader) {
  const listening = await reader.listen()
  await playFrom(reader, 0)
  await audible(reader, 0)
  await reader.hasAtHand(1, 2, 3)
  return listening
}

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

test('the network is down: the line is held, few requests are sent, and playback continues automatically', async ({
  page,
  context,
  script,
}) => {
  const reader = await openReader(page, script._id)
  const listening = await playing(reader)
  await context.setOffline(true)
  const line = await held(page, reader, "You're offline.")
  const asked = watchApi(page)
  await expect.poll(() => asked.clips).toBeGreaterThanOrEqual(TRIES - 1)
  expect(asked.clips, 'clips that were asked for in vain').toBeLessThanOrEqual(TRIES)
  expect(asked.all, 'requests of all kinds').toBeLessThanOrEqual(2 * TRIES)
  await context.setOffline(false)
  const lines = (await listening.until(line + 2)).keys()
  const heard = [...lines]
  expect(heard, 'every line, in order').toEqual(consecutive(heard))
  expect(heard).toContain(line)
  await expect(page.getByText(/Paused at line/)).toBeHidden()
  await reader.pause()
})

/** A platform of its own, whose gateway may be killed; it is started again after a while. */
type OwnPlatform = SharedPlatform & { killGateway(): void }
const onOwnPlatform = test.extend<object, { ownPlatform: OwnPlatform }>({
  ownPlatform: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const platform = await temporaryPlatform({ backoffMs: [AWAY_MS, AWAY_MS] })
      try {
        const account = await createAccount(platform.origin)
        const { origin, dataDir, demo, urls, metrics } = platform
        await use({
          origin,
          dataDir,
          demo,
          urls,
          metrics,
          listeners: Array.from({ length: parallelIndex + 1 }, () => account),
          killGateway: () => process.kill(platform.pids()['gateway']!, 'SIGKILL'),
        })
      } finally {
        await platform.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  platform: [({ ownPlatform }, use) => use(ownPlatform), { scope: 'worker' }],
})

onOwnPlatform(
  'the gateway is down: the line is held, and playback continues once it is back',
  async ({ page, ownPlatform, script }) => {
    const reader = await openReader(page, script._id)
    await reader.speed('2×')
    const listening = await playing(reader)
    ownPlatform.killGateway()
    const line = await held(page, reader, 'And Scene is not responding.')
    const heard = [...(await listening.until(line + 2)).keys()]
    expect(heard, 'every line, in order').toEqual(consecutive(heard))
    expect(heard).toContain(line)
    await expect(page.getByText(/Paused at line/)).toBeHidden()
    await reader.pause()
  },
)
