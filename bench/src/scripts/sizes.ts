import { fdxOfLength } from '@andscene/testing/fdx-file'

/** 20 lines a page (product §9). */
export const HUNDRED_PAGES = 2_000
export const LONG_SCRIPT = 3_000
/** A feature film as writers make them. */
export const FEATURE = 2_800

export const fileOf = (lines: number) => Buffer.from(fdxOfLength(lines))

/** Milliseconds the work took. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
