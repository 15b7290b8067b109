import SENTENCES from '../../data/refusals.json' with { type: 'json' }

/** Why a file is no script that can be read: a stable code, and which of its sentences behind a slash. */
type Refusal = keyof typeof SENTENCES

/** The only error of `parseFdx` and `annotateFdx`; its message is a sentence for the writer. */
export class FdxError extends Error {
  override readonly name = 'FdxError'
  readonly code: string

  constructor(why: Refusal, { what = '', ...options }: ErrorOptions & { what?: string } = {}) {
    super(SENTENCES[why].replace('{what}', what), options)
    this.code = why.replace(/\/.*/, '')
  }
}
