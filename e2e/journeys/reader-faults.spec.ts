import type { Page, Route } from '@playwright/test'
import { CLIPS, MADE, onLine, refusal, sentences, STORED, test, watchClips } from '../fixtures/faults.ts'
import { Reader } from '../fixtures/reader.ts'
import { expect as soon, login } from '../fixtures/test.ts'

/*
 * When things go wrong, each tried on the real platform. Faults are made between the page and the platform; what the
 * player does about each is specified in SPEC §4, §8 and §9 and in RULINGS, Player.
 */
test.describe.configure({ mode: 'serial', timeout: 240_000 })
// Every page begins with an empty cache, which a busy machine fills slowly.
const expect = soon.configure({ timeout: 60_000 })
test.use({
  // Taking snapshots of a page counts as a gesture in it, and then no browser refuses autoplay.
  trace: { mode: 'retain-on-failure', snapshots: false },
  // The browser itself reports every answer that is no success.
  expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
})

async function open(page: Page, scriptId: string): Promise<Reader> {
  await page.goto(`/scripts/${scriptId}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible()
  return reader
}

const playFrom = (reader: Reader, line: number) => reader.line(line).getByRole('button').click()

/** Until playing has come to a line. */
const audible = (reader: Reader, line: number) =>
  expect
    .poll(
      async () => {
        const place = await reader.place()
        return place.state === 'playing' ? place.line : -1
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(line)

const skipped = (line: number) => `Audio playback failed for line ${line + 1}`

test('RULINGS 404: a stored clip that is gone is made again', async ({ page, script }) => {
  let made = 0
  await page.route(STORED, (route) => route.fulfill(refusal(404)))
  await page.route(MADE, (route) => {
    made += 1
    return route.continue()
  })
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 1)
  expect(made).toBeGreaterThanOrEqual(2)
})

test('RULINGS 429: the clip is asked for again when the server said so', async ({ page, script }) => {
  const asked: number[] = []
  await onLine(page, script, 0, async (route, attempt) => {
    asked.push(performance.now())
    if (attempt === 1) await route.fulfill(refusal(429, { 'retry-after': '2' }))
    else await route.continue()
  })
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  expect(asked).toHaveLength(2)
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(2_000)
})

test('SPEC §4 503: after two more tries the next line follows', async ({ page, script }) => {
  const fault = await onLine(page, script, 1, (route) => route.fulfill(refusal(503)))
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts() % 3).toBe(0)
})

test('RULINGS three failed lines in a row stop playback with a message, and Retry plays on', async ({
  page,
  script,
}) => {
  await page.route(CLIPS, (route) => route.fulfill(refusal(500)))
  const reader = await open(page, script._id)
  await playFrom(reader, 3)
  await expect(page.getByRole('alert').getByText(skipped(3))).toBeVisible()
  expect(await reader.place()).toMatchObject({ state: 'stopped', line: 3 })
  await page.unroute(CLIPS)
  await page.getByRole('button', { name: 'Retry' }).click()
  await audible(reader, 3)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('SPEC §9 a clip that takes 30 s is given up, and the next line follows', async ({ page, script }) => {
  // Time runs out fifteen times sooner.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / 15)
  })
  const fault = await onLine(page, script, 1, () => new Promise(() => undefined))
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts()).toBeLessThanOrEqual(2)
})

test('a clip that is damaged on the device is fetched again', async ({ page, script }) => {
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 1)
  await reader.pause()
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
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await expect(page.getByText(skipped(1))).toBeVisible()
  await audible(reader, 2)
  expect(fault.attempts(), 'asked for once more before it is given up').toBeGreaterThanOrEqual(2)
})

test('the network goes in the middle and comes back: playing goes on from the line that was missed', async ({
  page,
  context,
  script,
}) => {
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  await context.setOffline(true)
  const message = page.getByRole('alert').filter({ hasText: 'Playback stopped.' })
  await expect(message).toBeVisible()
  const { line, state } = await reader.place()
  expect(state).toBe('stopped')
  expect(line, 'what was at hand has been heard').toBeGreaterThanOrEqual(3)
  const listening = reader.listenUntil(line + 1)
  await context.setOffline(false)
  expect([...(await listening).keys()]).toEqual([line, line + 1])
  await expect(message).toBeHidden()
})

test('SPEC §4 a hidden tab, whose timers come once a second, reads on as planned', async ({
  page,
  script,
}) => {
  await page.addInitScript(() => {
    const starts: { at: number; end: number; asked: number }[] = []
    Object.assign(globalThis, { starts })
    // oxlint-disable-next-line typescript/unbound-method -- called on the node below
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (when = 0, offset = 0) {
      start.call(this, when, offset)
      const end = when + (this.buffer?.duration ?? 0) - offset
      starts.push({ at: when, end, asked: this.context.currentTime })
    }
    const setTimer = window.setTimeout.bind(window)
    const slowly = (run: TimerHandler, ms = 0, ...rest: unknown[]) => {
      const now = performance.now()
      const due = document.hidden ? Math.ceil((now + ms) / 1_000) * 1_000 - now : ms
      return setTimer(run, due, ...rest)
    }
    window.setTimeout = slowly as typeof window.setTimeout
  })
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  await hide(page, true)
  await audible(reader, 4)
  await hide(page, false)
  await audible(reader, 5)
  const starts = await page.evaluate(
    () => (globalThis as unknown as { starts: { at: number; end: number; asked: number }[] }).starts,
  )
  const pauses = starts.slice(1).map(({ at }, index) => at - starts[index]!.end)
  for (const pause of pauses) expect(pause).toBeCloseTo(0.35, 2)
  for (const { at, asked } of starts.slice(1))
    expect(at - asked, 'put on the time line in time').toBeGreaterThan(0)
})

/** What a page sees when its tab goes behind another one. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

test('a script deleted in another tab while it plays: the page says so and falls silent', async ({
  page,
  backend,
}) => {
  const doomed = await backend.readyScript('doomed', sentences(8))
  const reader = await open(page, doomed._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  await expect(page).toHaveTitle('▶ doomed – And Scene')
  await backend.remove(doomed._id)
  await expect(page.getByText('Script not found')).toBeVisible()
  await expect(page).toHaveTitle('Script not found – And Scene')
  await expect(page.getByTestId('player')).toBeHidden()
  await page.getByRole('link', { name: 'Back to Your Scripts' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a casting changed in another tab is heard from the next line on', async ({ page, context, script }) => {
  const reader = await open(page, script._id)
  const before = await reader.chip(0, 'voice').textContent()
  await playFrom(reader, 0)
  await audible(reader, 0)
  const listening = reader.listenUntil(8)

  const other = await context.newPage()
  const elsewhere = await open(other, script._id)
  await other.getByRole('button', { name: 'Assign Voices' }).first().click()
  const dialog = other.getByRole('dialog', { name: 'Assign Voices to Characters' })
  await dialog.getByRole('combobox', { name: 'Narration' }).click()
  await other.getByRole('option').nth(3).click()
  await dialog.getByRole('button', { name: 'SAVE ASSIGNMENTS' }).click()
  await expect(dialog).toBeHidden()
  const after = await elsewhere.chip(0, 'voice').textContent()
  expect(after).not.toBe(before)

  await expect(reader.chip(0, 'voice')).toHaveText(after ?? '')
  const heard = [...(await listening).keys()]
  expect(heard, 'no line twice, none left out').toEqual(heard.map((_line, index) => heard[0]! + index))
  await expect(reader.chip((await reader.place()).line, 'cache')).toHaveText('Local ✓')
  await other.close()
})

test('SPEC §4 a tab that begins to play makes the other one pause', async ({ page, context, script }) => {
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  const other = await context.newPage()
  const elsewhere = await open(other, script._id)
  await playFrom(elsewhere, 5)
  await audible(elsewhere, 5)
  expect(await reader.place()).toMatchObject({ state: 'paused' })
  await reader.play()
  await expect.poll(async () => (await elsewhere.place()).state).toBe('paused')
  await other.close()
})

test('autoplay refused: a play without a gesture is told, and a click plays', async ({ page, script }) => {
  // A media key is no gesture of the page, and neither is anything that this test asks before the message is there.
  await page.addInitScript(() => {
    const { mediaSession } = navigator
    const setHandler = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (action, handler) => {
      setHandler(action, handler)
      if (action === 'play' && handler) setTimeout(() => handler({ action }), 500)
    }
    new MutationObserver(() => {
      const alert = document.querySelector('[role=alert]')?.textContent
      if (alert) console.info(`told: ${alert}`)
    }).observe(document, { childList: true, subtree: true })
  })
  const told = page.waitForEvent('console', (message) => message.text().startsWith('told: '))
  await page.goto(`/scripts/${script._id}`)
  expect((await told).text()).toContain('Your browser is holding back the sound. Press play to hear it.')
  const reader = new Reader(page)
  expect((await reader.place()).state).toBe('stopped')
  await page.getByRole('alert').getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await reader.place()).state).toBe('playing')
  await expect(page.getByRole('alert')).toBeHidden()
})

/** What a page offers to the tests of quick hands, beside what it offers to people. */
type Tools = {
  mediaKeys: Record<string, MediaSessionActionHandler | null>
  clips: { now: number; most: number; total: number }
  /** Does something a thousand times, as fast as the page can follow; answers in milliseconds. */
  aThousandTimes(act: () => void): Promise<{ total: number; longest: number }>
}

function installTools() {
  const mediaKeys: Tools['mediaKeys'] = {}
  const setHandler = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
  navigator.mediaSession.setActionHandler = (action, handler) => {
    setHandler(action, handler)
    mediaKeys[action] = handler
  }
  const clips = { now: 0, most: 0, total: 0 }
  const native = fetch
  window.fetch = async (input, init) => {
    if (!/\/api\/(audio\/|voices\/generate)/.test(String(input))) return native(input, init)
    clips.total += 1
    clips.now += 1
    clips.most = Math.max(clips.most, clips.now)
    try {
      return await native(input, init)
    } finally {
      clips.now -= 1
    }
  }
  const pair = new MessageChannel()
  pair.port1.start()
  const turn = () =>
    new Promise<void>((resolve) => {
      pair.port1.addEventListener('message', () => resolve(), { once: true })
      pair.port2.postMessage(null)
    })
  async function aThousandTimes(act: () => void) {
    let longest = 0
    const began = performance.now()
    for (let time = 0; time < 1_000; time += 1) {
      const at = performance.now()
      act()
      // The page does what waits, as it does between two clicks of a person.
      await turn()
      longest = Math.max(longest, performance.now() - at)
    }
    return { total: Math.round(performance.now() - began), longest: Math.round(longest) }
  }
  Object.assign(globalThis, { mediaKeys, clips, aThousandTimes } satisfies Tools)
}

/** Told with the test's result, not judged: a machine at work on other things is no fault of the page. */
const note = (type: string, { total, longest }: { total: number; longest: number }) =>
  test.info().annotations.push({ type, description: `${total} ms, the longest ${longest} ms` })

test('1,000 quick moves end at the right line, with one player and no storm of requests', async ({
  page,
  backend,
}) => {
  await page.addInitScript(installTools)
  const lines = Array.from({ length: 1_005 }, (_, index) => `Wave ${index % 9}.`)
  const long = await backend.readyScript('waves', lines)
  const reader = await open(page, long._id)
  await playFrom(reader, 0)
  await audible(reader, 0)

  const clicks = await page
    .getByRole('button', { name: 'Next Line' })
    .first()
    .evaluate(async (button: HTMLElement) => {
      const { aThousandTimes } = globalThis as unknown as Tools
      const from = Number(document.querySelector<HTMLElement>('[data-testid=player]')?.dataset['line'])
      return { from, ...(await aThousandTimes(() => button.click())) }
    })
  const last = Math.min(clicks.from + 1_000, lines.length - 1)
  note('1,000 clicks on Next Line', clicks)
  await expect.poll(async () => reader.place()).toMatchObject({ state: 'stopped', line: last })
  await expect(reader.line(last)).toBeVisible()

  // The keys of a headset step and play on: a thousand lines are begun, and the last one is heard.
  await page.keyboard.press('Home')
  await reader.play()
  await audible(reader, 0)
  const steps = await page.evaluate(() => {
    const { aThousandTimes, mediaKeys, clips } = globalThis as unknown as Tools
    Object.assign(clips, { most: clips.now, total: 0 })
    return aThousandTimes(() => mediaKeys['nexttrack']?.({ action: 'nexttrack' }))
  })
  note('1,000 steps while playing', steps)
  await expect.poll(async () => (await reader.place()).state).toBe('playing')
  expect((await reader.place()).line).toBeGreaterThanOrEqual(1_000)
  const clips = () => page.evaluate(() => (globalThis as unknown as Tools).clips)
  const { most, total } = await clips()
  test.info().annotations.push({ type: 'requests of the steps', description: `${total}, ${most} at once` })
  expect(most).toBeLessThanOrEqual(5)
  await reader.pause()
  await expect.poll(async () => (await clips()).now).toBe(0)
})

test.describe('storage that is blocked', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('costs nothing but the memory: people sign in, read and listen', async ({
    page,
    platform,
    script,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    await login(page, platform.demo)
    await page.getByText(script.title, { exact: true }).first().click()
    const reader = new Reader(page)
    await expect(reader.line(0)).toBeVisible()
    await playFrom(reader, 0)
    await audible(reader, 2)
    await reader.pause()
  })
})

test('RULINGS several 401 at once lead to /secret-login, once, and leave nothing of the person', async ({
  page,
  script,
}) => {
  const reader = await open(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  await reader.pause()
  const places: string[] = []
  page.on('framenavigated', (frame) => void places.push(new URL(frame.url()).pathname))

  const held: Route[] = []
  await page.route('**/api/**', async (route) => {
    held.push(route)
    if (held.length < 4) return
    await Promise.all(held.splice(0).map(async (one) => one.fulfill(refusal(401))))
  })
  await playFrom(reader, 19)
  await expect(page).toHaveURL(/\/secret-login$/)
  await expect(page.getByLabel('Username')).toBeVisible()
  for (const route of held.splice(0)) await route.fulfill(refusal(401)).catch(() => undefined)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => !/theme|email/.test(key))))
    .toEqual([])
  expect(places).toEqual(['/secret-login'])

  await page.unroute('**/api/**')
  await page.goto(`/scripts/${script._id}`)
  await expect(page, 'nobody is signed in any more').toHaveURL(/\/$/)
})
