import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { requiredRedis, redisTarget, RedisConfig } from './redis-config.ts'

const read = (env: Record<string, string>) => redisTarget(readConfig(RedisConfig, env))

describe('architecture §4: the Redis configuration', () => {
  test('has an address, Sentinels, or neither', () => {
    expect(read({ REDIS_URL: 'redis://:p@r:1' })).toBe('redis://:p@r:1')
    expect(read({})).toBeUndefined()
    expect(read({ REDIS_URL: '', REDIS_SENTINELS: ' a.example:1 , [fd00::1]:2,c' })).toEqual({
      sentinels: [
        { host: 'a.example', port: 1 },
        { host: 'fd00::1', port: 2 },
        { host: 'c', port: 26_379 },
      ],
      master: 'mymaster',
      username: undefined,
      password: undefined,
      sentinelPassword: undefined,
      tls: false,
    })
  })

  test('includes their name for the primary, both passwords, and TLS', () => {
    const sentinels = { REDIS_SENTINELS: 'a', REDIS_MASTER: 'stage', REDIS_SENTINEL_PASSWORD: 's' }
    const server = { REDIS_USERNAME: 'u', REDIS_PASSWORD: 'p', REDIS_TLS: 'yes' }
    const target = { master: 'stage', username: 'u', password: 'p', sentinelPassword: 's', tls: true }
    expect(read({ ...sentinels, ...server })).toMatchObject(target)
  })

  test.each([
    [
      { REDIS_URL: 'redis://r', REDIS_SENTINELS: 'a' },
      'REDIS_URL: must not be set together with REDIS_SENTINELS',
    ],
    [{ REDIS_PASSWORD: 'secret' }, 'REDIS_PASSWORD: is used only with REDIS_SENTINELS'],
    [{ REDIS_URL: 'redis://r', REDIS_TLS: 'yes' }, 'REDIS_TLS: is used only with REDIS_SENTINELS'],
    [{ REDIS_SENTINELS: 'a', REDIS_TLS: 'true' }, 'REDIS_TLS'],
    [{ REDIS_SENTINELS: ',' }, 'sentinel-1:26379,sentinel-2:26379, not ","'],
    [{ REDIS_SENTINELS: 'a:26379,b:x' }, 'not "b:x"'],
    [{ REDIS_SENTINELS: 'a:70000' }, 'not "a:70000"'],
    [{ REDIS_SENTINELS: 'redis://:secret@a:26379' }, 'REDIS_SENTINELS: must be addresses like'],
  ])('rejects %o in one sentence without a password', (env, sentence) => {
    const told = () => read(env as Record<string, string>)
    expect(told).toThrow(sentence)
    expect(told).not.toThrow(/secret/)
  })

  test('fails with a sentence when Redis is required but missing', () => {
    expect(() => requiredRedis({})).toThrow('REDIS_URL: is required, or REDIS_SENTINELS')
  })
})
