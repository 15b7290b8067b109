import { isOk, sendRequest } from '@andscene/service-kit/calls/send-request'
import type { Environment } from '../settings.ts'

export type Part = {
  /** Prefix of its lines in the log. */
  name: string
  file: string
  args: string[]
  env: Environment
  /** Lines of its start that are left out of the log. */
  noise?: RegExp
  /** Written to its standard input, which is then closed. */
  stdin?: string
  /** Our own processes get an IPC channel: they exit when it closes. */
  channel: boolean
  /** Whether it is ready. A rejection means that it is not. */
  probe: (signal: AbortSignal) => Promise<boolean>
  /** Stopped last, because the other parts use it until their own end (queue, identity). */
  endsLast?: boolean
}

export const httpProbe =
  (url: string): Part['probe'] =>
  async (signal) => {
    const response = await sendRequest(new URL(url), { signal })
    response.resume()
    return isOk(response)
  }
