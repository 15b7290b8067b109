import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pack, type ComposedPage } from './composed-page.ts'
import type { PublishedBuild } from './published-build.ts'

/** Beside the shell's own code, which takes over what it asks. */
const SCRIPT = '<script src="/listen.js" async fetchpriority="high"></script>'

const kept = new WeakMap<PublishedBuild, { version: string; page: Promise<ComposedPage> }>()

/** The shell's index.html for a share link, which is opened before the application's code is loaded (decision 0047). */
export function listenPage(host: PublishedBuild, version: string): Promise<ComposedPage> {
  const known = kept.get(host)
  if (known?.version === version) return known.page
  const page = compose(host, version)
  kept.set(host, { version, page })
  page.catch(() => kept.delete(host))
  return page
}

async function compose(host: PublishedBuild, version: string): Promise<ComposedPage> {
  const { root, file } = host.locate(version, 'index.html')
  const shell = await readFile(path.join(root, file), 'utf8')
  return pack(shell.replace('</head>', () => `${SCRIPT}</head>`))
}
