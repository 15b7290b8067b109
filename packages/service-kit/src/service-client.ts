import type { ServiceName } from '@andscene/contracts/internal'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from './create-app.ts'
import { HttpError, notFound, unavailable } from './http-error.ts'

export type ServiceClient = {
  /** GET an internal route and answer its `data`. 404 → NOT_FOUND; anything else that fails → UNAVAILABLE. */
  get<T>(path: string, options?: { requestId?: string; timeoutMs?: number }): Promise<T>
}

const DEFAULT_TIMEOUT_MS = 5_000

/** Asks another service's /internal routes with a token of our own (DESIGN §5). */
export function createServiceClient(
  app: Pick<FastifyInstance, 'signInternal'>,
  audience: ServiceName,
  baseUrl: string,
): ServiceClient {
  return {
    async get<T>(path: string, options: { requestId?: string; timeoutMs?: number } = {}) {
      const { requestId = randomUUID() as string, timeoutMs = DEFAULT_TIMEOUT_MS } = options
      let response: Response
      try {
        response = await fetch(new URL(path, baseUrl), {
          headers: {
            authorization: `Bearer ${app.signInternal(audience, requestId)}`,
            [REQUEST_ID_HEADER]: requestId,
          },
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (response.ok) return ((await response.json()) as { data: T }).data
      } catch (cause) {
        throw unavailable(`The ${audience} service does not answer`, cause)
      }
      await response.body?.cancel()
      if (response.status === 404) throw notFound(`${audience}: ${path}`)
      throw new HttpError('UNAVAILABLE', `The ${audience} service answered ${response.status}`)
    },
  }
}
