import {
  audible,
  CLIPS,
  expect,
  MADE,
  onLine,
  openReader,
  playFrom,
  refusal,
  STORED,
  test,
  watchClips,
} from '../fixtures/faults.ts'

/* When things go wrong with clips: faults are made between the page and the platform (product §4, §8, §9). */
test.use({
  // The browser itself reports every response that is no success.
  expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
})

const skipped = (line: number) => `Audio playback failed for line ${line + 1}`

test('product §4 404: a deleted clip is made again', async ({ page, script }) => {
  let made = 0
  await page.route(STORED, (route) => route.fulfill(refusal(404)))
  await page.route(MADE, (route) => {
    made += 1
    return route.continue()
  })
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 1)
  expect(made).toBeGreaterThanOrEqual(2)
})

test('product §4 429: the clip is requested again after Retry-After', async ({ page, script }) => {
  const asked: number[] = []
  await onLine(page, script, 0, async (route, attempt) => {
    asked.push(performance.now())
    if (attempt === 1) await route.fulfill(refusal(429, { 'retry-after': '2' }))
    else await route.continue()
  })
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  expect(asked).toHaveLength(2)
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(2_000)
})

test('product §4 503: after two more tries the next line follows', async ({ page, script }) => {
  const fault = await onLine(page, script, 1, (route) => route.fulfill(refusal(503)))
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts() % 3).toBe(0)
})

test('product §4 three failed lines in a row stop playback with a message, and Retry plays on', async ({
  page,
  script,
}) => {
  await page.route(CLIPS, (route) => route.fulfill(refusal(500)))
  const reader = await openReader(page, script._id)
  await playFrom(reader, 3)
  await expect(page.getByRole('alert').getByText(skipped(3))).toBeVisible()
  await reader.line(19).scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert'), 'in sight wherever the page is scrolled to').toBeInViewport({
    ratio: 1,
  })
  expect(await reader.place()).toMatchObject({ state: 'stopped', line: 3 })
  await page.unroute(CLIPS)
  await page.getByRole('button', { name: 'Retry' }).click()
  await audible(reader, 3)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('product §9 a clip that takes 30 s is given up, and the next line follows', async ({ page, script }) => {
  const fault = await onLine(page, script, 1, () => new Promise(() => undefined))
  const reader = await openReader(page, script._id)
  // Time runs out six times sooner.
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / 6)
  })
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts()).toBeLessThanOrEqual(2)
})

test('a clip that is damaged on the device is fetched again', async ({ page, script }) => {
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 1)
  await reader.pause()
  await reader.hasAtHand(0, 1)
  const damaged = await page.evaluate(async () => {
    const cache = await caches.open('andscene-audio')
    const clips = await cache.keys()
    for (const clip of clips) await cache.put(clip, new Response('no sound at all'))
    return clips.length
  })
  expect(damaged).toBeGreaterThan(1)
  await page.reload()
  const fetched = watchClips(page)
  await playFrom(reader, 0)
  await audible(reader, 1)
  expect(fetched.total).toBeGreaterThan(0)
  await expect(page.getByText(skipped(0))).toBeHidden()
})

test("a clip that is damaged on the server is skipped, with the line's number", async ({ page, script }) => {
  const fault = await onLine(page, script, 1, (route) =>
    route.fulfill({ status: 200, contentType: 'audio/mpeg', body: 'no sound at all' }),
  )
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts(), 'asked for once more before it is given up').toBeGreaterThanOrEqual(2)
})
