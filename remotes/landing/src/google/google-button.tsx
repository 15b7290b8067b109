import { signInWithGoogle, signInWithLocalAccount, usesLocalChooser } from '@andscene/web-kit/identity'
import { googleError } from '@andscene/web-kit/identity-errors'
import { WideButton } from '../account/account-card.tsx'
import { chooseLocalAccount } from '@andscene/web-kit/local-chooser'
import type { Attempts } from '../account/use-attempts.ts'

const signIn = async (signal: AbortSignal) =>
  usesLocalChooser()
    ? signInWithLocalAccount(await chooseLocalAccount(signal), signal)
    : signInWithGoogle(signal)

/** Google sign-in: Google's popup, or the local account chooser if the identity service is embedded (product §6). */
export function GoogleButton({ attempts: { running, attempt } }: { attempts: Attempts }) {
  return (
    <WideButton
      aria-disabled={running !== undefined}
      onClick={() => {
        if (!running) void attempt('google', signIn, googleError)
      }}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path
          fill="#4285f4"
          d="M22.5 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8.1z"
        />
        <path
          fill="#34a853"
          d="M12 23c3 0 5.5-1 7.2-2.7l-3.5-2.7c-1 .7-2.2 1-3.7 1a6.4 6.4 0 0 1-6-4.4H2.4v2.8A11 11 0 0 0 12 23z"
        />
        <path fill="#fbbc05" d="M6 14.2a6.6 6.6 0 0 1 0-4.3V7.1H2.4a11 11 0 0 0 0 9.9z" />
        <path
          fill="#ea4335"
          d="M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A10.6 10.6 0 0 0 12 1a11 11 0 0 0-9.6 6.1L6 9.9a6.4 6.4 0 0 1 6-4.5z"
        />
      </svg>
      {running === 'google' ? 'Loading...' : 'Continue with Google'}
    </WideButton>
  )
}
