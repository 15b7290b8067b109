import type { Page } from '@playwright/test'
import { audible, CLIPS, expect, openReader, playFrom, test } from '../../fixtures/faults.ts'

/** Attempts for the held line: the first, and after 1, 2 and 4 s. */
const TRIES = 4

/* The backend becomes unavailable during playback and returns (product §4). */
test.use({
  // The browser logs every failed request.
  expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/],
})

/** Counts API requests from now on, and those for clips among them. */
function watchApi(page: Page) {
  const seen = { all: 0, clips: 0 }
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    seen.all += 1
    if (CLIPS.test(request.url())) seen.clips += 1
  })
  return seen
}

test('product §4 offline: the line is held, few requests are sent, and playback resumes automatically', async ({
  page,
  context,
  script,
}) => {
  const reader = await openReader(page, script._id)
  const listening = await reader.listen()
  await playFrom(reader, 0)
  await audible(reader, 0)
  await reader.waitForClips(1, 2, 3)
  await context.setOffline(true)
  const message = page.getByRole('alert').filter({ hasText: "You're offline." })
  await expect(message).toBeVisible()
  const { line, state } = await reader.place()
  expect(state).toBe('paused')
  await expect(message).toContainText(`You're offline. Paused at line ${line + 1}.`)
  expect(line, 'what was at hand has been heard').toBeGreaterThan(3)
  const asked = watchApi(page)
  await expect.poll(() => asked.clips).toBeGreaterThanOrEqual(TRIES - 1)
  expect(asked.clips, 'clips that were asked for in vain').toBeLessThanOrEqual(TRIES)
  expect(asked.all, 'requests of all kinds').toBeLessThanOrEqual(2 * TRIES)
  await context.setOffline(false)
  const heard = [...(await listening.until(line + 2)).keys()]
  expect(heard, 'every line, in order').toEqual(heard.map((_, index) => heard[0]! + index))
  expect(heard).toContain(line)
  await expect(page.getByText(/Paused at line/)).toBeHidden()
})
