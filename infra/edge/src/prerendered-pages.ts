import { BUILD_FOLDER, type RegisteredRemote, type RemoteRoute } from '@andscene/contracts/platform'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pack, type ComposedPage } from './composed-page.ts'
import type { PublishedBuild } from './published-build.ts'

/** Where the shell's index.html shows a loading page. */
const PLACE = /(<main class="host-main">)[^]*?(<\/main>)/
/** Assistive technology ignores inert content: for it the page is loading. */
const LOADING = '<output class="as-visually-hidden">Loading...</output>'
/** Nothing is drawn before the page has been read to its end: what is centred beside what has not come yet would move. */
const UNTIL_END = '<link rel="expect" href="#host-prerendered-end" blocking="render">'
// An element of its own: the browser waits for the start of the one that is expected.
const END = '<span id="host-prerendered-end" hidden></span>'
/** The shell's own code takes over what this one asks. */
const LISTEN = '<script src="/listen.js" async fetchpriority="high"></script>'
/** Pages kept: some releases of what is rendered beforehand. */
const KEPT_PAGES = 30

export type PageParts = {
  host: PublishedBuild
  version: string
  remote: RegisteredRemote
  route: RemoteRoute
}

/**
 * The shell's index.html with a page that its remote's build has rendered (decision 0034). Made of the two builds alone:
 * nothing of a request is in it. Composed and compressed once for each release of either.
 */
export class PrerenderedPages {
  readonly #pages = new Map<string, Promise<ComposedPage | undefined>>()

  /** Undefined when the route's page was not rendered, or the shell has no place for it. Rejects when it has no index.html. */
  async of(parts: PageParts): Promise<ComposedPage | undefined> {
    const { version, remote, route } = parts
    if (!route.prerendered) return undefined
    return this.#kept([version, remote.name, remote.version, route.path], () => compose(parts))
  }

  /** The shell for a share link, which is opened before the application's code is loaded (decision 0047). */
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
  // The marks are those of the chunk loader, which then loads none of these again.
  const links = styles.map(
    (style) =>
      `<link rel="stylesheet" href="${escape(folder + style.file)}" data-rspack="${escape(style.loadedAs)}">`,
  )
  // Inert: without its code a form would send itself, and what is typed would be lost.
  const page = `${LOADING}<div class="host-prerendered" inert>${html.replaceAll(BUILD_FOLDER, folder)}${END}</div>`
  return pack(
    shell
      .replace('</head>', () => `${links.join('')}${UNTIL_END}</head>`)
      .replace(PLACE, (_all, start: string, end: string) => start + page + end),
  )
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign]!)
