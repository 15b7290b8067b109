import type { RegisteredRemote, RemoteRoute } from '@andscene/contracts/platform'
import { ENTRY } from '@andscene/releases/release'
import { JsonFiles } from '@andscene/service-kit/process/json-files'
import path from 'node:path'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import type { PublishedBuild } from './published-build.ts'

const Listed = Type.Object({
  /** What the first paint waits for. */
  first: Type.Array(Type.String()),
  entry: Type.Array(Type.String()),
  /** Of pages for guests; builds of before have none. */
  guest: Type.Optional(Type.Array(Type.String())),
  user: Type.Array(Type.String()),
})
/** Of a build that lists nothing: its pages are only slower. */
const NOTHING: Static<typeof Listed> = { first: [], entry: [], user: [] }
const lists = new JsonFiles((value) => (fits(Listed, value) ? value : NOTHING))

export type Filled = { remote: RegisteredRemote; route: RemoteRoute }

/** The remote and its route that fill a path: as in the shell, the one that leaves least of it open. */
export const filledBy = (remotes: readonly RegisteredRemote[], pathname: string): Filled | undefined =>
  remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, route })))
    .filter(({ route }) => patternOf(route)?.test({ pathname }))
    .sort((a, b) => openness(a.route) - openness(b.route))[0]

/** How much of its paths a route leaves open: none of a fixed one, some by parameters, any by `*`. */
const openness = ({ path: pattern }: RemoteRoute) =>
  pattern.includes('*') ? 100 : pattern.split(':').length - 1

/**
 * The `Link` header of a page: what the shell and the remote that fills it will load, so that the browser asks for all of
 * it immediately, and not for each file when the one before has arrived. What a browser could not preload is left out. A page
 * that is `whole` shows before any code is there: its style sheets and its font go before that.
 */
export async function preloadsOf(
  { host, version, filled }: { host: PublishedBuild; version: string; filled: Filled | undefined },
  whole: boolean,
): Promise<string> {
  const { first, entry, guest = [], user } = await listedIn(host, version)
  const { remote, route } = filled ?? {}
  const styles = (whole && route?.prerendered?.styles.map(({ file }) => file)) || []
  const links = [
    ...first.map((file) => link(`/${file}`)),
    ...styles.map((file) => link(file, remote?.entry)),
    ...entry.map((file) => link(`/${file}`, '/', { isLater: whole })),
    ...['/config.json', '/remotes.json'].map((file) => link(file)),
    // Needed once the entry has run: they must not take the line from it. The manifest goes without its hash: Chromium warns
    // of one that is not of a script or style sheet, and checks it when it is fetched.
    remote && link(remote.entry, remote.entry, { isLater: true }),
    ...((remote && route?.files) ?? [])
      .filter((file) => !styles.includes(file))
      .map((file) =>
        link(file, remote!.entry, {
          isLater: true,
          integrity: file === ENTRY ? remote!.integrity?.entry : undefined,
        }),
      ),
    ...(route?.access === 'user' ? user : route?.access === 'guest' ? guest : []).map((file) =>
      link(`/${file}`, '/', { isLater: true }),
    ),
  ]
  return links.filter((one) => one !== undefined).join(', ')
}

const KINDS: Record<string, string> = {
  '.css': 'as=style',
  '.js': 'as=script',
  '.json': 'as=fetch; crossorigin',
  '.woff2': 'as=font; crossorigin',
}
/** Stands for the origin of the page, which its header does not name. */
const HERE = 'http://here.invalid'

type Asked = { isLater?: boolean; integrity?: string | undefined }

/**
 * The link to a file, which may be named from the address of another. Undefined when it is of no kind that is preloaded, or
 * on another origin than that address. A script that is checked against a hash must be asked for with the same.
 */
function link(file: string, from = '/', { isLater = false, integrity }: Asked = {}): string | undefined {
  const base = URL.parse(from, HERE)
  const url = base && URL.parse(file, base.href)
  const kind = KINDS[path.extname(url?.pathname ?? '')]
  if (!url || !kind || url.origin !== base.origin) return undefined
  const isHere = url.origin === HERE
  const target = `<${isHere ? url.pathname + url.search : url.href}>; rel=preload; ${kind}`
  // Of another origin it is checked only when that lets it be read.
  const check = integrity && `${isHere ? '' : '; crossorigin'}; integrity="${integrity}"`
  return `${target}${isLater ? '; fetchpriority=low' : ''}${check ?? ''}`
}

const patterns = new WeakMap<RemoteRoute, URLPattern | null>()

/** Paths of the registry are React Router's: `:name` is a segment, `*` the rest. Null for one that cannot be read. */
function patternOf(route: RemoteRoute): URLPattern | null {
  let pattern = patterns.get(route)
  if (pattern === undefined) {
    try {
      pattern = new URLPattern({ pathname: route.path })
    } catch {
      pattern = null
    }
    patterns.set(route, pattern)
  }
  return pattern
}

function listedIn(host: PublishedBuild, version: string): Promise<Static<typeof Listed>> {
  const { root, file } = host.locate(version, 'preload.json')
  return lists.read(path.join(root, file)).catch(() => NOTHING)
}
