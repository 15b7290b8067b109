import { expect } from 'vitest'

/** `expect.poll` for machines that are busy: what is asked often and must come true in time. */
export const eventually = <T>(ask: () => T, timeout = 10_000) => expect.poll(ask, { timeout, interval: 20 })
