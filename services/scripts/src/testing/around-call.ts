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
