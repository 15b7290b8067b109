import type { LinkSource } from '@andscene/contracts/internal'
import { recordingServer } from '@andscene/testing/recording-server'
import { attempts, MARKS, routesWithFields, withUndeclared } from '@andscene/testing/undeclared-fields'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gatewayFixture } from './testing/gateway-fixture.ts'

const ROUTES = routesWithFields('gateway')
const LINK: LinkSource = {
  guestId: 'guest-1',
  linkId: 'link-1',
  scriptId: 's1',
  ownerId: 'ada',
  role: 'listener',
  linkName: 'For the producer',
  title: 'The Last Bus',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
}
const KEY = 'k'.repeat(43)

/** A body of the route that fits, another one each time; a route without one here fails. */
const SAMPLES: Record<string, (n: number) => object> = {
  openLink: (n) => ({
    token: 'g'.repeat(43),
    passphrase: `open ${n}`,
    ...(n % 2 === 0 && { guestKey: KEY }),
  }),
}

describe('product §10: undeclared fields of a request that the gateway itself responds to', () => {
  test.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s: none is forwarded or returned, and the status is unchanged',
    async (id, route) => {
      const service = await recordingServer({ body: { success: true, data: LINK } })
      onTestFinished(service.close)
      const gateway = await gatewayFixture({}, {}, service)
      const tried = [{ names: [], value: '' }, ...attempts([KEY.replace('k', 'x')], ['guestId', 'ownerId'])]
      const marks = [...MARKS, KEY.replace('k', 'x')]
      for (const [n, attempt] of tried.entries()) {
        const sample = { path: route.path, body: SAMPLES[id]!(n) }
        const { path, body = '' } = withUndeclared(route, sample, attempt)
        const response = await fetch(gateway.origin + path, {
          method: route.method,
          headers: { authorization: 'Bearer ada-token', 'content-type': 'application/json' },
          body,
        })
        expect(response.status).toBe(200)
        const seen = [await response.text(), JSON.stringify(service.seen)].join('\n')
        for (const mark of marks) expect(seen).not.toContain(mark)
      }
      expect(service.seen.length).toBeGreaterThanOrEqual(tried.length)
    },
  )
})
