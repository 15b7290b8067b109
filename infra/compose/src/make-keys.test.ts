import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = path.join(import.meta.dirname, 'make-keys.ts')
const run = promisify(execFile)

async function envPath(): Promise<string> {
  const folder = await temporaryFolder('andscene-keys')
  onTestFinished(() => folder.remove())
  return path.join(folder.path, '.env')
}
const make = (file: string, ...args: string[]) => run(process.execPath, [PROGRAM, '--file', file, ...args])

test('decision 0057: creates the keys once, readable by their owner only, and never overwrites them', async () => {
  const file = await envPath()
  await make(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const made = await readFile(file, 'utf8')
  await expect(make(file)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
  expect(await readFile(file, 'utf8')).toBe(made)
})

test('decision 0057: keys for production set no identity provider and are unique to each run', async () => {
  const files = [await envPath(), await envPath()]
  const [one, two] = await Promise.all(
    files.map(async (file) => {
      await make(file)
      return parseEnv(await readFile(file, 'utf8'))
    }),
  )
  const secrets = Object.keys(one!).filter((name) => /KEY$|KEYS$|PASSWORD$|TOKEN$/.test(name) && one![name])
  expect(secrets.length).toBeGreaterThan(9)
  expect(secrets.filter((name) => one![name] === two![name])).toEqual(['S3_ACCESS_KEY'])
  expect(one).toMatchObject({ FIREBASE_PROJECT_ID: '', PUBLIC_ORIGIN: '' })
  expect(one).not.toHaveProperty('ALLOW_PUBLIC_EMULATOR')
})

test('product §6: a demo listens on loopback only and has a generated password', async () => {
  const file = await envPath()
  const { stdout } = await make(file, '--demo')
  const made = parseEnv(await readFile(file, 'utf8'))
  expect(made).toMatchObject({
    DEMO_ADDRESS: '127.0.0.1',
    COMPOSE_PROFILES: 'demo',
    ALLOW_PUBLIC_EMULATOR: 'yes',
  })
  expect(stdout).toContain(made['DEMO_PASSWORD'])
  expect(made['DEMO_PASSWORD']).not.toBe('Table-Read-1')
})
