import SENTENCES from '../../data/refusals.json' with { type: 'json' }

/** A reason for rejecting a file: a stable code, and after a slash the variant of its sentence. */
type Refusal = keyof typeof SENTENCES

/** The only error thrown by `parseFdx` and `annotateFdx`; its message is a sentence for the writer. */
export class FdxError extends Error {
  override readonly name = 'FdxError'
  readonly code: string

  constructor(why: Refusal, { what = '', ...options }: ErrorOptions & { what?: string } = {}) {
    super(SENTENCES[why].replace('{what}', what), options)
    this.code = why.replace(/\/.*/, '')
  }
}
