import { EDGE_MS } from '@andscene/contracts/deadlines'
import { WIRE_LIMITS } from '@andscene/service-kit/wire/wire'
import { eventServer } from '@andscene/testing/event-server'
import { follow, passesEventsOn } from '@andscene/testing/event-streams-suite'
import { rawConnections } from '@andscene/testing/raw-connections'
import { beforeEach, describe, expect, test } from 'vitest'
import { edgeFixture } from './testing/edge-fixture.ts'

let edge: Awaited<ReturnType<typeof edgeFixture>>
let behind: Awaited<ReturnType<typeof eventServer>>
const connections = rawConnections()
beforeEach(async () => {
  behind = await eventServer()
  edge = await edgeFixture({ gatewayUrl: behind.url })
  return async () => {
    connections.close()
    await edge.close()
    await behind.close()
  }
})
const streaming = () => ({ origin: edge.origin, behind, connections })

describe('architecture §5: events of a script through the edge', () => {
  passesEventsOn(streaming, 't')

  test('end with the edge, which does not wait for them', async () => {
    const { connection } = await follow(streaming(), 't')
    const left = behind.left()
    await edge.app.close()
    await connection.closed
    await expect(left).resolves.toBeDefined()
  })

  test('are not taken for silent between two heartbeats of 15 s', () => {
    expect(Math.min(EDGE_MS, WIRE_LIMITS.silenceMs)).toBeGreaterThan(20_000)
  })
})
