import { API_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, type Route } from '@andscene/contracts/define-route'

/** A request for a route of the contract, or for none, whose path is written in some way. */
export type DisguisedRequest = {
  name: string
  method: string
  target: string
  /** What the process is to take it for; refused is a 400 before it is routed. */
  expected: 'stream' | 'upload' | 'call' | 'refused'
}

const HEX = [(octet: string) => octet.toUpperCase(), (octet: string) => octet.toLowerCase()]
const octetOf = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
/** The character at `at` percent-encoded. */
const encodedAt = (path: string, at: number, hex = HEX[0]!) =>
  path.slice(0, at) + hex(octetOf(path[at]!)) + path.slice(at + 1)

const AS_IT_IS = 'as it is'

/** Every way to write the path of each route, and its methods, that some parser takes for the same or for another. */
export function disguisedRequests(host: string): DisguisedRequest[] {
  return API_ROUTES.flatMap((route) =>
    disguisesOf(route.path, host).flatMap(([name, target]) =>
      (name === AS_IT_IS ? methodsOf(route) : [route.method]).map((method) => ({
        name: `${method} ${route.path}: ${name}`,
        method,
        target,
        expected: isRefused(target) ? ('refused' as const) : classOf(method, target),
      })),
    ),
  )
}

const methodsOf = ({ method }: Route) => (method === 'GET' ? ['GET', 'HEAD', 'POST'] : [method, 'GET'])

function disguisesOf(pattern: string, host: string): [name: string, target: string][] {
  const path = pattern.replaceAll(/:\w+|\*/g, 's1')
  const last = path.lastIndexOf('/') + 1
  const letters = [...path].flatMap((character, at) => (character === '/' ? [] : [at]))
  const doubled = (at: number) => encodedAt(path, at).replace('%', '%25')
  return [
    [AS_IT_IS, path],
    ['with a query', `${path}?x=/events`],
    ...letters.map((at): [string, string] => [`character ${at} encoded`, encodedAt(path, at, HEX[at % 2])]),
    ['all of it encoded', path.replaceAll(/[^/]/g, octetOf)],
    ['encoded twice', doubled(last)],
    ['its first segment encoded twice', doubled(1)],
    ['a slash encoded', encodedAt(path, last - 1)],
    ['a slash encoded in lower case', encodedAt(path, last - 1, HEX[1])],
    ['a slash encoded twice', encodedAt(path, last - 1).replace('%', '%25')],
    ['a backslash', `${path.slice(0, last - 1)}\\${path.slice(last)}`],
    ['an encoded backslash', `${path.slice(0, last - 1)}%5c${path.slice(last)}`],
    ['a dot segment', `${path.slice(0, last)}./${path.slice(last)}`],
    ['two dots', `${path.slice(0, last)}x/../${path.slice(last)}`],
    ['two encoded dots', `${path.slice(0, last)}x/%2e%2E/${path.slice(last)}`],
    ['two slashes', `${path.slice(0, last)}/${path.slice(last)}`],
    ['a slash at its end', `${path}/`],
    ['parameters at its end', `${path};a=b`],
    ['parameters inside', `${path.slice(0, last - 1)};a/${path.slice(last)}`],
    ['an encoded question mark', `${path}%3Fx`],
    ['an encoded hash', `${path}%23x`],
    ['a zero byte', `${path}%00`],
    ['an umlaut', `${path}%C3%A4`],
    ['half an umlaut', `${path}%C3`],
    ['half an octet', `${path}%6`],
    ['another case', path.toUpperCase()],
    ['a long id', path.replace('s1', 's'.repeat(7_000))],
    ['an absolute form', `http://${host}${path}`],
    ['an absolute form of another host', `http://127.0.0.1:1${path}`],
    ['no first slash', path.slice(1)],
  ]
}

const UNRESERVED = /^[A-Za-z0-9._~-]$/

/** Read character by character: the rule once more, in the plainest way. */
function isRefused(target: string): boolean {
  const path = target.split('?', 1)[0]!
  if (!path.startsWith('/') || /\/\/|\\/.test(path) || /\/\.{1,2}(\/|$)/.test(path)) return true
  if (/%(?![0-9a-f]{2})/i.test(path)) return true
  const octets = [...path.matchAll(/%([0-9a-f]{2})/gi)].map(([, hex]) =>
    String.fromCharCode(Number.parseInt(hex!, 16)),
  )
  if (octets.some((octet) => UNRESERVED.test(octet) || '/\\\0'.includes(octet))) return true
  try {
    return decodeURIComponent(path) === undefined
  } catch {
    return true
  }
}

/** By the segments of the path, each decoded once. */
function classOf(method: string, target: string): 'stream' | 'upload' | 'call' {
  const segments = target.split('?', 1)[0]!.split('/').map(decodeURIComponent)
  const found = API_ROUTES.find(
    (route) => route.method === (method === 'HEAD' ? 'GET' : method) && fits(route.path.split('/'), segments),
  )
  if (!found) return 'call'
  return isEvents(found.response) ? 'stream' : isFile(found.body) ? 'upload' : 'call'
}

const fits = (pattern: string[], segments: string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, at) => {
    const segment = segments[at]!
    return part.startsWith(':') ? segment !== '' : part === '*' || part === segment
  })
