import { expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'
import { readSettings } from './settings.ts'
import { temporaryDir } from './testing/launched.ts'

test('starts on port 4200 of loopback with a worker per two cores by default', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 4200, host: '127.0.0.1' })
  expect(settings.workers).toBeGreaterThanOrEqual(1)
  expect(readSettings({ PORT: '4300', HOST: '0.0.0.0', WORKERS: '3', DATA_DIR: '/tmp/x' })).toEqual({
    port: 4300,
    host: '0.0.0.0',
    workers: 3,
    dataDir: '/tmp/x',
  })
})

test.each([{ PORT: '70000' }, { PORT: 'web' }, { WORKERS: '1.5' }])('refuses %o in one sentence', (env) => {
  expect(() => readSettings(env)).toThrow(/^(PORT|WORKERS): must be a whole number from 0 to \d+$/)
})

test('says that the disk is full', async () => {
  const folder = await temporaryDir()
  await expect(prepareDataDir(folder, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /^The disk of .* is full: free some space, .*$/,
  )
  await expect(prepareDataDir(folder, 1)).resolves.toBe(true)
})
