import { edgeFixture } from '@andscene/edge/testing/edge-fixture'
import { recordingServer } from '@andscene/testing/recording-server'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_ACCOUNT as demo, startIdentity } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'
import { signInDemo } from './demo-account.ts'
import { seedDemoScript } from './demo-script.ts'

test('does not sign in to a deleted demo account, nor add a script to it', { timeout: 60_000 }, async () => {
  const dataDir = await temporaryDir()
  const identity = await startIdentity(dataDir)
  const edge = await edgeFixture({ identityUrl: identity.url, identitySecret: identity.keys.secret })
  onTestFinished(() => edge.close())
  const { origin } = edge

  expect(await signInDemo({ origin, demo })).toEqual(expect.any(String))
  expect(await signInDemo({ origin, demo: { ...demo, password: 'Another-1' } })).toBeUndefined()
  const { localId } = (await identity.call('accounts:signInWithPassword', demo)).body
  await identity.admin('accounts:delete', { localId })
  expect(await signInDemo({ origin, demo })).toBeUndefined()

  const said: string[] = []
  const platform = { origin, dataDir, demo, embeddedIdentity: true }
  expect(await seedDemoScript(platform, (line) => said.push(line))).toBeUndefined()
  expect(said).toEqual([])
  await expect(readFile(path.join(dataDir, 'seeded.json'))).rejects.toThrow('ENOENT')
})

test.each([
  ['this edition', 1, 0],
  ['an earlier edition', 0, 1],
])('with a mark of %s in DATA_DIR, adds the script as often as necessary', async (_, edition, asked) => {
  const dataDir = await temporaryDir()
  await writeFile(path.join(dataDir, 'seeded.json'), JSON.stringify({ script: 'x.fdx', edition }))
  const edge = await recordingServer()
  onTestFinished(() => edge.close())
  const platform = { origin: edge.url, dataDir, demo, embeddedIdentity: true }
  // Responds without a token, as for a deleted account.
  expect(await seedDemoScript(platform, () => undefined)).toBeUndefined()
  expect(edge.seen).toHaveLength(asked)
})
