import { afterEach, beforeEach } from 'vitest'
import type { Stores } from '../store/open-stores.ts'
import { script } from './new-script.ts'

export type OpenStores = () => Promise<Stores>

/** Opens stores with these scripts before each test and closes them after it. */
export function freshStores(open: OpenStores, scripts: readonly string[] = []): Stores {
  let current: Stores
  beforeEach(async () => {
    current = await open()
    for (const id of scripts) await current.scripts.insert(script(id))
  })
  afterEach(() => current.close())
  const part = (name: keyof Stores) =>
    new Proxy({}, { get: (_part, method) => Reflect.get(current[name], method) })
  return new Proxy({} as Stores, { get: (_stores, name) => part(name as keyof Stores) })
}
