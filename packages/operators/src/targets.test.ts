import { OperatorError } from '@andscene/service-kit/operator-error'
import { describe, expect, test } from 'vitest'
import { instancesOf, readTargets, type Lookup } from './targets.ts'

describe('decision 0056: OPERATOR_TARGETS', () => {
  test('lists parts and addresses, several per part', () => {
    expect(
      readTargets('edge=http://10.0.0.1:9464, worker=http://[::1]:1/,worker=http://worker:8080'),
    ).toEqual([
      { part: 'edge', origin: 'http://10.0.0.1:9464' },
      { part: 'worker', origin: 'http://[::1]:1' },
      { part: 'worker', origin: 'http://worker:8080' },
    ])
    expect(readTargets()).toEqual([])
  })

  test.each([
    'http://10.0.0.1:1',
    'edge=',
    'edge=10.0.0.1:9464',
    'Edge=http://a',
    '=http://a',
    '<b>=http://a',
    'edge=https://a',
    'edge=file:///etc/passwd',
    'edge=http://user:secret@a',
    'edge=http://a/metrics',
    'edge=http://a?x=secret',
    'edge=http://a#secret',
    Array.from({ length: 101 }, () => 'edge=http://a').join(','),
  ])('rejects %s', (setting) => {
    expect(() => readTargets(setting)).toThrow(OperatorError)
    expect(() => readTargets(setting)).toThrow(/^OPERATOR_TARGETS: (?!.*secret)/)
  })
})

const lookup: Lookup = async (host) => {
  if (host === 'unknown') throw new Error('ENOTFOUND')
  if (host === 'both')
    return [
      { address: 'fd00::1', family: 6 },
      { address: '10.0.0.9', family: 4 },
    ]
  if (host === 'six') return [{ address: 'fd00::1', family: 6 }]
  return [3, 1, 2].map((n) => ({ address: `10.0.0.${n}`, family: 4 }))
}

const found = async (...hosts: string[]) =>
  instancesOf(
    hosts.map((host) => ({ part: 'worker', origin: `http://${host}:8080` })),
    lookup,
  )

const many: Lookup = async () =>
  Array.from({ length: 500 }, (_, n) => ({ address: `10.0.${n >> 8}.${n & 255}`, family: 4 }))

describe('decision 0056: a name with several addresses', () => {
  test('is one instance per address', async () => {
    expect((await found('worker')).found.map(({ origin }) => origin)).toEqual(
      [1, 2, 3].map((n) => `http://10.0.0.${n}:8080`),
    )
  })

  test('prefers IPv4 where both families exist', async () => {
    expect((await found('both', 'six')).found.map(({ origin }) => origin)).toEqual([
      'http://10.0.0.9:8080',
      'http://[fd00::1]:8080',
    ])
  })

  test('keeps IP addresses and localhost', async () => {
    const names = ['127.0.0.1', '[::1]', 'localhost']
    expect((await found(...names)).found.map(({ origin }) => new URL(origin).hostname)).toEqual(names)
  })

  test('reports a name without address', async () => {
    const { found: all, nowhere } = await found('unknown', 'six')
    expect(all).toHaveLength(1)
    expect(nowhere).toEqual([{ part: 'worker', origin: 'http://unknown:8080' }])
  })

  test('returns two hundred instances at most', async () => {
    const { found: all } = await instancesOf([{ part: 'worker', origin: 'http://w:1' }], many)
    expect(all).toHaveLength(200)
  })
})
