import { isLoopback } from '@andscene/contracts/text/loopback'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Environment } from './settings.ts'

/** Identity is the real service if a real project is named; names that begin with `demo-` belong to the emulator. */
export const usesRealIdentity = (env: Environment): boolean =>
  Boolean(env['FIREBASE_PROJECT_ID'] && !env['FIREBASE_PROJECT_ID'].startsWith('demo-'))

/** Restricts the embedded identity to this machine (product §6). Returns a warning to print; throws OperatorError. */
export function checkExposure(env: Environment, host: string): string | undefined {
  if (usesRealIdentity(env)) {
    if (env['FIREBASE_AUTH_EMULATOR_HOST'])
      throw new OperatorError(
        'FIREBASE_AUTH_EMULATOR_HOST must not be set beside a real FIREBASE_PROJECT_ID, because unsigned tokens would be accepted: unset it and start again.',
      )
    return undefined
  }
  const open = isLoopback(host) ? [] : [`HOST=${host} opens the platform to the network`]
  if (env['NODE_ENV'] === 'production') open.push('NODE_ENV=production')
  if (open.length === 0) return undefined
  const reason = `${open.join(' and ')}, and the embedded sign-in is meant for this machine alone`
  if (env['ALLOW_PUBLIC_EMULATOR'] === 'yes') return `${reason}: ALLOW_PUBLIC_EMULATOR=yes lets it run.`
  throw new OperatorError(
    `${reason}: set FIREBASE_PROJECT_ID for real identity, or ALLOW_PUBLIC_EMULATOR=yes to run it anyway.`,
  )
}
