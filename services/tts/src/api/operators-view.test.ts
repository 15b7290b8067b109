import { QUEUE_NAMES } from '@andscene/contracts/queues'
import { describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()

describe('operators', () => {
  const token = 'a-long-operators-token'
  test('the view of all queues opens for their token only', async () => {
    const own = await on.harness.api([on.provider], { OPERATOR_TOKEN: token })
    const open = (authorization?: string) =>
      own.inject({ url: '/operators/queues/api/queues', headers: authorization ? { authorization } : {} })
    expect((await open()).statusCode).toBe(401)
    expect((await open('Bearer wrong')).statusCode).toBe(401)
    expect(
      (await open(`Bearer ${token}`)).json().queues.map((queue: { name: string }) => queue.name),
    ).toEqual(QUEUE_NAMES)
    expect((await open(`Basic ${Buffer.from(`operator:${token}`).toString('base64')}`)).statusCode).toBe(200)
    expect((await own.inject('/operators/queues')).headers['www-authenticate']).toContain('Basic')
  })

  test('without a token there is none', async () => {
    expect((await on.app.inject('/operators/queues')).statusCode).toBe(404)
  })

  test('metrics tell the backlog by state', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
    await on.harness.plan('s1')
    expect((await on.app.inject('/metrics')).body).toMatch(
      /queue_jobs\{queue="script-narration",state="waiting",service="tts"\} 1/,
    )
  })
})
