/** The local account chooser: a popup of our own that posts the chosen account (product §6). */

export type LocalAccount = { email: string; name: string }
export const CHOSEN = 'andscene:local-account'

/** product §2: size of the popup. Pixels. */
const POPUP = { width: 500, height: 600 }
const CLOSED_CHECK_MS = 250

const coded = (code: string) => Object.assign(new Error(code), { code })
let pending: AbortController | undefined

/**
 * Opens the chooser. Rejects with the codes of the real popup: `auth/popup-blocked`, `auth/popup-closed-by-user`,
 * and `auth/cancelled-popup-request` when another one opens or `signal` aborts.
 */
export function chooseLocalAccount(signal?: AbortSignal): Promise<LocalAccount> {
  pending?.abort()
  const { width, height } = POPUP
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const popup = open(
    '/local-accounts?prompt=select_account',
    'andscene-accounts',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  )
  if (!popup) return Promise.reject(coded('auth/popup-blocked'))
  const done = new AbortController()
  pending = done
  signal?.addEventListener(
    'abort',
    () => {
      popup.close()
      done.abort()
    },
    { signal: done.signal },
  )
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      // Settle first: the abort rejects a pending promise.
      settle()
      done.abort()
    }
    // A window does not notify its opener when it closes.
    const timer = setInterval(() => {
      if (popup.closed) finish(() => reject(coded('auth/popup-closed-by-user')))
    }, CLOSED_CHECK_MS)
    addEventListener(
      'message',
      (event) => {
        if (event.origin !== location.origin || event.source !== popup || !isChoice(event.data)) return
        const { account } = event.data
        finish(() => resolve(account))
        popup.close()
      },
      { signal: done.signal },
    )
    done.signal.addEventListener('abort', () => {
      clearInterval(timer)
      reject(coded('auth/cancelled-popup-request'))
    })
  })
}

type Choice = { type: typeof CHOSEN; account: LocalAccount }
const isChoice = (data: unknown): data is Choice =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === CHOSEN && 'account' in data
