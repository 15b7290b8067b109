/** The requests that listen.js of the shell sent before the code had loaded. */
export type Sent = {
  token: string
  controller: AbortController
  /** The exchange of the link; absent if the device has a guest for it. */
  opened?: Promise<Response>
  script: Promise<Response>
}

declare global {
  var andsceneLink: Sent | undefined
}

/** Returns them once, and only for the same link. */
export function takeSent(token: string): Sent | undefined {
  const sent = globalThis.andsceneLink
  globalThis.andsceneLink = undefined
  return sent?.token === token ? sent : undefined
}
