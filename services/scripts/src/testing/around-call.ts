import type { DocumentDb } from '@andscene/service-kit/stores/documents'

type Around = (call: () => Promise<unknown>) => Promise<unknown>

/**
 * A database that calls `meanwhile` before the first call of this method of a collection. If `meanwhile` throws, this
 * call and all later ones fail, as in a process that has died.
 */
export function beforeCall(
  db: DocumentDb,
  name: string,
  method: string,
  meanwhile: () => Promise<void>,
): DocumentDb {
  let happened: Promise<void> | undefined
  return around(db, name, method, async (call) => {
    await (happened ??= meanwhile())
    return call()
  })
}

/** A database whose process dies after the first such call has been carried out. */
export const dyingAfterCall = (db: DocumentDb, name: string, method: string): DocumentDb =>
  around(db, name, method, async (call) => {
    await call()
    return dies()
  })

export const dies = (): Promise<never> => Promise.reject(new Error('died'))

const WRITES = new Set<PropertyKey>([
  ...(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne'] as const),
  ...(['deleteOne', 'deleteMany'] as const),
])

/** A database whose process dies after this number of writes. */
export function dyingAfterWrites(db: DocumentDb, count: number): DocumentDb {
  let left = count
  const collection = (name: string) =>
    new Proxy(db.collection(name), {
      get: (target, field) => {
        const member = Reflect.get(target, field).bind(target)
        return (...args: unknown[]) => {
          if (left < 0 || (WRITES.has(field) && (left -= 1) < 0)) return dies()
          return member(...args)
        }
      },
    })
  return { ...(db.isAtomic && { isAtomic: true }), collection } as DocumentDb
}

function around(db: DocumentDb, name: string, method: string, wrap: Around): DocumentDb {
  const collection = (of: string) => {
    const real = db.collection(of)
    if (of !== name) return real
    return new Proxy(real, {
      get: (target, field) => {
        const member = Reflect.get(target, field).bind(target)
        return field === method ? (...args: unknown[]) => wrap(() => member(...args)) : member
      },
    })
  }
  return { collection } as unknown as DocumentDb
}
