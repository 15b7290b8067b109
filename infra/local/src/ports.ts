import { listenError } from '@andscene/service-kit/free-port'
import { OperatorError } from '@andscene/service-kit/operator-error'

export const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** Checks that the public port is available; otherwise throws an OperatorError that says what to do. */
export async function requirePort(port: number, host: string): Promise<void> {
  // A browser may try `localhost` as ::1 first: a process that listens there would receive our requests.
  const other =
    host === '127.0.0.1' && (await listenError(port, '::1')) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined
  const code = (await listenError(port, host)) ?? other
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new OperatorError(
      `Port ${port} is taken: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
    )
  if (code === 'EACCES')
    throw new OperatorError(`Port ${port} may not be used by this account: choose one above 1023 with PORT.`)
  throw new OperatorError(`The address ${host}:${port} cannot be listened on (${code}): set HOST and PORT.`)
}
