import type * as RequestClasses from '@andscene/service-kit/wire/request-class'
import { disguisedRequests, type DisguisedRequest } from '@andscene/testing/disguised-paths'
import { openRaw, type RawConnection } from '@andscene/testing/raw-http'
import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openEdgeWithGateway } from './testing/edge-with-gateway.ts'

/** How edge and gateway classified the current request. */
const classes = vi.hoisted(() => new Set<string>())
vi.mock('@andscene/service-kit/wire/request-class', async (original) => {
  const real = await original<typeof RequestClasses>()
  const classOf = (request: FastifyRequest) => {
    const found = real.classOf(request)
    classes.add(found)
    return found
  }
  return { ...real, classOf }
})

let edge: string
let gateway: string
beforeAll(async () => {
  const limits = ['LIMIT_VISITOR', 'LIMIT_SIGN_UPS', 'LIMIT_PERSON', 'LIMIT_UPLOADS']
  const fixture = await openEdgeWithGateway(Object.fromEntries(limits.map((name) => [name, '1000000'])))
  edge = fixture.origin
  gateway = fixture.gatewayUrl
  return async () => {
    for (const connection of open.values()) connection.destroy()
    await fixture.close()
  }
})

/** Connections by origin, reused until they are closed. */
const open = new Map<string, RawConnection>()

/** How the process at `origin` classified the request, or `refused`. */
async function classify(origin: string, { method, target }: DisguisedRequest): Promise<string> {
  classes.clear()
  const connection = open.get(origin) ?? (await openRaw(origin))
  open.set(origin, connection)
  connection.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nAuthorization: Bearer ada\r\n\r\n`,
  )
  const { status, closed } = await connection.response({ head: method === 'HEAD' })
  if (closed) open.delete(origin)
  return status === 400 && classes.size === 0 ? 'refused' : [...classes].join(' and ')
}

describe('product §10: a disguised path', () => {
  const requests = disguisedRequests('localhost')

  test('is classified like its route by edge and gateway, or refused by both', async () => {
    const wrong: unknown[] = []
    for (const request of requests)
      for (const [process, origin] of Object.entries({ gateway, edge })) {
        const found = await classify(origin, request)
        if (found !== request.expected) wrong.push([process, request, found])
      }
    expect(wrong).toEqual([])
  }, 120_000)

  test.each(['stream', 'upload', 'call', 'refused'])('is covered as %s', (expected) => {
    expect(requests.filter((request) => request.expected === expected).length).toBeGreaterThan(2)
  })
})
