import { openGateway } from '@andscene/gateway/testing/gateway-fixture'
import type { EdgeTuning } from '../build-app.ts'
import { openEdge } from './edge-fixture.ts'

const verify = async (token: string) => ({ uid: token })

/** Edge, gateway and one server in the role of all services. A token is the name of its user. */
export async function openEdgeWithGateway(env: Record<string, string> = {}, tuning: EdgeTuning = {}) {
  const gateway = await openGateway({ LOG_LEVEL: 'silent', ...env }, { verify })
  const edge = await openEdge({ gatewayUrl: gateway.origin }, tuning)
  return {
    service: gateway.behind,
    gatewayUrl: gateway.origin,
    origin: edge.origin,
    close: async () => {
      await edge.close()
      await gateway.close()
    },
  }
}
