import { mismatch, type Json, type Operation } from './document.ts'

export type Received = {
  status: number
  headers: Headers
  type: string
  bytes: number
  value: Json | undefined
}

/** Must not appear in an error sentence for users: terms of schemas, parsers and programs. */
const JARGON =
  /must NOT|must be (string|integer|object|array|null|number|boolean)|\b(body|params|querystring|headers)[./ ]|schema|instance|undefined|JSON at|\[object|Error:/

/** Returns the differences between a response and the document of its operation. */
export function faultsOf(operation: Operation, received: Received): string[] {
  const { status, headers, type, bytes, value } = received
  const faults: string[] = []
  if (status >= 500) faults.push(`its status is ${status}`)
  const documented = operation.responses[status]
  if (!documented) faults.push(`its status ${status} is not documented`)
  const content = documented?.content?.[type]
  if (documented && bytes > 0 && !content) faults.push(`its type "${type}" is not documented`)
  const differs = content && value !== undefined ? mismatch(content.schema, value) : undefined
  if (differs) faults.push(`its body differs: ${differs}`)
  const missing = Object.entries(documented?.headers ?? {})
    .filter(([name, { required = true }]) => required && !headers.has(name))
    .map(([name]) => name)
  if (missing.length > 0) faults.push(`it has no ${missing.join(', ')}`)
  if (headers.has('retry-after') && !/^\d+$/.test(headers.get('retry-after') ?? ''))
    faults.push('it does not say when to come back')
  if (status >= 400 && value !== undefined) faults.push(...faultsOfFailure(operation, received))
  return faults
}

function faultsOfFailure(operation: Operation, { headers, value }: Received): string[] {
  const { error, requestId } = value as { error: string; requestId: string }
  const faults: string[] = []
  if (requestId !== headers.get('x-request-id')) faults.push('its request id is not that of the header')
  // Quoted text comes from the client.
  const sentence = error.replaceAll(/"[^"]*"/g, '"…"')
  if (!/^[A-Z].{4,}$/.test(sentence)) faults.push(`"${sentence}" is no sentence`)
  const terms = [JARGON.exec(sentence)?.[0], ...namesOf(operation).filter((name) => sentence.includes(name))]
  for (const term of terms) if (term) faults.push(`its sentence says "${term}"`)
  return faults
}

const namesOf = (operation: Operation) => JSON.stringify(operation).match(/\b[a-z]+[A-Z]\w+(?=":\{)/g) ?? []
