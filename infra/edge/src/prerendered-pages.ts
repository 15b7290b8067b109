import { BUILD_FOLDER, type RegisteredRemote, type RemoteRoute } from '@andscene/contracts/platform'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pack, type ComposedPage } from './composed-page.ts'
import type { PublishedBuild } from './published-build.ts'

/** The loading page in the shell's index.html. */
const PLACE = /(<main class="host-main">)[^]*?(<\/main>)/
/** Assistive technology ignores inert content: to it the page is loading. */
const LOADING = '<output class="as-visually-hidden">Loading...</output>'
/** Nothing is drawn before the document is complete: centered content would shift when more arrives. */
const UNTIL_END = '<link rel="expect" href="#host-prerendered-end" blocking="render">'
// A separate element: the browser waits only for the start of the expected one.
const END = '<span id="host-prerendered-end" hidden></span>'
/** The shell's code uses the response of the request that this script sends. */
const LISTEN = '<script src="/listen.js" async fetchpriority="high"></script>'
/** Cached pages: several releases of all prerendered routes. */
const KEPT_PAGES = 30

export type PageParts = {
  host: PublishedBuild
  version: string
  remote: RegisteredRemote
  route: RemoteRoute
}

/**
 * Inserts a page that its remote's build has rendered into the shell's index.html (decision 0034). Built from the two
 * builds only, without data of a request. Composed and compressed once for each release of either.
 */
export class PrerenderedPages {
  readonly #pages = new Map<string, Promise<ComposedPage | undefined>>()

  /**
   * Resolves with undefined when the route is not prerendered or the shell has no placeholder. Rejects when it has no
   * index.html.
   */
  async of(parts: PageParts): Promise<ComposedPage | undefined> {
    const { version, remote, route } = parts
    if (!route.prerendered) return undefined
    return this.#kept([version, remote.name, remote.version, route.path], () => compose(parts))
  }

  /**
   * The shell for a share link, with a script that opens the link before the application's code is loaded (decision
   * 0047).
   */
  listen(host: PublishedBuild, version: string): Promise<ComposedPage | undefined> {
    return this.#kept([version], async () =>
      pack((await shellOf(host, version)).replace('</head>', () => `${LISTEN}</head>`)),
    )
  }

  #kept(parts: string[], make: () => Promise<ComposedPage | undefined>): Promise<ComposedPage | undefined> {
    const key = JSON.stringify(parts)
    let page = this.#pages.get(key)
    if (!page) {
      page = make()
      page.catch(() => this.#pages.delete(key))
      this.#pages.set(key, page)
      for (const old of [...this.#pages.keys()].slice(0, -KEPT_PAGES)) this.#pages.delete(old)
    }
    return page
  }
}

function shellOf(host: PublishedBuild, version: string): Promise<string> {
  const { root, file } = host.locate(version, 'index.html')
  return readFile(path.join(root, file), 'utf8')
}

async function compose({ host, version, remote, route }: PageParts): Promise<ComposedPage | undefined> {
  const shell = await shellOf(host, version)
  const { html, styles } = route.prerendered!
  if (!PLACE.test(shell)) return undefined
  const folder = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1)
  // The attributes of the chunk loader, so that it does not load these style sheets again.
  const links = styles.map(
    (style) =>
      `<link rel="stylesheet" href="${escape(folder + style.file)}" data-rspack="${escape(style.loadedAs)}">`,
  )
  // Inert: without its code a form would submit itself, and typed text would be lost.
  const page = `${LOADING}<div class="host-prerendered" inert>${html.replaceAll(BUILD_FOLDER, folder)}${END}</div>`
  return pack(
    shell
      .replace('</head>', () => `${links.join('')}${UNTIL_END}</head>`)
      .replace(PLACE, (_all, start: string, end: string) => start + page + end),
  )
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign]!)
