import { randomBytes } from 'node:crypto'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { previewed, rolledBack, switched, type RemoteState } from '../remote-state.ts'
import type { ReleaseStore } from '../store/release-store.ts'
import { build, builtFolder } from './build.ts'
import type { Options } from './options.ts'
import { publish } from './publish.ts'

export type Setting = {
  root: string
  store: ReleaseStore
  /** Origin of the running platform. Throws an OperatorError if none is known. */
  origin: () => string
  say: (line: string) => void
}

/** Runs one release command. Rejects with an OperatorError for errors that the user can fix. */
export async function run(options: Options, setting: Setting): Promise<void> {
  const { action, name, share } = options
  const { root, store, say } = setting
  const origin = () => options.origin ?? setting.origin()
  if (action === 'list') return list(store, name, say)
  if (action === 'build') {
    const { version } = await build(root, name)
    return say(`Built ${name} ${version}. It is not served yet: npm run release -- publish ${name}`)
  }
  if (action === 'publish') {
    const dist = options.from ?? builtFolder(root, name)
    const { version } = await publish({ store, name, dist, origin: origin(), say })
    return say(`Published ${name} ${version}. It is not served yet: preview it, or switch to it.`)
  }
  const before = await store.state(name)
  if (before.releases.length === 0) throw new OperatorError(`Nothing of ${name} was published yet.`)
  if (action === 'preview') {
    const version = versionOf(before, options.version)
    const at = origin()
    const key = randomBytes(18).toString('base64url')
    const state = await store.change(name, (one) => previewed(one, version, key, new Date()))
    const preview = state.previews.find((one) => one.version === version)!
    say(`${at}/preview/${name}/${preview.key}`)
    return say(`opens ${name} ${version} in one browser, until it is left there or ${preview.until}.`)
  }
  if (action === 'switch') {
    const version = versionOf(before, options.version)
    await store.change(name, (one) => switched(one, version, share))
    const whom = share === undefined ? 'Everybody gets' : `${share} of 100 browsers get`
    return say(`${whom} ${name} ${version} with the next page.`)
  }
  const version = options.version === undefined ? undefined : versionOf(before, options.version)
  const { present } = await store.change(name, (one) => rolledBack(one, version))
  return say(`Everybody gets ${name} ${present} with the next page.`)
}

async function list(store: ReleaseStore, name: string, say: Setting['say']): Promise<void> {
  const names = name === '' ? (await store.names()).sort() : [name]
  for (const one of names) {
    const state = await store.state(one)
    if (state.releases.length === 0) say(`${one}: nothing was published yet.`)
    else {
      say(one)
      for (const { version, publishedAt } of state.releases)
        say(`  ${version}  ${publishedAt}  ${usesOf(state, version)}`.trimEnd())
    }
  }
}

function usesOf(state: RemoteState, version: string): string {
  const { present, canary, former, previews } = state
  const now = new Date().toISOString()
  return [
    present === version && 'everybody',
    canary?.version === version && `${canary.share} of 100`,
    former[0] === version && 'before',
    previews.some((one) => one.version === version && one.until > now) && 'preview',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The version that begins with the given text; defaults to the last published one. */
export function versionOf({ releases }: RemoteState, told: string | undefined): string {
  const all = releases.map(({ version }) => version)
  const found =
    told === undefined ? all.slice(0, 1) : all.filter((one) => told !== '' && one.startsWith(told))
  if (found.length === 1) return found[0]!
  throw new OperatorError(
    found.length === 0
      ? `There is no version ${told ?? ''} here: publish it first.`
      : `${told} is the beginning of several versions: ${found.join(', ')}.`,
  )
}
