import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import modules from './data/shared-modules.json' with { type: 'json' }

/**
 * The table of shared modules (architecture §8), each loaded once per page. The host provides every row; a remote
 * consumes them and bundles only RECENT ones: a page must not have two instances of React, antd or the session.
 */

export type Side = 'host' | 'remote'
type SharedConfig = {
  singleton: true
  requiredVersion: string | false
  version?: string
  import?: string | false
  eager?: boolean
}

/** Names as imported by code. A trailing slash includes every path of a package (`react-dom/client`). */
const LIBRARIES = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'react-router-dom',
  '@tanstack/react-query',
] as const

/** Whether an import of `name` resolves to a library of the table. */
export const isSharedLibrary = (name: string): boolean =>
  LIBRARIES.some((row) => (row.endsWith('/') ? name.startsWith(row) : name === row))

/**
 * Rows that every first page requires: the host bundles them in its entry, which saves round trips. The others load on
 * demand.
 */
const EAGER: ReadonlySet<string> = new Set([
  ...LIBRARIES.filter((name) => name.startsWith('react')),
  ...modules.eager.map((name) => `@andscene/web-kit/${name}`),
])

/**
 * Rows that the previous release of the shell does not provide. Remotes bundle a fallback copy for that shell. Such a
 * module imports nothing else of web-kit. Remove its row one release later.
 */
export const RECENT: ReadonlySet<string> = new Set([
  '@andscene/web-kit/emitter',
  '@andscene/web-kit/ended-session',
  '@andscene/web-kit/safe-moment',
  '@andscene/web-kit/wanted-page',
])

/** Rows of antd that pages often use: the host bundles them in one file, the others separately. */
export const FREQUENT: ReadonlySet<string> = new Set(modules.frequent.map((name) => `antd/es/${name}`))

const require = createRequire(import.meta.url)

export function folderOf(name: string): string {
  for (const base of require.resolve.paths(name) ?? []) {
    const folder = path.join(base, name)
    try {
      readFileSync(path.join(folder, 'package.json'))
      return folder
    } catch {
      // Not in this node_modules: try the parent's.
    }
  }
  throw new Error(`${name} is not installed`)
}

type Manifest = { version: string; exports?: Record<string, unknown> }
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8')) as Manifest

/**
 * antd is shared by component path: `antd` is rewritten to `antd/es/button` (see BY_PATH_IMPORTS). Federation's shared
 * tree shaking would give every build its own antd, with a ConfigProvider context without our theme.
 */
export const antdComponents = (): string[] =>
  readdirSync(path.join(folderOf('antd'), 'es'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_COMPONENTS.has(entry.name))
    .map((entry) => entry.name)
    .sort()
const NOT_COMPONENTS = new Set(['_util', 'locale', 'style', 'version', 'back-top', 'qrcode', 'col', 'row'])

/** The code modules that web-kit's package.json exports. Each build bundles the style sheets that it imports. */
export const webKitModules = (): { name: string; file: string }[] =>
  Object.entries(manifestOf('@andscene/web-kit').exports ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && /\.tsx?$/.test(entry[1]))
    // Each build bundles what it uses of modules that a pattern exports (decision 0104).
    .filter(([name]) => !name.startsWith('./testing/') && !name.includes('*'))
    .map(([name, file]) => ({
      name: `@andscene/web-kit/${name.slice(2)}`,
      file: path.join(folderOf('@andscene/web-kit'), file),
    }))

/** The table for one side. Absolute `import` paths make the host provide rows that it does not use itself. */
export function sharedModules(side: Side): Record<string, SharedConfig> {
  const rows: Record<string, SharedConfig> = {}
  const add = (name: string, version: string, requiredVersion: string | false, file?: string) => {
    rows[name] = {
      singleton: true,
      requiredVersion,
      ...(side === 'host'
        ? { version, eager: EAGER.has(name), ...(file && { import: file }) }
        : RECENT.has(name) && file
          ? { version, import: file }
          : { import: false }),
    }
  }
  for (const name of LIBRARIES) {
    const { version } = manifestOf(name.replace(/\/$/, ''))
    const surface = name === 'react-router-dom' ? path.join(import.meta.dirname, 'router.ts') : undefined
    add(name, version, `^${version}`, surface)
  }
  const antd = manifestOf('antd').version
  const es = path.join(folderOf('antd'), 'es')
  for (const component of antdComponents()) {
    add(`antd/es/${component}`, antd, `^${antd}`, path.join(es, component, 'index.js'))
  }
  // Shell and remotes may have different versions of web-kit: its exports may only grow.
  const kit = manifestOf('@andscene/web-kit').version
  for (const { name, file } of webKitModules()) add(name, kit, false, file)
  return rows
}

export const BY_PATH_IMPORTS = [
  { libraryName: 'antd', libraryDirectory: 'es', camelToDashComponentName: true },
  // Not shared, but parsing all 800 icons would slow each build by a second.
  { libraryName: '@ant-design/icons', libraryDirectory: 'es/icons', camelToDashComponentName: false },
]
