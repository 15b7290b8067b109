import { Type, type Static } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { VERSION } from './release.ts'

const Version = Type.String({ pattern: VERSION.source })

/** The versions of one remote and who gets which: `state.json`, the only mutable file. */
export const RemoteState = Type.Object({
  schemaVersion: Type.Literal(1),
  /** The version for everybody. */
  present: Type.Optional(Version),
  /** Previous versions for everybody, newest first. */
  former: Type.Array(Version),
  /** A version that a share of browsers gets first. */
  canary: Type.Optional(Type.Object({ version: Version, share: Type.Integer({ minimum: 1, maximum: 99 }) })),
  /** Versions that a preview link opens until a time (ISO); the key is part of the link. */
  previews: Type.Array(Type.Object({ version: Version, key: Type.String(), until: Type.String() })),
  /** All stored versions, newest first. */
  releases: Type.Array(Type.Object({ version: Version, publishedAt: Type.String() })),
  /** The newest build of the project that the platform serves automatically. */
  built: Type.Optional(Version),
})
export type RemoteState = Static<typeof RemoteState>

export const NOTHING_YET: RemoteState = { schemaVersion: 1, former: [], previews: [], releases: [] }

/** Number of versions available for a rollback. */
const KEPT_FORMER = 20
/** Versions kept in addition to those in use: pages opened before a release request their files. */
const KEPT_RELEASES = 50
const KEPT_MS = 30 * 24 * 3_600_000
export const PREVIEW_MS = 7 * 24 * 3_600_000

/** Throws an OperatorError for an invalid state.json. */
export function checkedState(value: unknown): RemoteState {
  if (fits(RemoteState, value)) return value
  throw new OperatorError('The list of its versions is not as it should be.')
}

/** Adds a stored version; an existing one becomes the newest again. */
export function published(state: RemoteState, version: string, now: Date): RemoteState {
  const others = state.releases.filter((one) => one.version !== version)
  return { ...state, releases: [{ version, publishedAt: now.toISOString() }, ...others] }
}

/** Switches everybody to `version`, or, with `share`, this percentage of browsers. */
export function switched(state: RemoteState, version: string, share?: number): RemoteState {
  if (!has(state, version)) throw new OperatorError(`There is no version ${version} here: publish it first.`)
  const { canary: _over, ...rest } = state
  if (share !== undefined) {
    if (state.present === undefined)
      throw new OperatorError('No version is served yet: first switch to one without --share.')
    if (state.present === version) throw new OperatorError(`Everybody has ${version} already.`)
    return { ...rest, canary: { version, share } }
  }
  if (state.present === version) return rest
  return {
    ...rest,
    present: version,
    former: [
      ...(state.present ? [state.present] : []),
      ...state.former.filter((one) => one !== version),
    ].slice(0, KEPT_FORMER),
  }
}

/**
 * Rolls back to the previous version, or to an earlier `version`; without `version`, only withdraws a canary if there
 * is one.
 */
export function rolledBack(state: RemoteState, version?: string): RemoteState {
  const { canary, ...rest } = state
  if (canary && version === undefined) return rest
  const target = version ?? state.former[0]
  if (target === undefined) throw new OperatorError('There is no version before the present one.')
  const at = state.former.indexOf(target)
  if (at < 0) throw new OperatorError(`Version ${target} was never served.`)
  return { ...rest, present: target, former: state.former.slice(at + 1) }
}

/** Creates a preview link for `version`; an existing one keeps its key and is extended. */
export function previewed(state: RemoteState, version: string, key: string, now: Date): RemoteState {
  if (!has(state, version)) throw new OperatorError(`There is no version ${version} here: publish it first.`)
  const until = new Date(now.getTime() + PREVIEW_MS).toISOString()
  const valid = state.previews.filter((one) => one.until > now.toISOString())
  const known = valid.find((one) => one.version === version)
  return {
    ...state,
    previews: [{ version, key: known?.key ?? key, until }, ...valid.filter((one) => one.version !== version)],
  }
}

/** Publishes and switches to a new build of the project. */
export function builtAnew(state: RemoteState, version: string, now: Date): RemoteState {
  if (state.built === version && has(state, version)) return state
  return { ...switched(published(state, version, now), version), built: version }
}

/** Versions that are neither served nor used by an open page. */
export function outlived(state: RemoteState, now: Date): string[] {
  const used = new Set([
    state.present,
    state.former[0],
    state.canary?.version,
    state.built,
    ...state.previews.filter(({ until }) => until > now.toISOString()).map(({ version }) => version),
  ])
  const since = new Date(now.getTime() - KEPT_MS).toISOString()
  return state.releases
    .filter(
      ({ version, publishedAt }, n) => !used.has(version) && (n >= KEPT_RELEASES || publishedAt < since),
    )
    .map(({ version }) => version)
}

export function forgotten(state: RemoteState, versions: readonly string[]): RemoteState {
  const stays = (version: string) => !versions.includes(version)
  return {
    ...state,
    releases: state.releases.filter(({ version }) => stays(version)),
    former: state.former.filter(stays),
    previews: state.previews.filter(({ version }) => stays(version)),
  }
}

export const has = (state: RemoteState, version: string): boolean =>
  state.releases.some((release) => release.version === version)
