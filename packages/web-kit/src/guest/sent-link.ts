/** What the page of a link has asked before any code was there: by listen.js of the shell. */
export type Sent = {
  token: string
  controller: AbortController
  /** The exchange of the link; absent where the device has a guest. */
  opened?: Promise<Response>
  /** The script, as the guest. */
  script: Promise<Response>
}

declare global {
  var andsceneLink: Sent | undefined
}

/** Once, and only for the same link. */
export function takeSent(token: string): Sent | undefined {
  const sent = globalThis.andsceneLink
  globalThis.andsceneLink = undefined
  return sent?.token === token ? sent : undefined
}
