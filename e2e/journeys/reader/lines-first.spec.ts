import type { Script } from '@andscene/contracts/script'
import { audible, expect, playFrom, sentences, test } from '../../fixtures/faults.ts'
import { MOST_SHIFT, shiftOf, watchShift } from '../../fixtures/layout-shift.ts'
import { Reader } from '../../fixtures/reader.ts'
import { holdRequests } from '../../fixtures/test.ts'

/* A script's lines do not wait for anything that can load later (decision 0036). */

/** The chunk of antd components that the reader uses, by the file name in the shell's build. */
const ANTD = /\/assets\/frequent\.\w+\.js$/

let script: Script
test.beforeAll(async ({ api }) => {
  script = await api.readyScript('lines first', sentences(4))
})

test('without antd a script can be read and played; a menu opened meanwhile appears once antd is loaded', async ({
  page,
}) => {
  const held = await holdRequests(page, ANTD)
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Characters' })).toBeVisible()
  await playFrom(reader, 1)
  await audible(reader, 1)
  await reader.pause()
  await held.asked
  const speed = page.getByRole('button', { name: /^Speed/ })
  await speed.click()
  const menu = page.getByRole('menu')
  await expect(speed).toHaveAttribute('aria-busy', 'true')
  await expect(menu).toBeHidden()
  held.release()
  await expect(menu).toBeVisible()
  await menu.getByRole('menuitem', { name: '1.5×' }).click()
  await expect(speed).toHaveText('1.5×')
  await expect(speed).toBeFocused()
})

test('the layout does not shift when content after the first frame is drawn', async ({ page }) => {
  await watchShift(page)
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/scripts/${script._id}`)
    await expect(page.getByRole('slider', { name: 'Scenes' })).toBeVisible()
    expect(await shiftOf(page), `at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT)
  }
})

test("the shell requests a script's data once, while the page's code is loading", async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/api/scripts/${script._id}`) && request.method() === 'GET') asked.push(pathname)
  })
  const held = await holdRequests(page, /\/remotes\/reader\/.*\.js$/)
  await page.goto(`/scripts/${script._id}`, { waitUntil: 'commit' })
  const address = `/api/scripts/${script._id}`
  await expect.poll(() => asked.sort()).toEqual([address, `${address}/progress`])
  held.release()
  await expect(new Reader(page).line(0)).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Scenes' })).toBeVisible()
  // The network is never idle because of the event stream. The reader requests these last.
  await expect.poll(() => asked).toContain(`${address}/events`)
  await expect.poll(() => asked).toContain(`${address}/notes`)
  expect(asked.filter((path) => path === address || path === `${address}/progress`)).toHaveLength(2)
})
