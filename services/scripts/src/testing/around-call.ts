import type { Db } from 'mongodb'

type Around = (call: () => Promise<unknown>) => Promise<unknown>

/**
 * The database, in which `meanwhile` happens before the first call of this method of a collection. When it throws, the call
 * fails, and all that follow, as those of a process that has died.
 */
export function beforeCall(db: Db, name: string, method: string, meanwhile: () => Promise<void>): Db {
  let happened: Promise<void> | undefined
  return around(db, name, method, async (call) => {
    await (happened ??= meanwhile())
    return call()
  })
}

/** The database of a process that dies when the first such call is carried out. */
export const dyingAfterCall = (db: Db, name: string, method: string): Db =>
  around(db, name, method, async (call) => {
    await call()
    return dies()
  })

export const dies = (): Promise<never> => Promise.reject(new Error('died'))

function around(db: Db, name: string, method: string, wrap: Around): Db {
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
  return { collection } as unknown as Db
}
