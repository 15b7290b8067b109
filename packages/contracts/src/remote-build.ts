import { Type, type Static } from './schema/schema.ts'
import { RemoteDescription } from './platform.ts'

/** What a build takes from the page's shared modules, by the name that its code imports. Written by the build. */
export const SharedUse = Type.Object({
  /** Versions that fit; false: any. */
  range: Type.Union([Type.String(), Type.Literal(false)]),
  /** What it imports by name; `default` is one, and so is nothing but the module itself. */
  exports: Type.Array(Type.String()),
  /** It brings a copy of its own for shells that do not have the module. */
  own: Type.Optional(Type.Boolean()),
})
export type SharedUse = Static<typeof SharedUse>

/** What a shell has for remotes: `shares.json` in its build. Without `exports` it is not known what a module has. */
export const SharedOffer = Type.Object({
  version: Type.String(),
  exports: Type.Optional(Type.Array(Type.String())),
})
export type SharedOffer = Static<typeof SharedOffer>

/** `remote.json` in the folder of a build: what the publisher needs in addition to what pages read. */
export const BuiltRemote = Type.Object({
  ...RemoteDescription.properties,
  /** Most bytes, compressed, that the first sight of any of its routes may load. */
  budgetBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Written by the build, as what follows. */
  uses: Type.Optional(Type.Record(Type.String(), SharedUse)),
  version: Type.Optional(Type.String()),
})
export type BuiltRemote = Static<typeof BuiltRemote>

export const SharedOffers = Type.Record(Type.String(), SharedOffer)
export type SharedOffers = Static<typeof SharedOffers>
