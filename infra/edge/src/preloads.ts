import type { RegisteredRemote, RemoteRoute } from '@andscene/contracts/platform'
import { ENTRY } from '@andscene/releases/release'
import { JsonFiles } from '@andscene/service-kit/process/json-files'
import path from 'node:path'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import type { PublishedBuild } from './published-build.ts'

const Listed = Type.Object({
  /** Files that the first paint waits for. */
  first: Type.Array(Type.String()),
  entry: Type.Array(Type.String()),
  /** For guest pages; older builds have none. */
  guest: Type.Optional(Type.Array(Type.String())),
  user: Type.Array(Type.String()),
})
/** For a build without a list: its pages only load more slowly. */
const NOTHING: Static<typeof Listed> = { first: [], entry: [], user: [] }
const lists = new JsonFiles((value) => (fits(Listed, value) ? value : NOTHING))

export type Filled = { remote: RegisteredRemote; route: RemoteRoute }

/** The remote and route that match a path: like the shell, prefers the most specific route. */
export const filledBy = (remotes: readonly RegisteredRemote[], pathname: string): Filled | undefined =>
  remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, route })))
    .filter(({ route }) => patternOf(route)?.test({ pathname }))
    .sort((a, b) => openness(a.route) - openness(b.route))[0]

/** Lower is more specific: 0 for a fixed path, then by the number of parameters, and 100 with `*`. */
const openness = ({ path: pattern }: RemoteRoute) =>
  pattern.includes('*') ? 100 : pattern.split(':').length - 1

/**
 * The `Link` header of a page: the files that the shell and the matching remote will load, so that the browser requests
 * all of them immediately, not one after the other. Skips files that a browser cannot preload. For a page that is
 * `whole`, which renders without code, its style sheets and font come first.
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
    // Needed only after the entry has run: low priority keeps bandwidth for the entry. The manifest has no hash:
    // Chromium warns about hashes on anything but scripts and style sheets, and checks it when it is fetched.
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
/** Placeholder for the origin of the page, which the header omits. */
const HERE = 'http://here.invalid'

type Asked = { isLater?: boolean; integrity?: string | undefined }

/**
 * The preload link of a file, resolved against `from`. Undefined for files of other types or on another origin than
 * `from`. Scripts that are checked against a hash must be preloaded with the same hash.
 */
function link(file: string, from = '/', { isLater = false, integrity }: Asked = {}): string | undefined {
  const base = URL.parse(from, HERE)
  const url = base && URL.parse(file, base.href)
  const kind = KINDS[path.extname(url?.pathname ?? '')]
  if (!url || !kind || url.origin !== base.origin) return undefined
  const isHere = url.origin === HERE
  const target = `<${isHere ? url.pathname + url.search : url.href}>; rel=preload; ${kind}`
  // A cross-origin file is only checked if CORS makes it readable.
  const check = integrity && `${isHere ? '' : '; crossorigin'}; integrity="${integrity}"`
  return `${target}${isLater ? '; fetchpriority=low' : ''}${check ?? ''}`
}

const patterns = new WeakMap<RemoteRoute, URLPattern | null>()

/** Registry paths use React Router's syntax: `:name` is a segment, `*` the rest. Null for an invalid one. */
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
