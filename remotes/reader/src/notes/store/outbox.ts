import type { Operation } from './operation.ts'
import type { KeptEntries } from './ports.ts'

type Deps = {
  entries: KeptEntries
  prefix: string
  now: () => number
  random: () => string
}
type Omitted<T> = T extends Operation ? Omit<T, 'key' | 'at'> : never
export type NewOperation = Omitted<Operation>

const TIME_DIGITS = 9
const COUNT_DIGITS = 4

/** Operations waiting to be sent, in order, one storage key each; shared by all tabs of this device. */
export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ entries, prefix, now, random }: Deps) {
  const tab = random()
  let count = 0
  let last = 0
  let operations = read(entries, prefix)
  /** Keys of entries that only this tab has, because storage is full or blocked. */
  const unkept = new Set<string>()

  function nextKey(): string {
    last = Math.max(now(), last)
    count += 1
    const time = last.toString(36).padStart(TIME_DIGITS, '0')
    return `${prefix}${time}-${count.toString(36).padStart(COUNT_DIGITS, '0')}-${tab}`
  }
  function put(operation: Operation) {
    if (entries.write(operation.key, JSON.stringify(operation))) unkept.delete(operation.key)
    else unkept.add(operation.key)
    operations = read(entries, prefix)
  }

  return {
    list: (): readonly Operation[] => operations,
    /** False while some operation would be lost with this tab. */
    isKept: () => !operations.some(({ key }) => unkept.has(key)),
    add: (added: NewOperation) =>
      put({ ...added, key: nextKey(), at: new Date(now()).toISOString() } as Operation),
    put,
    drop(key: string) {
      entries.remove(key)
      operations = read(entries, prefix)
    },
    refresh() {
      operations = read(entries, prefix)
    },
  }
}

function read(entries: KeptEntries, prefix: string): Operation[] {
  return entries.list(prefix).flatMap(([key, value]) => {
    try {
      const operation = JSON.parse(value) as Operation
      return typeof operation.noteId === 'string' && operation.key === key ? [operation] : []
    } catch {
      return []
    }
  })
}

/** Returns the first operation that is not refused and does not build on a refused one. */
export function nextOf(operations: readonly Operation[]): Operation | undefined {
  const held = new Set<string>()
  return operations.find((operation) => {
    const answered = operation.kind === 'create' ? operation.body.replyTo : undefined
    const isHeld = held.has(operation.noteId) || (answered !== undefined && held.has(answered))
    if (operation.refusal || isHeld) held.add(operation.noteId)
    return !operation.refusal && !isHeld
  })
}
