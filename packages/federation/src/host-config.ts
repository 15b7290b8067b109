import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type Configuration } from '@rspack/core'
import path from 'node:path'
import { baseConfig } from './base-config.ts'
import { folderOf, sharedModules } from './shared.ts'

/**
 * The whole Rspack configuration of the shell. `dir` holds `src/index.ts` (which imports the rest dynamically, so that
 * shared modules are ready first), `src/index.html` and `public/`, whose files stand at the root of the build.
 * It names no remote: those come from the registry at run time.
 */
export function defineHost({ dir }: { dir: string }): Configuration {
  const base = baseConfig(dir, 'host')
  const router = path.join(folderOf('react-router'), 'dist/production')
  return {
    ...base,
    entry: { main: './src/index.ts' },
    // Absolute, because index.html is also served for deep links.
    output: { ...base.output, publicPath: '/' },
    // Its exports map names the development build only.
    resolve: {
      ...base.resolve,
      alias: {
        'react-router$': path.join(router, 'index.mjs'),
        'react-router/dom$': path.join(router, 'dom-export.mjs'),
      },
    },
    // What antd's components have in common is one file: a page of some twenty components would ask for a hundred.
    optimization: {
      splitChunks: {
        cacheGroups: {
          antd: {
            name: 'antd-common',
            test: /[\\/]node_modules[\\/](antd|@ant-design|@rc-component)[\\/]/,
            chunks: 'async',
            minChunks: 4,
            enforce: true,
          },
        },
      },
    },
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
    ],
  }
}
