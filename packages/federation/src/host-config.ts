import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type Configuration, type OptimizationSplitChunksOptions } from '@rspack/core'
import path from 'node:path'
import { baseConfig } from './base-config.ts'
import { ListPreloads } from './list-preloads.ts'
import { ListShares } from './list-shares.ts'
import { PackBuild } from './pack-build.ts'
import { FREQUENT, folderOf, sharedModules } from './shared.ts'

type CacheGroups = Extract<OptimizationSplitChunksOptions['cacheGroups'], object>
type TestOf<T> = T extends { test?: infer Any } ? Extract<Any, (...args: never[]) => unknown> : never
type Test = TestOf<Exclude<CacheGroups[string], false>>

/**
 * Whether the module belongs to a shared row that pages often use. Only node_modules: a file that both consumes and
 * provides shared modules would wait for itself.
 */
const isFrequent: Test = (module, { chunkGraph }) => {
  if (!/[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '')) return false
  for (const chunk of chunkGraph.getModuleChunksIterable(module))
    for (const group of chunk.groupsIterable)
      for (const { module: origin } of group.origins)
        if (
          FREQUENT.has(/^provide shared module \(\w+\) (.+?)@\d/.exec(origin?.identifier() ?? '')?.[1] ?? '')
        )
          return true
  return false
}

/** Few files: otherwise a signed-in page of about twenty components would request a hundred. */
const CHUNKS: CacheGroups = {
  query: {
    name: 'query',
    test: /[\\/]node_modules[\\/]@tanstack[\\/]/,
    chunks: 'async',
    priority: 30,
    enforce: true,
  },
  frequent: { name: 'frequent', chunks: 'async', test: isFrequent, priority: 20, enforce: true },
  // Opens the link of a guest while the rest of the page loads.
  guest: {
    name: 'guest',
    test: /[\\/]packages[\\/](web-kit[\\/]src[\\/]guest|contracts[\\/]src[\\/]routes[\\/]sharing)/,
    chunks: 'async',
    priority: 15,
    enforce: true,
  },
  // The parts of web-kit that the first page does not need, except those loaded on demand. A separate file, because it
  // consumes what `frequent` provides.
  kit: {
    name: 'kit',
    test: /[\\/]packages[\\/](web-kit|contracts)[\\/]src[\\/](?!session[\\/]identity-sdk|api[\\/]fetch-upload|sharing[\\/]|routes[\\/]sharing)/,
    chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'start',
    priority: 10,
    enforce: true,
  },
  identity: {
    name: 'identity',
    test: /[\\/]node_modules[\\/](@?firebase|idb|tslib)[\\/]|[\\/]identity-sdk\.ts$/,
    chunks: 'async',
    priority: 10,
    enforce: true,
  },
  antd: {
    name: 'antd-common',
    test: /[\\/]node_modules[\\/](antd|@ant-design|@rc-component)[\\/]/,
    chunks: 'async',
    minChunks: 4,
    enforce: true,
  },
}

/**
 * The Rspack configuration of the shell. `dir` holds `src/index.ts` (imports the chunk `start` dynamically),
 * `src/index.html` and `public/`, which is copied to the root of the build. Remotes come from the registry at runtime.
 */
export function defineHost({ dir }: { dir: string }): Configuration {
  const base = baseConfig(dir, 'host')
  const router = path.join(folderOf('react-router'), 'dist/production')
  return {
    ...base,
    entry: { main: './src/index.ts' },
    // Absolute, because index.html is also served for deep links.
    output: { ...base.output, publicPath: '/' },
    // Its exports map contains the development build only.
    resolve: {
      ...base.resolve,
      alias: { 'react-router$': path.join(router, 'index.mjs') },
    },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: CHUNKS } },
    plugins: [
      new ModuleFederationPlugin({
        name: 'host',
        shared: sharedModules('host'),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: { optimization: { target: 'web' }, provideExternalRuntime: true },
      }),
      new rspack.HtmlRspackPlugin({ template: path.join(dir, 'src/index.html'), scriptLoading: 'defer' }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: path.join(dir, 'public'), to: '.' }] }),
      new ListPreloads(),
      new ListShares(),
      new PackBuild(),
    ],
  }
}
