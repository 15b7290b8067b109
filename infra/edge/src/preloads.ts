import type { RegisteredRemote } from '@andscene/contracts/platform'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { PublishedBuild } from './published-build.ts'

const Listed = Type.Object({ entry: Type.Array(Type.String()), user: Type.Array(Type.String()) })
/** Of a build that lists nothing: its pages are only slower. */
const NOTHING: Static<typeof Listed> = { entry: [], user: [] }

/**
 * The `Link` header of the page at `pathname`: what the shell and the remote that fills the path will load, so that the
 * browser asks for all of it at once, and not for each file when the one before has arrived.
 */
export async function preloadsOf(
  pathname: string,
  { host, version, remotes }: { host: PublishedBuild; version: string; remotes: readonly RegisteredRemote[] },
): Promise<string> {
  const { entry, user } = await listedIn(host, version)
  const found = remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, route })))
    .find(({ route }) => matches(route.path, pathname))
  const address = found?.remote.entry ?? ''
  const files = found?.route.files ?? []
  const links = [
    ...entry.map((file) => link(`/${file}`)),
    ...['/config.json', '/remotes.json'].map(link),
    // Needed once the entry has run: they must not take the line from it.
    ...(found ? [address, ...files.map((file) => address.replace(/[^/]*$/, '') + file)] : []).map(
      linkOfLater,
    ),
    ...(found?.route.access === 'user' ? user.map((file) => linkOfLater(`/${file}`)) : []),
  ]
  return links.join(', ')
}

const KINDS: Record<string, string> = {
  '.css': 'as=style',
  '.js': 'as=script',
  '.json': 'as=fetch; crossorigin',
}
const link = (address: string) => `<${encodeURI(address)}>; rel=preload; ${KINDS[path.extname(address)]}`
const linkOfLater = (address: string) => `${link(address)}; fetchpriority=low`

/** Paths of the registry are React Router's: `:name` is a segment, `*` the rest. */
function matches(pattern: string, pathname: string): boolean {
  try {
    return new URLPattern({ pathname: pattern }).test({ pathname })
  } catch {
    return false
  }
}

async function listedIn(host: PublishedBuild, version: string): Promise<typeof NOTHING> {
  const { root, file } = host.locate(version, 'preload.json')
  try {
    const listed: unknown = JSON.parse(await readFile(path.join(root, file), 'utf8'))
    return Value.Check(Listed, listed) ? listed : NOTHING
  } catch {
    return NOTHING
  }
}
