import { OPERATOR_TOKEN } from '../../fixtures/shared-platform.ts'
import { expect, test } from '../../fixtures/test.ts'

/* The queue dashboard, in a browser that stores its password. */

/** No other journey needs this queue. */
const QUEUE = 'script-deleted'

test('the queue dashboard shows and changes queues; pages of other origins cannot', async ({
  browser,
  platform,
}) => {
  const context = await browser.newContext({
    httpCredentials: { username: 'op', password: OPERATOR_TOKEN },
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const board = `${platform.urls.tts}/operators/queues`
  await page.goto(board)
  await expect(page.getByText(QUEUE).first()).toBeVisible()
  expect(errors).toEqual([])

  const change = (what: 'pause' | 'resume') =>
    page.evaluate(
      async ([address, mode]) => {
        const request = { method: 'PUT', credentials: 'include' } as const
        return (await fetch(`${address}/${mode}`, request).catch(() => undefined))?.status
      },
      [`${board}/api/queues/${QUEUE}`, what],
    )
  const isPaused = async () => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const { queues } = (await (await fetch(`${board}/api/queues`, { headers })).json()) as {
      queues: { name: string; isPaused: boolean }[]
    }
    return queues.find(({ name }) => name === QUEUE)?.isPaused
  }
  expect(await change('pause')).toBe(200)
  expect(await isPaused()).toBe(true)

  await page.goto(`${platform.origin}/config.json`)
  expect(await change('resume'), 'from another origin').toBeUndefined()
  expect(await isPaused()).toBe(true)

  await page.goto(board)
  expect(await change('resume')).toBe(200)
  await context.close()
})
