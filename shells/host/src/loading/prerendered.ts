/** After this time, the shell replaces the prerendered page with a loading page. Milliseconds. */
const LIMIT_MS = 10_000

/** Style sheets that the edge added, with the mark of a remote's chunk loader. */
const MARKED = 'link[data-rspack]:not([data-rspack^="andscene-host:"])'

/**
 * Removes the chunk loader's mark from style sheets that failed or belong to another release than `entry`: the mark has
 * no version. Returns a function that removes those of another release once the HTML is replaced.
 */
export function claimStyles(entry: string | undefined): () => void {
  const folder = entry === undefined ? undefined : new URL('.', entry).href
  const stale: HTMLLinkElement[] = []
  for (const link of document.querySelectorAll<HTMLLinkElement>(MARKED)) {
    if (!link.sheet) link.remove()
    else if (folder === undefined || !link.href.startsWith(folder)) {
      delete link.dataset.rspack
      stale.push(link)
    }
  }
  return () => stale.forEach((link) => link.remove())
}

/** Keeps a prerendered page (decision 0034) until `screen` resolves; it renders the same content. */
export async function keepPrerendered(screen: Promise<unknown> | undefined): Promise<void> {
  if (!document.querySelector('.host-prerendered')) return
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}
