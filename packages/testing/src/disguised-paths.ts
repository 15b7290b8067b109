import { API_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, type Route } from '@andscene/contracts/define-route'

/** A request with an unusually written path, for a route of the contract or for none. */
export type DisguisedRequest = {
  method: string
  target: string
  /** Expected classification; `refused` is a 400 before routing. */
  expected: 'stream' | 'upload' | 'call' | 'refused'
}

const classOf = (route: Route | undefined): DisguisedRequest['expected'] =>
  route && isEvents(route.response) ? 'stream' : route && isFile(route.body) ? 'upload' : 'call'

/** Spellings of the path and methods of each route that some parser treats as the same or as another path. */
export function disguisedRequests(host: string): DisguisedRequest[] {
  return API_ROUTES.flatMap((route) => {
    const { method, path: pattern } = route
    const methods = method === 'GET' ? ['GET', 'HEAD', 'POST'] : [method, 'GET']
    const plain = methods.map((other) => ({
      method: other,
      target: pathOf(pattern),
      expected: classOf(
        API_ROUTES.find((one) => one.path === pattern && one.method === (other === 'HEAD' ? 'GET' : other)),
      ),
    }))
    const { same, call, refused } = disguisesOf(pattern, host)
    const as = (targets: string[], expected: DisguisedRequest['expected']) =>
      targets.map((target) => ({ method, target, expected }))
    return [...plain, ...as(same, classOf(route)), ...as(call, 'call'), ...as(refused, 'refused')]
  })
}

const pathOf = (pattern: string) => pattern.replaceAll(/:\w+|\*/g, 's1')
const encoded = (text: string) =>
  text.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
const twiceEncoded = (text: string) => encoded(text).replaceAll('%', '%25')

/** Targets that reach the same route or none (a call), or are refused. */
function disguisesOf(pattern: string, host: string) {
  const path = pathOf(pattern)
  const end = path.slice(path.lastIndexOf('/') + 1)
  const start = path.slice(0, -end.length - 1)
  const inParameter = `${start};a/${end}`
  const isInParameter = /:\w+\/[^/]+$/.test(pattern)
  const letters = [...path].flatMap((letter, at) => {
    const octet = encoded(letter)
    const written = at % 2 === 0 ? octet : octet.toLowerCase()
    return letter === '/' ? [] : [path.slice(0, at) + written + path.slice(at + 1)]
  })
  return {
    same: [
      `${path}?x=/events`,
      path.replace('s1', 's'.repeat(7_000)),
      ...(isInParameter ? [inParameter] : []),
    ],
    call: [
      `${start}/${twiceEncoded(end[0]!)}${end.slice(1)}`,
      `/${twiceEncoded(path[1]!)}${path.slice(2)}`,
      start + twiceEncoded('/') + end,
      ...['/', ';a=b', '%3Fx', '%23x', '%C3%A4'].map((more) => path + more),
      path.toUpperCase(),
      ...(isInParameter ? [] : [inParameter]),
    ],
    refused: [
      ...letters,
      path.replaceAll(/[^/]/g, encoded),
      ...['%2F', '%2f', '\\', '%5c', '/./', '/x/../', '/x/%2e%2E/', '//'].map((slash) => start + slash + end),
      ...['%00', '%C3', '%6'].map((more) => path + more),
      `http://${host}${path}`,
      `http://127.0.0.1:1${path}`,
      path.slice(1),
    ],
  }
}
