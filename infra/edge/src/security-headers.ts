import type { EdgeConfig } from './config.ts'

/** Origins that the real identity service needs in a page: its API, and the script and frame of its popup. */
const identityOrigins = (authDomain: string) => ({
  connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  script: ['https://apis.google.com'],
  frame: [`https://${authDomain}`],
})

/** Additional headers for a page with a secret link: it is not indexed and sends no Referer. */
export const LISTEN_PAGE_HEADERS = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Headers of every response except the API's. Allows scripts only from our origin and the registry's, none inline, and
 * inline styles because antd creates them (product §10).
 */
export function securityHeaders(config: EdgeConfig, remoteOrigins: string[]): Record<string, string> {
  const identity = config.identityUrl
    ? { connect: [], script: [], frame: [] }
    : identityOrigins(config.firebase.authDomain)
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...remoteOrigins, ...identity.script],
    'style-src': ["'self'", "'unsafe-inline'", ...remoteOrigins],
    'img-src': ["'self'", 'data:', 'blob:', ...remoteOrigins],
    'font-src': ["'self'", 'data:', ...remoteOrigins],
    'media-src': ["'self'", 'blob:', 'data:'],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'blob:', 'data:', ...remoteOrigins, ...identity.connect],
    'frame-src': ["'self'", ...identity.frame],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A director records a line; the recording stays in the browser (decision 0096).
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
    // Allows the sign-in popup to report to its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'SAMEORIGIN',
    ...(config.publicOrigins.some((origin) => origin.startsWith('https:'))
      ? { 'strict-transport-security': 'max-age=31536000' }
      : {}),
  }
}
