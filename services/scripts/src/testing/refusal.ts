import { expect } from 'vitest'

/** One sentence for a person: no stack, no path, nothing of the inside. */
const SENTENCE = /^[A-Z](?!.*(\bat .*:\d+|node_modules|undefined|Error:))[^\n]{10,200}$/

/** The response that refuses an upload: this status and code, and this or any proper sentence. */
export const refusal = (status: number, code: string, error: unknown = expect.stringMatching(SENTENCE)) =>
  expect.objectContaining({ status, body: expect.objectContaining({ success: false, code, error }) })

export const unparsable = (error?: string) => refusal(422, 'UNPARSABLE_SCRIPT', error)
export const tooLarge = (error?: string) => refusal(413, 'TOO_LARGE', error)
