import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveFolder } from '../../fixtures/static-origin.ts'
import { expect, login, test } from '../../fixtures/test.ts'

const DASHBOARD_BUILD = fileURLToPath(new URL('../../../remotes/dashboard/dist/', import.meta.url))

test('architecture §3 the registry may name another origin while the platform runs', async ({ browser }) => {
  const folder = await temporaryFolder('andscene-e2e-registry')
  const elsewhere = await serveFolder(DASHBOARD_BUILD)
  const registry = path.join(folder.path, 'remotes.json')
  const description = JSON.parse(await readFile(path.join(DASHBOARD_BUILD, 'remote.json'), 'utf8')) as object
  const entry = `${elsewhere.origin}/mf-manifest.json`
  await writeFile(registry, JSON.stringify({ remotes: [{ version: 'elsewhere', ...description, entry }] }))
  const platform = await temporaryPlatform({ env: { REMOTES_FILE: registry } })
  const page = await browser.newPage({ baseURL: platform.origin })
  try {
    await login(page, platform.demo)
    await expect(page.getByText('No scripts uploaded yet')).toBeVisible()
    expect(elsewhere.asked).toContain('/mf-manifest.json')
    expect(elsewhere.asked.some((asked) => asked.endsWith('.js'))).toBe(true)
  } finally {
    await page.close()
    await platform.stop()
    await elsewhere.stop()
    await folder.remove()
  }
})

test('architecture §8 the first page loads neither antd nor the identity SDK, nor other code for signed-in pages', async ({
  page,
  person,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const [, name] =
      /\/assets\/(frequent|kit|antd-common|user-frame|identity)\.\w+\.js$/.exec(request.url()) ?? []
    if (name) asked.add(name)
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Notify Me', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...asked]).toEqual([])
  // Guards against renamed chunks: a signed-in page loads them all.
  await login(page, person)
  await expect
    .poll(() => [...asked])
    .toEqual(expect.arrayContaining(['frequent', 'kit', 'user-frame', 'identity']))
})
