import { ServerResponse, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { InFlight, overloaded, untilSent } from './in-flight.ts'

test('product §10: limits concurrent requests per key; a slot is released once', () => {
  const inFlight = new InFlight({ limit: 2 })
  const leave = inFlight.enter('ada')
  inFlight.enter('ada')
  expect(() => inFlight.enter('ada')).toThrow(expect.objectContaining({ statusCode: 429, retryAfter: 1 }))
  inFlight.enter('bob')
  leave()
  leave()
  expect(inFlight.count('ada')).toBe(1)
  inFlight.enter('ada')
  expect(() => inFlight.enter('ada')).toThrow('Too many concurrent requests')
})

test('stores nothing for keys without running requests', () => {
  const inFlight = new InFlight({ limit: 1, refusal: overloaded })
  const leave = inFlight.enter('ada')
  expect(() => inFlight.enter('ada')).toThrow(expect.objectContaining({ statusCode: 503 }))
  leave()
  expect(inFlight.size).toBe(0)
})

test.each(['finish', 'close'])('releases all slots of a response by its %s, with one listener', (event) => {
  const inFlight = new InFlight({ limit: 20 })
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage)
  for (let slot = 0; slot < 20; slot++) untilSent(response, inFlight.enter('ada'))
  expect(response.listenerCount(event)).toBe(1)
  response.emit(event)
  expect(inFlight.size).toBe(0)
})
