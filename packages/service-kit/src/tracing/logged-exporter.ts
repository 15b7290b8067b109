import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'

/** An exporter that logs once when spans cannot be delivered, and once when they can again. */
export class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  #lost = 0

  constructor(exporter: SpanExporter, log: Pick<FastifyBaseLogger, 'warn' | 'info'>) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) {
        if (this.#lost > 0) this.#log.info({ lost: this.#lost }, 'traces are delivered again')
        this.#lost = 0
      } else {
        // Only the status of the response: some servers repeat the request in it.
        if (this.#lost === 0) this.#log.warn({ reason: reasonOf(result.error) }, 'traces are not delivered')
        this.#lost += spans.length
      }
      // The outage is logged already; the following batches would only repeat it.
      done({ code: ExportResultCode.SUCCESS })
    })
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }
}

function reasonOf(error: (Error & { code?: unknown; cause?: unknown }) | undefined): string {
  const code = error?.code ?? (error?.cause as { code?: unknown } | undefined)?.code
  return code === undefined ? (error?.name ?? 'unknown') : String(code)
}
