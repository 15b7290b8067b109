import type { RemoteRegistry } from '@andscene/contracts/platform'
import { chromium, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MANIFEST, type Release } from '../release.ts'

/** Time limits for the start of the shell, and for loading each module. */
const LIMIT_MS = 30_000
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/**
 * Loads a version in the live shell at `origin` before it is published, with the files in `dist`. Its exposed modules
 * must have the right shape, and each of its pages must load. Resolves with the problems.
 */
export async function loadsIn(origin: string, dist: string, release: Release): Promise<string[]> {
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(LIMIT_MS)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`It throws in the page: ${error.message}`))
    await serve(page, origin, dist, release)
    await page.goto(`${origin}/health`, { waitUntil: 'load' })
    await page.waitForFunction(() => {
      const { __FEDERATION__: { __INSTANCES__: instances = [] } = {} } = globalThis as Global
      return instances.some(({ options }) => options.remotes.length > 0)
    })
    const { name, routes, navigation = false } = release.description
    const paths = routes.map((route) => route.path)
    return [...problems, ...(await page.evaluate(examine, { name, paths, navigation, limitMs: LIMIT_MS }))]
  } catch (error) {
    return [
      `It could not be loaded in the live shell: ${error instanceof Error ? error.message : String(error)}`,
    ]
  } finally {
    await browser.close()
  }
}

/** Replaces the version in the registry, and serves its files from `dist`. */
async function serve(page: Page, origin: string, dist: string, release: Release): Promise<void> {
  const { description, version, integrity } = release
  const base = `${origin}/remotes/${description.name}/${version}/`
  await page.route(`${origin}/remotes.json`, async (route) => {
    const response = await route.fetch()
    const registry = (await response.json()) as RemoteRegistry
    const row = { ...description, version, integrity, entry: base + MANIFEST }
    const others = registry.remotes.filter((remote) => remote.name !== description.name)
    await route.fulfill({ response, json: { ...registry, remotes: [...others, row] } })
  })
  await page.route(`${base}**`, async (route) => {
    const file = decodeURIComponent(
      new URL(route.request().url()).pathname.slice(new URL(base).pathname.length),
    )
    if (!release.files[file]) return route.fulfill({ status: 404, body: `The build has no ${file}` })
    return route.fulfill({
      body: await readFile(path.join(dist, file)),
      contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
      headers: { 'access-control-allow-origin': '*' },
    })
  })
}

type Routes = { path?: unknown; lazy?: unknown; Component?: unknown; element?: unknown; children?: Routes }[]
type Instance = { options: { remotes: unknown[] }; loadRemote(id: string): Promise<unknown> }
type Global = typeof globalThis & { __FEDERATION__?: { __INSTANCES__?: Instance[] } }

/** Runs in the page. */
async function examine(wanted: { name: string; paths: string[]; navigation: boolean; limitMs: number }) {
  const problems: string[] = []
  const { __FEDERATION__: { __INSTANCES__: instances = [] } = {} } = globalThis as Global
  const instance = instances.find(({ options }) => options.remotes.length > 0)!
  const within = async <T>(what: string, work: Promise<T>): Promise<T | undefined> => {
    try {
      return await Promise.race([
        work,
        new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error('it takes too long')), wanted.limitMs)
        }),
      ])
    } catch (error) {
      problems.push(
        `${what} cannot be loaded: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`,
      )
      return undefined
    }
  }
  const load = (part: string) =>
    within(`./${part}`, instance.loadRemote(`${wanted.name}/${part}`)) as Promise<
      Record<string, unknown> | undefined
    >
  const examineRoutes = async (routes: Routes): Promise<void> => {
    for (const route of routes) {
      const named = String(route.path ?? 'A route without a path')
      if (typeof route.lazy === 'function') {
        const page = await within(
          `The page of ${named}`,
          (route.lazy as () => Promise<{ Component?: unknown }>)(),
        )
        if (page && !page.Component) problems.push(`The page of ${named} has no Component.`)
      } else if (!route.Component && !route.element && !route.children)
        problems.push(`${named} shows nothing.`)
      if (route.children) await examineRoutes(route.children)
    }
  }
  const exposedRoutes = await load('routes')
  if (exposedRoutes && !Array.isArray(exposedRoutes['routes']))
    problems.push('./routes exports no array `routes`.')
  else if (exposedRoutes) {
    const routes = exposedRoutes['routes'] as Routes
    for (const pattern of wanted.paths)
      if (!routes.some((route) => route.path === pattern || route.path === pattern.slice(1)))
        problems.push(`./routes has none for ${pattern}, which its description names.`)
    await examineRoutes(routes)
  }
  if (wanted.navigation) {
    const navigation = await load('navigation')
    if (navigation && typeof navigation['Navigation'] !== 'function')
      problems.push('./navigation exports no component `Navigation`.')
  }
  return problems
}
