/**
 * An error that the operator can fix. Its message is one sentence that says what to do: commands and services print it
 * without a stack and exit with `exitCode`.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly exitCode: number

  constructor(sentence: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.exitCode = exitCode
  }
}
