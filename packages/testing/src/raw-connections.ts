import { onTestFinished } from 'vitest'
import { openRaw, requestBytes, type RawConnection } from './raw-http.ts'

/** A raw connection that is closed after the test. */
export async function openConnection(
  origin: string,
  options?: Parameters<typeof openRaw>[1],
): Promise<RawConnection> {
  const connection = await openRaw(origin, options)
  onTestFinished(() => connection.destroy())
  return connection
}

type Begun = {
  token?: string | undefined
  /** Declared length of the body, in bytes. */
  length?: number
}

/** Starts a request such as `POST /path` with JSON on a new connection, and sends only the first byte of the body. */
export async function beginBody(
  origin: string,
  line: string,
  { token, length = 1_000 }: Begun = {},
): Promise<RawConnection> {
  const [method = '', target = ''] = line.split(' ')
  const headers = {
    Host: new URL(origin).host,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    'Content-Type': 'application/json',
    'Content-Length': length,
  }
  const connection = await openConnection(origin)
  connection.write(requestBytes(method, target, headers, '{'))
  return connection
}

/** Resolves with the first `count` responses on these connections. */
export const firstResponses = (begun: readonly RawConnection[], count: number) =>
  new Promise<Awaited<ReturnType<RawConnection['response']>>[]>((resolve) => {
    const responses: Awaited<ReturnType<RawConnection['response']>>[] = []
    for (const connection of begun)
      void connection.response().then((response) => {
        if (responses.push(response) === count) resolve(responses)
      })
  })
