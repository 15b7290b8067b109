export type VoicesFailureOptions = ErrorOptions & {
  /** This system can never run the voices: no retry. */
  isFinal?: boolean
}

/** Its message is a sentence for all users, without folders or addresses of proxies; `cause` is for the log. */
export class VoicesFailure extends Error {
  override readonly name = 'VoicesFailure'
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, ...options }: VoicesFailureOptions = {}) {
    super(message, options)
    this.isFinal = isFinal
  }
}

/** A source failed; the next one is tried. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
}

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') || (error instanceof Error && isDiskFull(error.cause))

const MB = 1_000_000

/** System errors that the operator can fix, as a sentence; other errors get a general one. */
export function failureOf(error: unknown, neededBytes: number): VoicesFailure {
  if (error instanceof VoicesFailure) return error
  if (isDiskFull(error)) return diskFull(neededBytes, error)
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR')
    return new VoicesFailure(
      `Natural voices could not be stored: the folder VOICES_DIR is not writable (${code}). Change its permissions or set VOICES_DIR to another folder.`,
      { cause: error },
    )
  return new VoicesFailure('Natural voices could not be set up. The log has the reason. This is retried.', {
    cause: error,
  })
}

export const diskFull = (neededBytes: number, cause?: unknown): VoicesFailure =>
  new VoicesFailure(
    `Natural voices need ${Math.ceil(neededBytes / MB)} MB of free disk space for the setup. Free some space, or set VOICES_DIR to another folder.`,
    { cause },
  )

/** The system's code of an error, such as `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
