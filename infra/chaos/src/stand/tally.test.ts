import { describe, expect, test } from 'vitest'
import { judge, Tally } from './tally.ts'

describe('the tally of requests', () => {
  test('judges a response as served, refused or failed', () => {
    expect(judge({ status: 206, headers: {} })).toBe('served')
    expect(judge({ status: 503, headers: { 'retry-after': '1' } })).toBe('refused')
    expect(judge({ status: 503, headers: {} })).toEqual({ failed: '503' })
    expect(judge({ status: 502, headers: { 'retry-after': '1' } })).toEqual({ failed: '502' })
    expect(judge({ status: 200, headers: {} }, 'another sound')).toEqual({ failed: 'another sound' })
  })

  test('counts failures by kind, the most frequent first', () => {
    const tally = new Tally()
    tally.add('list', 'served')
    tally.add('list', 'refused')
    tally.add('clip', { failed: '502' })
    for (let n = 0; n < 2; n += 1) tally.add('list', { failed: 'ECONNRESET' })
    expect(tally.requests).toEqual({ made: 5, failed: 3, refused: 1 })
    expect(tally.failures()).toEqual(['2 × list: ECONNRESET', '1 × clip: 502'])
  })
})
