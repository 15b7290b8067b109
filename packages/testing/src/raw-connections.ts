import { openRaw, requestBytes, type RawConnection } from './raw-http.ts'

type Begun = {
  token?: string | undefined
  /** Declared length of the body, in bytes. */
  length?: number
}

/** Raw connections of a test, which ends all of them with `close`. */
export function rawConnections() {
  const all: RawConnection[] = []
  const open = async (origin: string, options?: Parameters<typeof openRaw>[1]): Promise<RawConnection> => {
    const connection = await openRaw(origin, options)
    all.push(connection)
    return connection
  }
  return {
    open,
    /** Begins a request such as `POST /path` with JSON, of which one byte comes and then no more, on a connection of its own. */
    async beginBody(
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
      const connection = await open(origin)
      connection.write(requestBytes(method, target, headers, '{'))
      return connection
    },
    close: (): void => {
      for (const connection of all.splice(0)) connection.destroy()
    },
  }
}
