import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { Environment } from '../settings.ts'

export type Part = {
  /** Prefix of the process's log lines. */
  name: string
  file: string
  args: string[]
  env: Environment
  /** Lines at its start that are omitted from the log. */
  noise?: RegExp
  /** Written to its standard input, which is then closed. */
  stdin?: string
  /** Our own processes get an IPC channel: they exit when it closes. */
  channel: boolean
  /** Whether it is ready. A rejection means not ready. */
  probe: (signal: AbortSignal) => Promise<boolean>
  /** Stopped last, because the other parts use it until they exit (queue, identity). */
  endsLast?: boolean
}

export const httpProbe =
  (url: string): Part['probe'] =>
  async (signal) => {
    const response = await sendRequest(new URL(url), { signal })
    response.resume()
    return isOk(response)
  }
