import { expect } from 'vitest'

/** One sentence for a user: no stack, no path, no internals. */
const SENTENCE = /^[A-Z](?!.*(\bat .*:\d+|node_modules|undefined|Error:))[^\n]{10,200}$/

/** The error response to an upload: this status and code, with this sentence or any valid one. */
export const refusal = (status: number, code: string, error: unknown = expect.stringMatching(SENTENCE)) =>
  expect.objectContaining({ status, body: expect.objectContaining({ success: false, code, error }) })

export const unparsable = (error?: string) => refusal(422, 'UNPARSABLE_SCRIPT', error)
export const tooLarge = (error?: string) => refusal(413, 'TOO_LARGE', error)
