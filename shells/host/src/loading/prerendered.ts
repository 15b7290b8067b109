/** Then the shell is drawn without its page: the bar can be used, and the page is said to be on its way. */
const LIMIT_MS = 10_000

/**
 * Where the document came with its page as HTML (decision 0034), resolves once `screen` has, which draws the same:
 * until then nothing may take its place.
 */
export async function keepPrerendered(screen: Promise<unknown> | undefined): Promise<void> {
  if (!document.querySelector('.host-prerendered')) return
  // A style sheet that did not arrive: with its link there the chunk loader would believe that it has.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rspack]'))
    if (!link.sheet) link.remove()
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}
