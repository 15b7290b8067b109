import { BUILD_FOLDER, type RemoteDescription } from '@andscene/contracts/platform'
import { rspack, type Configuration, type ExternalItemFunctionData, type Stats } from '@rspack/core'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compileFunction } from 'node:vm'
import type { RouteObject } from 'react-router-dom'
import { isSharedLibrary } from './shared.ts'

const BUNDLE = 'routes.cjs'
/** Inline scripts, styles and event handlers, which prerendered pages must not contain. */
const INLINE = /<(?:script|style)\b|<[^>]+\s(?:style|on[a-z]+)=/i
/** React renders tags of the head first. The page sets them itself. */
const HEAD_TAGS = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)+/

type Shared = {
  react: typeof import('react')
  server: typeof import('react-dom/server')
  router: typeof import('react-router-dom')
}

/**
 * Returns the HTML of each prerendered page by route path: what `src/routes.tsx` renders there before any effect.
 * Compiled for Node with `base`, so that class names match the build. Rejects if a page cannot be rendered.
 */
export async function prerender(
  base: Configuration & { context: string },
  { routes }: RemoteDescription,
): Promise<Map<string, string>> {
  const wanted = routes.filter((route) => route.prerender)
  const pages = new Map<string, string>()
  if (wanted.length === 0) return pages
  const others = new Set(routes.flatMap((route) => (route.prerender ? [] : (route.page ?? []))))
  const exported = evaluate(await compile(base, others), base.context)
  for (const { path: address } of wanted)
    try {
      pages.set(address, await render(exported.routes, address))
    } catch (error) {
      throw new Error(`${address} cannot be rendered beforehand: ${String(error)}`, { cause: error })
    }
  return pages
}

/** Throws if a page to prerender is not the same for all visitors. */
export function refusePrerender({ name, routes }: RemoteDescription): void {
  for (const { path: address, page, access, prerender: isWanted } of routes)
    if (isWanted && (!page || access === 'user' || /[:*?]/.test(address)))
      throw new Error(
        `${name}: ${address} cannot be rendered beforehand. Its route needs a page, a path without parameters, and access for visitors`,
      )
}

/**
 * Returns the code of `src/routes.tsx` without the pages of `others`, as one CommonJS module; packages are external.
 */
async function compile(base: Configuration, others: ReadonlySet<string>): Promise<string> {
  const external = async ({ request = '' }: ExternalItemFunctionData) => {
    const isPackage = /^(?!@andscene\/)[@a-z]/i.test(request) && !path.isAbsolute(request)
    if (others.has(request)) return 'var undefined'
    return isPackage && !request.endsWith('.css') ? `commonjs ${request}` : undefined
  }
  const compiler = rspack({
    ...base,
    name: `${base.name} in HTML`,
    entry: { routes: './src/routes.tsx' },
    target: 'node24',
    devtool: false,
    output: {
      ...base.output,
      filename: BUNDLE,
      publicPath: BUILD_FOLDER,
      library: { type: 'commonjs2' },
      clean: false,
    },
    externalsPresets: { node: true },
    externals: external,
    module: {
      ...base.module,
      parser: { ...base.module?.parser, javascript: { dynamicImportMode: 'eager' } },
      generator: { ...base.module?.generator, asset: { emit: false } },
    },
    optimization: { minimize: false },
    cache: false,
  })
  compiler.hooks.shouldEmit.tap('prerender', () => false)
  try {
    const stats = await new Promise<Stats>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result!)))
    })
    const { errors = [] } = stats.toJson({ all: false, errors: true })
    const code = stats.compilation.getAsset(BUNDLE)?.source.source()
    if (errors[0] || code === undefined) throw new Error(errors[0]?.message ?? 'There is no such code')
    return String(code)
  } finally {
    await new Promise((resolve) => {
      compiler.close(resolve)
    })
  }
}

/** Runs the code. Shared libraries are loaded from here, so that the page and its router have the same React. */
function evaluate(code: string, dir: string): { routes: RouteObject[] } {
  const module = { exports: {} }
  const own = createRequire(path.join(dir, 'package.json'))
  const load = (name: string): unknown => (isSharedLibrary(name) ? shared(name) : own(name))
  const filename = path.join(dir, BUNDLE)
  const names = ['module', 'exports', 'require', '__filename', '__dirname']
  compileFunction(code, names, { filename })(module, module.exports, load, filename, dir)
  return module.exports as { routes: RouteObject[] }
}

const shared = createRequire(import.meta.url)

async function render(routes: RouteObject[], address: string): Promise<string> {
  // Loaded on demand, because other builds do not need them.
  const [react, server, router] = ['react', 'react-dom/server', 'react-router-dom'].map(shared) as [
    Shared['react'],
    Shared['server'],
    Shared['router'],
  ]
  const matches = router.matchRoutes(routes, address)
  if (!matches) throw new Error('src/routes.tsx has no such path')
  let branch: RouteObject | undefined
  for (const { route } of matches.toReversed()) {
    const { lazy, children: _all, ...rest } = route
    const loaded = typeof lazy === 'function' ? await lazy() : {}
    branch = { ...rest, ...loaded, ...(branch && { children: [branch] }) } as RouteObject
  }
  const Screen = () => router.useRoutes([branch!])
  const page = react.createElement(
    router.MemoryRouter,
    { initialEntries: [address] },
    react.createElement(Screen),
  )
  const html = server.renderToStaticMarkup(page).replace(HEAD_TAGS, '')
  const inline = INLINE.exec(html)
  if (inline) throw new Error(`it has inline code or styles: ${inline[0]}`)
  return html
}
