/** A guest token that ends sooner is renewed before it is sent. Milliseconds. Also in listen.js of the shell. */
export const LEAST_LEFT_MS = 60_000

type Claims = Partial<Record<'iat' | 'exp', unknown>>

/** What a guest token says of its time, in milliseconds; undefined when it cannot be read. Not verified: only the backend can. */
function timesOf(guestToken: string): { endsAt: number; lastsMs: number } | undefined {
  try {
    const payload = guestToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = JSON.parse(atob(payload)) as Claims
    if (typeof iat !== 'number' || typeof exp !== 'number') return undefined
    return { endsAt: exp * 1_000, lastsMs: (exp - iat) * 1_000 }
  } catch {
    return undefined
  }
}

/** When a token that has just been given ends, by the clock of this device, which may be off. */
export const endOfNew = (guestToken: string): number =>
  Date.now() + (timesOf(guestToken)?.lastsMs ?? Number.POSITIVE_INFINITY)

/** When a stored token ends: never later than one that is given now. */
export const endOfKept = (guestToken: string): number =>
  Math.min(timesOf(guestToken)?.endsAt ?? Number.POSITIVE_INFINITY, endOfNew(guestToken))
