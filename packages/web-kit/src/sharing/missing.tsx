import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useFailure } from '../api/failure.ts'
import { Loading } from '../components/loading.tsx'

/** Shown until a query has data: loading, or the error with Retry. */
export function Missing({ query, text }: { query: UseQueryResult; text: string }) {
  const failure = useFailure(query)
  if (!failure) return <Loading text={text} />
  return (
    <Alert
      role="alert"
      type="error"
      showIcon
      title={failure.message}
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch({ cancelRefetch: false })}>
          Retry
        </Button>
      }
    />
  )
}
