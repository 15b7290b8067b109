import type { Environment } from '../settings.ts'

/** One process of the platform. */
export type Part = {
  /** Prefix of its lines in the log. */
  name: string
  file: string
  args: string[]
  env: Environment
  /** Lines of its start that tell nobody anything. */
  noise?: RegExp
  /** Written to its standard input, which is then closed. */
  stdin?: string
  /** Our own processes get an IPC channel: they end by themselves when it is cut. */
  channel: boolean
  /** Whether it is ready. A rejection means that it is not. */
  probe: (signal: AbortSignal) => Promise<boolean>
  /** What others need until their own end (queue, identity): ends after them. */
  endsLast?: boolean
}

/** Asks `url`; 200 means yes. */
export const httpProbe =
  (url: string): Part['probe'] =>
  async (signal) => {
    const response = await fetch(url, { signal })
    await response.arrayBuffer()
    return response.ok
  }
