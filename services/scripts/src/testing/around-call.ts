import type { DocumentDb } from '@andscene/service-kit/stores/documents'

type Around = (call: () => Promise<unknown>) => Promise<unknown>

/**
 * The database, in which `meanwhile` happens before the first call of this method of a collection. When it throws, the call
 * fails, and all that follow, as those of a process that has died.
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

/** The database of a process that dies when the first such call is carried out. */
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
