/** Why a file is no script that can be read. Stable; the sentence beside it is for the writer. */
export type FdxErrorCode =
  | 'RESOURCE_FORK'
  | 'NOT_XML'
  | 'NOT_FINAL_DRAFT'
  | 'EMPTY'
  | 'TRUNCATED'
  | 'DAMAGED'
  | 'ENCODING'
  | 'DOCTYPE'
  | 'TOO_DEEP'
  | 'TOO_LONG'
  | 'NO_PLACE'

/** The only error of `parseFdx` and `annotateFdx`; its message is a sentence for the writer. */
export class FdxError extends Error {
  readonly code: FdxErrorCode

  constructor(code: FdxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FdxError'
    this.code = code
  }
}
