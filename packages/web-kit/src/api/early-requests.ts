const KEPT_MS = 10_000

type Early = { session: number; response: Promise<Response>; controller: AbortController }
const requests = new Map<string, Early>()

/**
 * Stores the response of `send` by method and address for the first call in the same session. Aborts it after 10 s
 * without one.
 */
export function keepEarly(
  name: string,
  session: number,
  send: (signal: AbortSignal) => Promise<Response>,
): void {
  const controller = new AbortController()
  const response = send(controller.signal)
  // The call sends its own request.
  response.catch(() => undefined)
  const request = { session, response, controller }
  requests.set(name, request)
  setTimeout(() => {
    if (requests.get(name) !== request) return
    requests.delete(name)
    controller.abort()
  }, KEPT_MS)
}

/**
 * Returns the response of an early request, once; undefined when there is none or it failed: the call then sends its
 * own, perhaps with a newer token. `signal` aborts it.
 */
export async function takeEarly(
  name: string,
  session: number,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const request = requests.get(name)
  if (!request) return undefined
  requests.delete(name)
  const { response, controller } = request
  if (request.session !== session) {
    controller.abort()
    return undefined
  }
  signal.addEventListener('abort', () => controller.abort())
  const early = await response.catch(() => undefined)
  // A request that changes data is sent once, whatever its result.
  return early?.ok || !name.startsWith('GET ') ? early : undefined
}
