/** From here on the page's code may take so long; then the shell is drawn with its page on its way, and the bar can be used. */
const LIMIT_MS = 10_000

/** Style sheets that the edge put into the document for a remote's chunk loader; the shell's own loader keeps those of its chunks. */
const MARKED = 'link[data-rspack]:not([data-rspack^="andscene-host:"])'

/**
 * Leaves of the document's style sheets only those to the chunk loader that stand below `entry`, the address of the
 * remote that is shown, and did arrive: it takes every link with its mark for loaded, and the mark has no version. Returns
 * what removes those of another release, which the HTML needs for as long as it is shown.
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

/**
 * Where the document came with its page as HTML (decision 0034), resolves once `screen` has, which draws the same:
 * until then nothing may take its place.
 */
export async function keepPrerendered(screen: Promise<unknown> | undefined): Promise<void> {
  if (!document.querySelector('.host-prerendered')) return
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}
