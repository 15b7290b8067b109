import { openToOthers } from '@andscene/testing/open-to-others'
import { readdir } from 'node:fs/promises'
import { expect, test } from '../../fixtures/test.ts'

test('product §10: all that the running platform stores is its owner’s alone', async ({
  page,
  platform,
  signIn,
}) => {
  await signIn()
  await expect(page.getByText('No scripts uploaded yet')).toBeVisible()
  const stored = await readdir(platform.dataDir)
  expect(stored).toEqual(
    expect.arrayContaining([
      'identity',
      'redis',
      'scripts.sqlite',
      'subscriptions.sqlite',
      'tts.sqlite',
      'web',
    ]),
  )
  expect(await openToOthers(platform.dataDir)).toEqual([])
})
