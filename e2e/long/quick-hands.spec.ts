import { audible, expect, openReader, playFrom, test } from '../fixtures/faults.ts'

// As most people have it: menus unfold, and pages glide.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** What a page offers to the tests of quick hands, beside what it offers to people. */
type Tools = {
  mediaKeys: Record<string, MediaSessionActionHandler | null>
  clips: { now: number; most: number; total: number }
  /** Does something a thousand times, as fast as the page can follow; returns milliseconds. */
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

/** Attached to the result, without a limit: other load on the machine would fail it. */
const note = (type: string, { total, longest }: { total: number; longest: number }) =>
  test.info().annotations.push({ type, description: `${total} ms, the longest ${longest} ms` })

test('1,000 quick moves end at the right line, with one player and few requests', async ({ page, api }) => {
  await page.addInitScript(installTools)
  // Some to spare: playback continues meanwhile.
  const lines = Array.from({ length: 1_040 }, (_, index) => `Wave ${index % 9}.`)
  const long = await api.readyScript('waves', lines)
  const reader = await openReader(page, long._id)
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
  test.info().annotations.push({ type: 'requests of the steps', description: `${total}, ${most} concurrent` })
  expect(most).toBeLessThanOrEqual(5)
  await reader.pause()
  await expect.poll(async () => (await clips()).now).toBe(0)
})

test('the speed that is pressed is the one that is chosen, also while the page moves', async ({
  page,
  script,
}) => {
  await page.setViewportSize({ width: 1_440, height: 600 })
  await openReader(page, script._id)
  await page.getByRole('button', { name: /^Speed/ }).click()
  const item = page.getByRole('menuitem', { name: '2×', exact: true })
  await item.hover()
  const moved = await item.evaluate((element) => {
    const top = () => element.getBoundingClientRect().top
    const [before, at] = [top(), scrollY]
    scrollBy({ top: 200, behavior: 'instant' })
    return { page: scrollY - at, menu: top() - before }
  })
  expect(moved.page).toBeGreaterThan(0)
  expect(moved.menu, 'the menu stays beside its button').toBe(0)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Speed 2×', exact: true })).toBeVisible()
})
