// npm run compose:keys [-- --demo]: creates infra/compose/.env with fresh keys once, readable by its owner only.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { demoVariables, envFile, realVariables } from './keys.ts'

const {
  values: { demo, file },
} = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    file: { type: 'string', default: path.resolve(import.meta.dirname, '../.env') },
  },
})
const variables = demo ? demoVariables() : realVariables()
try {
  // Never overwritten: running stores use its passwords.
  writeFileSync(file, envFile(variables), { mode: 0o600, flag: 'wx', flush: true })
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code
  process.stderr.write(
    code === 'EEXIST'
      ? `${file} is there already: its keys belong to the data of the platform that runs with them. Move it away to make others.\n`
      : `${file} cannot be written (${code}).\n`,
  )
  process.exit(1)
}
process.stdout.write(`Keys are in ${file}, which only you can read.\n`)
if (demo) {
  const { PUBLIC_ORIGIN: origin, DEMO_EMAIL: email, DEMO_PASSWORD: password } = variables
  process.stdout.write(
    `A demo for this machine alone: ${origin}, sign in with ${email} and the password ${password}\n`,
  )
} else
  process.stdout.write(
    'Fill in PUBLIC_ORIGIN, FIREBASE_PROJECT_ID, FIREBASE_API_KEY and FIREBASE_CREDENTIALS (a file that user 10001 can read) there.\n',
  )
