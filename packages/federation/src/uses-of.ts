import type { BuiltRemote } from '@andscene/contracts/remote-build'
import type { Compilation } from '@rspack/core'

/** Rspack's identifier of a consumed shared module: name and range. */
const CONSUMED = /^consume shared module \([^)]*\) (.+)@(\^?\d[^ ]*|\*)(.*)$/

/** Returns which shared modules a remote's build uses, with version ranges and named imports. */
export function usesOf({ modules, moduleGraph }: Compilation): NonNullable<BuiltRemote['uses']> {
  const uses = new Map<string, { range: string | false; exports: Set<string>; own: boolean }>()
  for (const module of modules)
    for (const { module: consumed, dependency } of moduleGraph.getOutgoingConnections(module)) {
      const [, name, range, rest = ''] = CONSUMED.exec(consumed?.identifier() ?? '') ?? []
      if (name === undefined || range === undefined) continue
      let use = uses.get(name)
      if (!use)
        uses.set(
          name,
          (use = {
            range: range === '*' ? false : range,
            exports: new Set(),
            own: rest.includes('fallback'),
          }),
        )
      const [wanted] = dependency.ids ?? []
      if (wanted !== undefined) use.exports.add(wanted)
    }
  return Object.fromEntries(
    [...uses]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { range, exports, own }]) => [
        name,
        { range, exports: [...exports].sort(), ...(own && { own }) },
      ]),
  )
}
