import { audible, expect, sentences, test } from '../fixtures/faults.ts'
import { Reader } from '../fixtures/reader.ts'

test('product §2 Listen on a card plays the script, Continue plays on where it stopped; a reload and Back play nothing', async ({
  page,
  api,
}) => {
  const { _id, title } = await api.readyScript('begin', sentences(12))
  const reader = new Reader(page)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await page.goto('/dashboard')
  await card.getByRole('link', { name: 'Listen' }).click()
  await audible(reader, 1)
  await reader.pause()
  const { line } = await reader.place()

  await page.reload()
  await expect.poll(async () => (await reader.place()).line).toBe(line)
  expect((await reader.place()).state).toBe('idle')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`/scripts/${_id}$`))
  await expect.poll(async () => (await reader.place()).line).toBe(line)
  expect((await reader.place()).state).toBe('idle')
  await page.goBack()

  await card.getByRole('link', { name: 'Continue' }).click()
  await audible(reader, line)
  await reader.pause()
})
