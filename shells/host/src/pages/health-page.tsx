import { readHealth } from '@andscene/contracts/routes/health'
import { call } from '@andscene/web-kit/api-client'
import { PageTitle } from '@andscene/web-kit/page-title'
import { useEffect, useState } from 'react'

type State =
  { state: 'checking' } | { state: 'failed'; message: string } | { state: 'known'; health: unknown }

/** Health of the backend as it tells it (product §2, §7). */
export function HealthPage() {
  const [shown, setShown] = useState<State>({ state: 'checking' })
  useEffect(() => {
    const left = new AbortController()
    call(readHealth, { signal: left.signal }).then(
      (health) => setShown({ state: 'known', health }),
      (error: Error) => {
        if (!left.signal.aborted) setShown({ state: 'failed', message: error.message })
      },
    )
    return () => left.abort()
  }, [])
  return (
    <div className="host-page">
      <PageTitle>Health</PageTitle>
      <h1>Health</h1>
      {shown.state === 'checking' && <output>Checking health...</output>}
      {shown.state === 'failed' && <p role="alert">{shown.message}</p>}
      {shown.state === 'known' && <pre>{JSON.stringify(shown.health, null, 2)}</pre>}
    </div>
  )
}
