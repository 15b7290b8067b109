import { useFailure } from '@andscene/web-kit/failure'
import { healthQuery, healthSummary } from '@andscene/web-kit/health-query'
import { PageTitle } from '@andscene/web-kit/page-title'
import { queryClient } from '@andscene/web-kit/query-client'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'

export function HealthPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="host-page">
        <PageTitle>Health</PageTitle>
        <h1>Health</h1>
        <Findings />
      </div>
    </QueryClientProvider>
  )
}

function Findings() {
  const health = useQuery(healthQuery())
  const failure = useFailure(health)
  if (!failure && health.isPending) return <output>Checking health...</output>
  if (failure || !health.data) {
    return (
      <>
        <p role="alert">Health check failed: {failure?.message}</p>
        <button
          type="button"
          className="as-button"
          aria-disabled={health.isFetching}
          onClick={() => void health.refetch({ cancelRefetch: false })}
        >
          Retry
        </button>
      </>
    )
  }
  return (
    <>
      <p>{healthSummary(health.data)}</p>
      <pre dir="ltr">{JSON.stringify(health.data, null, 2)}</pre>
    </>
  )
}
