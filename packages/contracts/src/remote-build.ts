import { Type, type Static } from './schema/schema.ts'
import { RemoteDescription } from './platform.ts'

/** What a build uses of a shared module of the page, by import name. Written by the build. */
export const SharedUse = Type.Object({
  /** Accepted version range; false accepts any version. */
  range: Type.Union([Type.String(), Type.Literal(false)]),
  /** Imported names, including `default`; empty if only the module itself is imported. */
  exports: Type.Array(Type.String()),
  /** Bundles a fallback copy for shells without the module. */
  own: Type.Optional(Type.Boolean()),
})
export type SharedUse = Static<typeof SharedUse>

/** A shell's shared modules: `shares.json` in its build. Without `exports` the names are unknown. */
export const SharedOffer = Type.Object({
  version: Type.String(),
  exports: Type.Optional(Type.Array(Type.String())),
})
export type SharedOffer = Static<typeof SharedOffer>

/** `remote.json` in the folder of a build: fields for the publisher in addition to those for pages. */
export const BuiltRemote = Type.Object({
  ...RemoteDescription.properties,
  /** Maximum compressed bytes that the first paint of any of its routes may load. */
  budgetBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Written by the build, like the following fields. */
  uses: Type.Optional(Type.Record(Type.String(), SharedUse)),
  version: Type.Optional(Type.String()),
})
export type BuiltRemote = Static<typeof BuiltRemote>

export const SharedOffers = Type.Record(Type.String(), SharedOffer)
export type SharedOffers = Static<typeof SharedOffers>
