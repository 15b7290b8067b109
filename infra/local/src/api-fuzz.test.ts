import { API_ROUTES } from '@andscene/contracts/api'
import { deleteAccount } from '@andscene/contracts/routes/account'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from './platform.ts'
import { signInDemo } from './seed/demo-account.ts'
import { temporaryPlatform } from './testing/temporary-platform.ts'
import { linked, operationsOf, type Json, type Operation } from './testing/api-fuzz/document.ts'
import { faultsOf, type Received } from './testing/api-fuzz/judge.ts'
import { addressOf, fitting, form, invalidRequests, type Made } from './testing/api-fuzz/requests.ts'

/*
   Generates requests for every operation of `/api/docs/json`, against the public port of the whole platform: valid
   ones, ones at a limit, and invalid ones. Each response must match the document, without additional fields. A failure
   prints its seed and request. FUZZ_RUNS: requests of each kind per operation; FUZZ_SEED: the seed.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const TIME_MS = 30_000 + RUNS * 3_000

let platform: Platform
let authorization: string
let operations: Operation[]
const operationOf = (id: string) => operations.find((operation) => operation.id === id)!

/** Values from earlier responses: by `operation parameter` from their links, and by the name of a body field. */
const knownValues = new Map<string, string[]>()
const learn = (key: string, value: string) =>
  knownValues.set(key, [...new Set([...(knownValues.get(key) ?? []), value])].slice(-5))
const known = (key: string) => knownValues.get(key) ?? []
/** Response fields whose values are valid in requests. */
const FIELDS = {
  voiceId: /"voiceId":"(local:flite[^"]+)"/g,
  scriptId: /"script":\{"_id":"([^"]+)"/g,
  lineId: /"_id":"(l\d+)"/g,
}

beforeAll(async () => {
  const limits = 'PERSON UPLOADS VISITOR SIGN_UPS LINK_FAILURES NOTES IN_FLIGHT AUDIO_HOURS SCRIPTS'.split(
    ' ',
  )
  const env = Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '100000']))
  platform = await temporaryPlatform({ env: { ...env, LOG_LEVEL: 'warn' } })
  authorization = `Bearer ${await signInDemo(platform)}`
  const document = (await (await fetch(`${platform.origin}/api/docs/json`)).json()) as Json
  operations = operationsOf(document)
  for (const made of [{ form }, { form }]) await sendAndCheck(operationOf('uploadScript'), made, [200])
  for (const id of ['listVoices', 'listScripts']) await sendAndCheck(operationOf(id), {}, [200])
}, 120_000)
afterAll(() => platform?.stop())

async function send(operation: Operation, made: Made): Promise<Received> {
  const { header = {}, body, form: makeForm } = made
  const response = await fetch(platform.origin + addressOf(operation, made), {
    method: operation.method,
    headers: {
      ...(operation.forPeople && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(makeForm && { body: makeForm() }),
  })
  const { status, headers } = response
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  // Event streams last for minutes.
  if (type === 'text/event-stream') {
    await response.body?.cancel()
    return { status, headers, type, bytes: 1, value: undefined }
  }
  const bytes = await response.arrayBuffer()
  const isJson = type === 'application/json' && bytes.byteLength > 0
  const value = isJson ? (JSON.parse(new TextDecoder().decode(bytes)) as Json) : undefined
  return { status, headers, type, bytes: bytes.byteLength, value }
}

/** Sends a request; throws if the response does not match the document, or its status is not in `statuses`. */
async function sendAndCheck(operation: Operation, made: Made, statuses?: number[]): Promise<void> {
  const received = await send(operation, made)
  const { status, headers, value } = received
  const text = JSON.stringify(value) ?? ''
  const faults = faultsOf(operation, received)
  if (statuses && !statuses.includes(status))
    faults.push(`its status is ${status}, not ${statuses.join(' or ')}`)
  if (faults.length > 0)
    throw new Error(`The response of ${operation.id}: ${faults.join('; ')} (${text.slice(0, 300)})`)
  if (status >= 300) return
  for (const [key, id] of linked(operation, { path: made.path ?? {}, status, headers, body: value }))
    learn(key, id)
  for (const [field, pattern] of Object.entries(FIELDS))
    for (const [, id = ''] of text.matchAll(pattern)) learn(field, id)
}

const always = (made: fc.Arbitrary<Made>, holds: (made: Made) => Promise<void>) =>
  fc.assert(fc.asyncProperty(made, holds), { seed: SEED, numRuns: RUNS, endOnFailure: true })

/** Deletions come last; excludes the deletion of the account that all other requests use. */
const IDS = API_ROUTES.map(({ id }) => id)
  .filter((id) => id !== deleteAccount.id)
  .sort((a, b) => Number(/delete/.test(a)) - Number(/delete/.test(b)))

describe.each(IDS)('architecture §5, the documented operation %s', (id) => {
  test('responds to valid requests as documented', { timeout: TIME_MS }, async () => {
    const operation = operationOf(id)
    // A URL parameter that matches its schema must not be rejected as malformed.
    const isAddress = Object.keys(operation.body).length === 0
    const statuses = isAddress
      ? Object.keys(operation.responses)
          .map(Number)
          .filter((status) => status !== 400)
      : undefined
    const sent = always(fitting(operation, known), (made) => sendAndCheck(operation, made, statuses))
    await expect(sent).resolves.toBeUndefined()
  })

  test('rejects invalid requests with an error sentence', { timeout: TIME_MS }, async () => {
    const operation = operationOf(id)
    for (const [part, wrong] of invalidRequests(operation, known)) {
      // The file of an object that does not exist is not read.
      const unknown = operation.path.includes('{') ? [404] : []
      const statuses = part === 'form' ? [400, 415, 422, ...unknown] : [400]
      const sent = always(wrong, (made) => sendAndCheck(operation, made, statuses))
      await expect(sent).resolves.toBeUndefined()
    }
  })
})

/** Random text rarely contains these: no English voice can pronounce them. */
const CUNEIFORM = '\u{12000}\u{12001}'

test.each(['previewVoice', 'generateClip'])(
  'product §7 %s: text that a voice cannot speak is a client error',
  async (id) => {
    const [voiceId = ''] = known('voiceId')
    const refused = sendAndCheck(operationOf(id), { body: { voiceId, text: CUNEIFORM } }, [400])
    await expect(refused).resolves.toBeUndefined()
  },
)
