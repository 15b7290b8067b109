import type { RemoteDescription } from '@andscene/contracts/platform'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { Configuration } from '@rspack/core'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { baseConfig } from './base-config.ts'
import { DescribeBuild } from './describe-build.ts'
import { PackBuild } from './pack-build.ts'
import { prerender, refusePrerender } from './prerender.ts'
import { sharedModules } from './shared.ts'

/**
 * The Rspack configuration of a remote. `dir` holds `remote.json` (its description), `src/routes.tsx` and, if the
 * description says `navigation`, `src/navigation.tsx`. Use: `export default defineRemote({ dir: import.meta.dirname })`
 */
export function defineRemote({ dir }: { dir: string }): Configuration {
  const description = JSON.parse(readFileSync(path.join(dir, 'remote.json'), 'utf8')) as RemoteDescription
  const { name, navigation = false } = description
  if (navigation !== existsSync(path.join(dir, 'src/navigation.tsx'))) {
    throw new Error(
      `${name}: remote.json says navigation: ${navigation}, but src/navigation.tsx says otherwise`,
    )
  }
  refusePrerender(description)
  const base = baseConfig(dir, name)
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        exposes: {
          './routes': './src/routes.tsx',
          ...(navigation && { './navigation': './src/navigation.tsx' }),
        },
        shared: sharedModules('remote'),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        // The host provides the federation runtime as well.
        experiments: { optimization: { target: 'web' }, externalRuntime: true },
      }),
      new DescribeBuild(description, () => prerender(base, description)),
      new PackBuild(),
    ],
  }
}
