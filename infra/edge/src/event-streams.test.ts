import { eventServer, follow, eventStreamSuite } from '@andscene/testing/event-streams-suite'
import { describe, expect, test } from 'vitest'
import { edgeFixture } from './testing/edge-fixture.ts'

const start = async () => {
  const behind = await eventServer()
  const edge = await edgeFixture({ gatewayUrl: behind.url })
  return { behind, edge, origin: edge.origin }
}

describe('architecture §5: events of a script through the edge', () => {
  eventStreamSuite(start, 't')

  test('end with the edge, which does not wait for them', async () => {
    const streaming = await start()
    const { connection } = await follow(streaming, 't')
    const left = streaming.behind.left()
    await streaming.edge.app.close()
    await connection.closed
    await expect(left).resolves.toBeDefined()
  })
})
