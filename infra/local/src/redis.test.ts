import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { namesRedis, redisPart } from './redis.ts'
import { temporaryDir } from './testing/launched.ts'

const settings = async (env: Record<string, string> = {}) => {
  const { part } = redisPart(6_379, await temporaryDir(), { PATH: process.env['PATH'], ...env })
  return { part, lines: (part.stdin ?? '').split('\n') }
}

describe('product §10: the private Redis', () => {
  test('has a memory limit, rejects writes when it is full, and syncs every second', async () => {
    expect((await settings()).lines).toEqual(
      expect.arrayContaining([
        'bind 127.0.0.1',
        'maxmemory 512mb',
        'maxmemory-policy noeviction',
        'appendonly yes',
        'appendfsync everysec',
      ]),
    )
    expect((await settings({ REDIS_MAXMEMORY: '2gb' })).lines).toContain('maxmemory 2gb')
  })

  test.each(['0', 'much', '1gb\nrequirepass x', '-1', '1 gb'])('rejects REDIS_MAXMEMORY=%j', async (text) => {
    await expect(settings({ REDIS_MAXMEMORY: text })).rejects.toThrow(OperatorError)
  })

  test('receives no secret from the environment, and its password is not an argument', async () => {
    const secret = randomUUID()
    const { part, lines } = await settings({ S3_SECRET_KEY: secret })
    expect(JSON.stringify(part.env)).not.toContain(secret)
    const password = lines.find((line) => line.startsWith('requirepass '))?.split(' ')[1] ?? ''
    expect(password).toHaveLength(48)
    expect(JSON.stringify([part.args, part.env])).not.toContain(password)
  })
})

describe('decision 0058: a Redis configured in the environment', () => {
  test('replaces the private one, by URL or by Sentinels', () => {
    expect(namesRedis({})).toBe(false)
    expect(namesRedis({ REDIS_URL: 'redis://r' })).toBe(true)
    expect(namesRedis({ REDIS_SENTINELS: 'a,b,c' })).toBe(true)
  })

  test('is rejected with one sentence if its settings are invalid', () => {
    expect(() => namesRedis({ REDIS_SENTINELS: 'a:b' })).toThrow(OperatorError)
    expect(() => namesRedis({ REDIS_SENTINELS: 'a', REDIS_URL: 'redis://r' })).toThrow(
      /must not be set together/,
    )
    expect(() => namesRedis({ REDIS_PASSWORD: 'p' })).toThrow(/used only with REDIS_SENTINELS/)
  })
})
