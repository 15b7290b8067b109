import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { OperatorError } from '../operator-error.ts'

const SAMPLERS: Record<string, (ratio: () => number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio()),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio()) }),
}

/** By the standard OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, which the SDK itself does not read. Throws OperatorError. */
export function samplerOf(env: Record<string, string | undefined>): Sampler {
  const make = SAMPLERS[env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on']
  if (!make)
    throw new OperatorError(`OTEL_TRACES_SAMPLER: must be one of ${Object.keys(SAMPLERS).join(', ')}`)
  return make(() => {
    const ratio = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1)
    if (ratio >= 0 && ratio <= 1) return ratio
    throw new OperatorError('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1')
  })
}
