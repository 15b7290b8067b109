import { rspack, type Configuration, type RuleSetRule } from '@rspack/core'
import { globSync } from 'node:fs'
import path from 'node:path'
import { BY_PATH_IMPORTS } from './shared.ts'

export const ASSETS = 'assets'
/** The supported browsers: those with `AbortSignal.any`, `:has()` and `@starting-style`. */
const TARGETS = ['chrome >= 120', 'edge >= 120', 'firefox >= 124', 'safari >= 17.4']

/** `NODE_ENV=development npx nx run-many -t build` builds pages that validate every response against the contract. */
const MODE = process.env['NODE_ENV'] === 'development' ? 'development' : 'production'

const LEAN_ROUTES: RuleSetRule = {
  test: /[\\/]contracts[\\/]src[\\/]routes[\\/][\w-]+\.ts$/,
  loader: path.join(import.meta.dirname, 'route-loader.ts'),
  type: 'javascript/auto',
}

/** Schemas that the first page checks with `fits`: their definitions, without the schema library. */
const LEAN_SCHEMAS: RuleSetRule = {
  test: /[\\/]contracts[\\/]src[\\/]platform\.ts$/,
  loader: path.join(import.meta.dirname, 'schema-loader.ts'),
  type: 'javascript/auto',
}

/** The custom properties of every page, generated from web-kit's look.ts. */
const LOOK: RuleSetRule = {
  test: /[\\/]web-kit[\\/]src[\\/]theme[\\/]tokens\.css$/,
  loader: path.join(import.meta.dirname, 'look-loader.ts'),
}

const ownSources = () =>
  globSync('**/*.{ts,json}', { cwd: import.meta.dirname }).map((file) => path.join(import.meta.dirname, file))

const compile = (
  file: RegExp,
  parser: { syntax: 'typescript' | 'ecmascript'; tsx?: boolean },
): RuleSetRule => ({
  test: file,
  exclude: /node_modules/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: { parser, transform: { react: { runtime: 'automatic' } } },
    env: { targets: TARGETS },
    transformImport: BY_PATH_IMPORTS,
  },
  type: 'javascript/auto',
})

/**
 * Class names are local to their file. Custom properties and containers are not, because one file sets what another
 * reads.
 */
const CSS_MODULES = { namedExports: false, dashedIdents: false, container: false }

/**
 * The shared configuration of host and remotes: TypeScript and React, style sheets, fonts and images, content hashes in
 * file names.
 */
export function baseConfig(dir: string, name: string): Configuration & { context: string } {
  return {
    name,
    context: dir,
    mode: MODE,
    target: ['web', 'es2022'],
    devtool: 'source-map',
    output: {
      path: path.join(dir, 'dist'),
      uniqueName: `andscene-${name}`,
      filename: `${ASSETS}/[name].[contenthash:10].js`,
      chunkFilename: `${ASSETS}/[name].[contenthash:10].js`,
      cssFilename: `${ASSETS}/[name].[contenthash:10].css`,
      cssChunkFilename: `${ASSETS}/[name].[contenthash:10].css`,
      assetModuleFilename: `${ASSETS}/[name].[contenthash:10][ext]`,
      clean: true,
      // A module that threw during evaluation throws again on the next import, instead of returning incomplete exports.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      conditionNames: ['browser', 'import', 'module', 'default'],
    },
    module: {
      // `import styles from './x.module.css'`, as editors and test runners expect.
      parser: { 'css/auto': CSS_MODULES, 'css/module': CSS_MODULES },
      generator: { 'css/auto': { localIdentName: '[uniqueName]-[name]-[local]-[hash:6]' } },
      rules: [
        compile(/\.tsx$/, { syntax: 'typescript', tsx: true }),
        compile(/\.ts$/, { syntax: 'typescript' }),
        ...(MODE === 'production' ? [LEAN_ROUTES, LEAN_SCHEMAS] : []),
        { test: /\.css$/, type: 'css/auto' },
        LOOK,
        { test: /\.(woff2?|png|jpe?g|webp|avif|svg)$/, type: 'asset/resource' },
      ],
    },
    cache: {
      type: 'persistent',
      buildDependencies: [
        path.join(dir, 'rspack.config.ts'),
        path.join(dir, 'package.json'),
        ...ownSources(),
      ],
    },
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        // The default targets browsers before 2018, for which each logical property would be written six times, by
        // language.
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: TARGETS } }),
      ],
    },
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
    stats: { preset: 'errors-warnings' },
  }
}
