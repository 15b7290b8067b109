import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { olderVersion } from '../../fixtures/older-version.ts'
import { Reader } from '../../fixtures/reader.ts'
import { expect, submitLogin, test } from '../../fixtures/test.ts'

/* Shell and remotes one version apart, in either direction, both built from source. */
test.describe.configure({ timeout: 600_000 })

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))

/** A web root with the shell of one project and the remotes of another. */
async function mixBuilds(folder: string, shell: string, remotes: string): Promise<string> {
  const parts = (await readdir(path.join(remotes, 'remotes'))).map((name) => [remotes, `remotes/${name}`])
  for (const [project = '', part = ''] of [[shell, 'shells/host'], ...parts])
    await cp(path.join(project, part, 'dist'), path.join(folder, part, 'dist'), { recursive: true })
  return folder
}

for (const [what, choose] of [
  ['the shell of now shows remotes of before', (before: string) => [PROJECT, before]],
  ['the shell of before shows remotes of now', (before: string) => [before, PROJECT]],
] as const)
  test(`architecture §8 ${what}: landing page, library and settings load, and a line plays`, async ({
    page,
  }) => {
    const before = await olderVersion()
    const folder = await temporaryFolder('andscene-e2e-older')
    const [shell = '', remotes = ''] = choose(before)
    let platform: Platform | undefined
    try {
      platform = await temporaryPlatform({ env: { WEB_ROOT: await mixBuilds(folder.path, shell, remotes) } })
      const { origin } = platform
      const person = await createAccount(origin)
      const api = new PlatformClient(origin, person.token)
      const script = await api.readyScript('A lamp', ['A lamp is lit.', 'It burns.'])
      await page.goto(origin)
      await expect(page.getByRole('button', { name: 'Notify Me', exact: true })).toBeVisible()
      await page.goto(`${origin}/secret-login`)
      await submitLogin(page, person)
      await expect(page.getByRole('heading', { name: 'Your Scripts', exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByText('Dark Mode')).toBeVisible()
      await page.getByRole('link', { name: 'Scripts', exact: true }).click()
      await page.getByRole('link', { name: 'A lamp', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/scripts/${script._id}$`))
      await expect(page.locator('[data-line-index="0"]')).toBeVisible()
      const reader = new Reader(page)
      await reader.play()
      await expect.poll(async () => (await reader.place()).positionMs).toBeGreaterThan(200)
      await reader.pause()
    } finally {
      // Leave before the page's platform stops.
      await page.goto('about:blank')
      await platform?.stop()
      await folder.remove()
    }
  })
