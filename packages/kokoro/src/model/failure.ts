import SENTENCES from '../../data/failures.json' with { type: 'json' }

/** A sentence for all users, with the values of its braces. */
export const sentence = (
  name: keyof typeof SENTENCES,
  values: Readonly<Record<string, string | number>> = {},
): string => SENTENCES[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]))

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
    return new VoicesFailure(sentence('notWritable', { code }), { cause: error })
  return new VoicesFailure(sentence('failed'), { cause: error })
}

export const diskFull = (neededBytes: number, cause?: unknown): VoicesFailure =>
  new VoicesFailure(sentence('diskFull', { mb: Math.ceil(neededBytes / MB) }), { cause })

/** The system's code of an error, such as `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
