import { healthQuery, healthSummary } from '@andscene/web-kit/health-query'
import { PageTitle } from '@andscene/web-kit/page-title'
import { queryClient } from '@andscene/web-kit/query-client'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'

/** Health of the backend as it tells it (product §2, §7). */
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
  if (health.isPending) return <output>Checking health...</output>
  if (health.isError) {
    return (
      <>
        <p role="alert">Health check failed: {health.error.message}</p>
        <button type="button" className="as-button" onClick={() => void health.refetch()}>
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
