import type { LinkSource } from '@andscene/contracts/internal'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { recordingServer } from '@andscene/testing/recording-server'
import { attempts, MARKS, routesWithFields, withUndeclared } from '@andscene/testing/undeclared-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invitation } from './mailer.ts'
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
  sendInvitation: (n) => ({
    sender: `sender-${n}`,
    to: `bob-${n}@example.com`,
    inviter: 'Ada',
    title: 'The Last Bus',
    role: 'listener',
    path: `/invitation#${KEY}`,
    declinePath: `/invitation?decline#${KEY}`,
  }),
}

describe('product §10: undeclared fields of a request that the gateway itself responds to', () => {
  const keys = createInternalKeys(['gateway', 'scripts'])
  const mailed: Invitation[] = []
  let service: Awaited<ReturnType<typeof recordingServer>>
  let gateway: Awaited<ReturnType<typeof gatewayFixture>>
  beforeAll(async () => {
    service = await recordingServer({ body: { success: true, data: LINK } })
    const mailer = {
      invite: async (invitation: Invitation) => {
        mailed.push(invitation)
        return { sent: true }
      },
    }
    gateway = await gatewayFixture({ INTERNAL_PUBLIC_KEYS: keys.publicKeys }, { mailer }, service)
  })
  afterAll(async () => {
    await gateway?.close()
    await service?.close()
  })

  test.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s: none is passed on, mailed or returned, and the status is that without them',
    async (id, route) => {
      const token = route.access === 'service' ? keys.token('scripts', 'gateway') : 'ada-token'
      const tried = [{ names: [], value: '' }, ...attempts([KEY.replace('k', 'x')], ['guestId', 'ownerId'])]
      const marks = [...MARKS, KEY.replace('k', 'x')]
      for (const [n, attempt] of tried.entries()) {
        const { path, body = '' } = withUndeclared(
          route,
          { path: route.path, body: SAMPLES[id]!(n) },
          attempt,
        )
        const response = await fetch(gateway.origin + path, {
          method: route.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        })
        expect(response.status).toBe(200)
        const seen = [await response.text(), JSON.stringify(service.seen), JSON.stringify(mailed)].join('\n')
        for (const mark of marks) expect(seen).not.toContain(mark)
      }
      expect(service.seen.length + mailed.length).toBeGreaterThanOrEqual(tried.length)
    },
  )
})
