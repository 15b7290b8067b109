import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { queuePrefix } from './queue-prefix.ts'
import { temporaryDir } from './testing/launched.ts'

const SHARED = { REDIS_URL: 'redis://127.0.0.1:6379' }

describe('the key prefix of a platform in Redis', () => {
  test('differs between two platforms that share a Redis, survives a restart, and is stored privately', async () => {
    const [one, other] = [await temporaryDir(), await temporaryDir()]
    const prefix = await queuePrefix(SHARED, one)
    expect(prefix).toMatch(/^andscene-[0-9a-f]{16}$/)
    expect(await queuePrefix(SHARED, one)).toBe(prefix)
    expect(await queuePrefix(SHARED, other)).not.toBe(prefix)
    expect((await stat(path.join(one, 'installation-id'))).mode & 0o777).toBe(0o600)
  })

  test('uses the default with the private Redis', async () => {
    expect(await queuePrefix({}, await temporaryDir())).toBe('andscene')
  })

  test('is QUEUE_PREFIX if that is valid', async () => {
    const folder = await temporaryDir()
    expect(await queuePrefix({ ...SHARED, QUEUE_PREFIX: 'the-studio' }, folder)).toBe('the-studio')
    await expect(queuePrefix({ ...SHARED, QUEUE_PREFIX: 'a:b' }, folder)).rejects.toThrow(/QUEUE_PREFIX must/)
  })

  test('is not read from a damaged file: platforms with an empty id would share their keys', async () => {
    const folder = await temporaryDir()
    await writeFile(path.join(folder, 'installation-id'), '')
    await expect(queuePrefix(SHARED, folder)).rejects.toThrow(/is damaged/)
  })
})
