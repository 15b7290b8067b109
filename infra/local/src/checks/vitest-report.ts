import { readFileSync, writeFileSync } from 'node:fs'
import { JsonReporter, type TestModule } from 'vitest/node'

/** An error that no test reported, such as a rejection after a test's end. */
export type StrayError = { type?: string; message?: string; file?: string; test?: string }

type Unhandled = { type?: string; message?: string; VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string }

/** Vitest's JSON report with the errors outside tests, which fail a run even if all its tests pass. */
export default class VitestReport extends JsonReporter {
  override async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly Unhandled[] = [],
  ): Promise<void> {
    await super.onTestRunEnd(modules)
    const { outputFile } = this.ctx.config
    const file = typeof outputFile === 'object' ? outputFile['json'] : outputFile
    if (file === undefined) return
    const strays = errors.map(({ type, message, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) => ({
      type,
      message,
      file: path,
      test,
    }))
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), strays }))
  }
}
