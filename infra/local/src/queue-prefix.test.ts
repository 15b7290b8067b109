import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { queuePrefix } from './queue-prefix.ts'
import { temporaryDir } from './testing/launched.ts'

const SHARED = { REDIS_URL: 'redis://127.0.0.1:6379' }

describe('what the keys of a platform in Redis begin with', () => {
  test('differs between two platforms that share a Redis, outlasts a restart, and is private', async () => {
    const [one, other] = [await temporaryDir(), await temporaryDir()]
    const prefix = await queuePrefix(SHARED, one)
    expect(prefix).toMatch(/^andscene-[0-9a-f]{16}$/)
    expect(await queuePrefix(SHARED, one)).toBe(prefix)
    expect(await queuePrefix(SHARED, other)).not.toBe(prefix)
    expect((await stat(path.join(one, 'installation-id'))).mode & 0o777).toBe(0o600)
  })

  test('is the plain one in the private Redis', async () => {
    expect(await queuePrefix({}, await temporaryDir())).toBe('andscene')
  })

  test('is what QUEUE_PREFIX says, if that can be one', async () => {
    const folder = await temporaryDir()
    expect(await queuePrefix({ ...SHARED, QUEUE_PREFIX: 'the-studio' }, folder)).toBe('the-studio')
    await expect(queuePrefix({ ...SHARED, QUEUE_PREFIX: 'a:b' }, folder)).rejects.toThrow(/QUEUE_PREFIX must/)
  })

  test('is not taken from a damaged file: an empty id would be everybody’s', async () => {
    const folder = await temporaryDir()
    await writeFile(path.join(folder, 'installation-id'), '')
    await expect(queuePrefix(SHARED, folder)).rejects.toThrow(/is damaged/)
  })
})
