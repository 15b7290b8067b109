import { expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { StoreUnavailable, withOutages } from './store-unavailable.ts'

const away = new Error('connect ECONNREFUSED 10.0.0.1')
const mistake = new TypeError('no such column')
const store = withOutages(
  {
    limit: 3,
    now: (error: Error): string => {
      throw error
    },
    later: (error: Error): Promise<string> => Promise.reject(error),
    async *each(error: Error) {
      yield 1
      throw error
    },
    fine: async (value: string) => value,
  },
  { of: 'sqlite', isOutage: (error) => error === away },
)
const each = async (error: Error) => {
  for await (const one of store.each(error)) expect(one).toBe(1)
}

test('throws an outage as StoreUnavailable with its cause, and any other error unchanged', async () => {
  expect(() => store.now(away)).toThrow(StoreUnavailable)
  expect(() => store.now(mistake)).toThrow(mistake)
  await expect(store.later(away)).rejects.toThrow(StoreUnavailable)
  await expect(store.later(away)).rejects.toMatchObject({ cause: away })
  await expect(store.later(mistake)).rejects.toBe(mistake)
  await expect(each(away)).rejects.toThrow(StoreUnavailable)
  await expect(each(mistake)).rejects.toBe(mistake)
  expect(await store.fine('x')).toBe('x')
  expect(store.limit).toBe(3)
})

test('architecture §5: responds with 503 and Retry-After when a database is unavailable, without internal details', async () => {
  const app = await createApp({ name: 'test', logLevel: 'silent' })
  app.get('/away', () => store.later(away))
  const response = await app.inject('/away')
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('2')
  expect(response.json()).toMatchObject({
    code: 'AWAY',
    error: 'The storage is unavailable right now. Please try again in a moment.',
  })
  await app.close()
})
