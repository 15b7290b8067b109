import { SharedOffers } from '@andscene/contracts/remote-build'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fits } from '@andscene/contracts/schema/fits'
import { affordable, exposed, firstSightBytes, satisfiable } from '../check/contract.ts'
import { loadsIn } from '../check/in-browser.ts'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { releaseIn, type Release } from '../release.ts'
import { published } from '../remote-state.ts'
import { forgetOutlived, type ReleaseStore } from '../store/release-store.ts'

/** Time limit for the live platform to return its shared modules. */
const LIMIT_MS = 10_000

export type Publishing = {
  store: ReleaseStore
  name: string
  dist: string
  origin: string
  say: (line: string) => void
}

/**
 * Checks the build in `dist` against the live shell at `origin`, and stores it. Rejects with an OperatorError that
 * lists every problem.
 */
export async function publish({ store, name, dist, origin, say }: Publishing): Promise<Release> {
  const release = await readBuild(dist, name)
  const problems = await problemsOf(release, dist, origin, say)
  if (problems.length > 0)
    throw new OperatorError(
      [`${name} ${release.version} is not published:`, ...problems.map((one) => `- ${one}`)].join('\n'),
    )
  await store.put(name, release, (file) => readFile(path.join(dist, file)))
  const now = new Date()
  await store.change(name, (state) => published(state, release.version, now))
  await forgetOutlived(store, name, now)
  return release
}

async function readBuild(dist: string, name: string): Promise<Release> {
  let release: Release
  try {
    release = await releaseIn(dist)
  } catch (error) {
    const reason = error instanceof OperatorError ? error.message : 'there is none'
    throw new OperatorError(
      `${dist} holds no build that can be published (${reason}): npm run release -- build ${name}`,
    )
  }
  const { description } = release
  if (description.name !== name)
    throw new OperatorError(`${dist} holds a build of ${description.name}, not of ${name}.`)
  return release
}

async function problemsOf(
  release: Release,
  dist: string,
  origin: string,
  say: Publishing['say'],
): Promise<string[]> {
  const offers = await offersOf(origin)
  if (!offers)
    say(
      'The live shell does not say what it shares: only the browser can tell whether this version works in it.',
    )
  const { description, files } = release
  for (const route of description.routes)
    say(`The first sight of ${route.path} is ${firstSightBytes(route.files ?? [], files)} bytes.`)
  const problems = [
    ...(await exposed(dist, release)),
    ...(offers ? satisfiable(release, offers) : []),
    ...affordable(release),
  ]
  // A version with problems is not tested in the browser.
  return problems.length > 0 ? problems : loadsIn(origin, dist, release)
}

/**
 * The modules that the live shell shares; undefined if it is older than `shares.json`. Rejects with an OperatorError if
 * the request fails.
 */
async function offersOf(origin: string): Promise<SharedOffers | undefined> {
  let response: Response
  try {
    response = await fetch(`${origin}/shares.json`, {
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'error',
    })
  } catch {
    throw new OperatorError(
      `The live shell cannot be asked at ${origin}: start the platform, or name it by --origin.`,
    )
  }
  if (response.status === 404) return undefined
  const offers: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (!fits(SharedOffers, offers))
    throw new OperatorError(`${origin}/shares.json is not what a shell says it shares (${response.status}).`)
  return offers
}
