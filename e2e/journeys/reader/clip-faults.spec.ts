import { audible, CLIPS, expect, openReader, playFrom, refusal, test } from '../../fixtures/faults.ts'

/* Faults of clips, injected between the page and the platform (product §4, §8, §9). */
test.use({
  // The browser logs every error response.
  expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
})

const skipped = (line: number) => `Audio playback failed for line ${line + 1}`

test('product §4 three failed lines in a row stop playback with a message, and Retry continues it', async ({
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
