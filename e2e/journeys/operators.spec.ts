import { expect, test } from '@playwright/test'
import { startPlatform, type Platform } from '@andscene/local/platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'

/* The operators' pages in a browser that keeps their password. */
const TOKEN = 'a-long-operators-token'
let platform: Platform
let folder: Awaited<ReturnType<typeof temporaryFolder>>

test.beforeAll(async () => {
  folder = await temporaryFolder('andscene-operators')
  platform = await startPlatform({
    port: 0,
    dataDir: folder.path,
    workers: 1,
    log: () => {},
    env: { ...process.env, OPERATOR_TOKEN: TOKEN, OPERATOR_WRITES: 'yes' },
  })
})
test.afterAll(async () => {
  await platform.stop()
  await folder.remove()
})

test('they show the queues and may change them; a page of another origin may not', async ({ browser }) => {
  const context = await browser.newContext({ httpCredentials: { username: 'op', password: TOKEN } })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const board = `${platform.urls.tts}/operators/queues`
  await page.goto(board)
  await expect(page.getByText('line-audio').first()).toBeVisible()
  expect(errors).toEqual([])

  const change = (what: 'pause' | 'resume') =>
    page.evaluate(
      async ([address, mode]) => {
        const request = { method: 'PUT', credentials: 'include' } as const
        const response = await fetch(`${address}/api/queues/line-audio/${mode}`, request).catch(
          () => undefined,
        )
        return response?.status
      },
      [board, what],
    )
  const isPaused = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const { queues } = (await (await fetch(`${board}/api/queues`, { headers })).json()) as {
      queues: { name: string; isPaused: boolean }[]
    }
    return queues.find(({ name }) => name === 'line-audio')?.isPaused
  }
  expect(await change('pause')).toBe(200)
  expect(await isPaused()).toBe(true)

  await page.goto(`${platform.origin}/config.json`)
  expect(await change('resume'), 'from another origin').toBeUndefined()
  expect(await isPaused()).toBe(true)
  await context.close()
})
