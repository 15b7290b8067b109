import { addressOf } from '@andscene/contracts/call'
import { followScript } from '@andscene/contracts/routes/notes'
import type { Script } from '@andscene/contracts/script'
import type { Page, Request } from '@playwright/test'

/** Without a request for so long, a page has loaded. */
const QUIET_MS = 500

/** Opens a script and waits until its page has loaded. Its event stream stays open, so the network is never idle. */
export async function openScript(page: Page, script: Pick<Script, '_id'>): Promise<void> {
  const events = addressOf(followScript, { params: { id: script._id } })
  const pending = new Set<Request>()
  let last = performance.now()
  const begun = (request: Request) => {
    if (new URL(request.url()).pathname.endsWith(events)) return
    pending.add(request)
    last = performance.now()
  }
  const ended = (request: Request) => {
    if (pending.delete(request)) last = performance.now()
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await page.goto(`/scripts/${script._id}`)
  while (pending.size > 0 || performance.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5)
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}
