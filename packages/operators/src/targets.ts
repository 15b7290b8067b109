import { splitList } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { settlesWithin } from '@andscene/service-kit/timeouts'
import { lookup as lookupName } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Where the metrics of a part are; several targets of one name are several processes of the part. */
export type Target = { part: string; origin: string }

type Found = { address: string; family: number }
export type Lookup = (host: string) => Promise<readonly Found[]>

const MAX_TARGETS = 100
const MAX_INSTANCES = 200
const LOOKUP_LIMIT_MS = 1_000
const NAME = /^[a-z][a-z0-9-]{0,30}$/
const FORM = 'must be pairs such as worker=http://127.0.0.1:8080, separated by commas'

/** Parses OPERATOR_TARGETS. Throws an OperatorError that does not repeat the value, which may hold a password. */
export function readTargets(setting = ''): Target[] {
  const pairs = splitList(setting)
  if (pairs.length > MAX_TARGETS) throw new OperatorError(`OPERATOR_TARGETS: at most ${MAX_TARGETS} pairs`)
  return pairs.map((pair) => {
    const [part = '', ...rest] = pair.split('=')
    const url = URL.parse(rest.join('='))
    if (!NAME.test(part) || !url) throw new OperatorError(`OPERATOR_TARGETS: ${FORM}`)
    if (url.protocol !== 'http:' || url.href !== `${url.origin}/`)
      throw new OperatorError('OPERATOR_TARGETS: addresses begin with http:// and end after host and port')
    return { part, origin: url.origin }
  })
}

/** Resolves names to one instance per address, as scaled containers share a name; `nowhere` lists names without address. */
export async function instancesOf(
  targets: readonly Target[],
  lookup: Lookup = allAddresses,
): Promise<{ found: Target[]; nowhere: Target[] }> {
  const nowhere: Target[] = []
  const all = await Promise.all(
    targets.map(async (target) => {
      const origins = await originsOf(target.origin, lookup)
      if (origins.length === 0) nowhere.push(target)
      return origins.map((origin) => ({ part: target.part, origin }))
    }),
  )
  return { found: all.flat().slice(0, MAX_INSTANCES), nowhere }
}

async function originsOf(origin: string, lookup: Lookup): Promise<string[]> {
  const url = new URL(origin)
  const host = url.hostname
  // `localhost` has two addresses of one process.
  if (host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [origin]
  const asked = lookup(host).catch(() => [])
  if (!(await settlesWithin(asked, LOOKUP_LIMIT_MS))) return []
  const found = await asked
  // Addresses of both families belong to the same processes.
  const family = found.some((one) => one.family === 4) ? 4 : 6
  const addresses = new Set(found.filter((one) => one.family === family).map(({ address }) => address))
  return [...addresses].toSorted().map((address) => {
    const named = new URL(origin)
    named.hostname = family === 6 ? `[${address}]` : address
    return named.origin
  })
}

const allAddresses: Lookup = (host) => lookupName(host, { all: true })
