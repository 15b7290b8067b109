import { OperatorError } from '@andscene/service-kit/operator-error'
import { printable } from './log/readable.ts'

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether a process runs, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Formats the error of a failed command: one sentence that the operator can act on, or the stack of a bug. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  // The message may quote the last output of a part.
  if (error instanceof OperatorError || code?.startsWith('ERR_PARSE_ARGS')) return printable(error.message)
  if (code === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error.stack ?? error.message
}
