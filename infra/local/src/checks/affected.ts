import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '../paths.ts'
import type { Environment } from '../settings.ts'

/** More changed lines than this are a day's work: then everything is tested. */
const DAYS_WORK_LINES = 2_000
const DAY_S = 24 * 60 * 60

/** Journeys that cover a workspace, by the beginning of their names; all others run only when everything is tested. */
export const JOURNEYS: readonly (readonly [folder: string, names: string])[] = [
  ['shells/host', 'first-sight|forced-colors|markup-as-text|remotes|screens|scroll|session-end|shell-faults'],
  ['packages/federation', 'older-versions|remotes|release-check'],
  ['infra/releases', 'older-versions|release'],
  ['remotes/landing', 'accounts|first-sight|invitations|markup-as-text|session-end|sign-in|visitor-screens'],
  [
    'remotes/dashboard',
    'dashboard|markup-as-text|new-draft|new-notes|screens|settings|sharing|targets|upload',
  ],
  [
    'remotes/reader',
    'begin|casting-together|changes-heard|changes-seen|character-sounds|clip-faults|directing-together|double-speed|figures|first-cast|following|forced-colors|languages|lines-first|markup-as-text|' +
      'new-draft|new-notes|notes-kept|offline|paper|pronouncing-together|read-directions|refusals|returning-guest|sharing|slow-line|sound-taken|spoken-word|table-read|tabs|transport|whereabouts|wrong-clock',
  ],
  ['services/gateway', 'access|inside|returning-guest|session-end|sign-in|two-platforms'],
  [
    'services/scripts',
    'casting-together|directing-together|invitations|new-draft|new-notes|notes-kept|pronouncing-together|returning-guest|settings|sharing|wrong-clock',
  ],
  [
    'services/tts',
    'changes-heard|clip-faults|double-speed|languages|operators|read-directions|slow-line|spoken-word|traces',
  ],
  ['services/subscriptions', 'accounts|settings'],
  ['infra/edge', 'access|inside|remotes|traces'],
  ['infra/local', 'backup|inside|two-platforms'],
]

export type Affected = { projects: string[]; journeys: string[] }

/** What the change may affect; undefined for everything (FULL=1, no base, or a day's work). */
export function affected(env: Environment): Affected | undefined {
  const base = env['FULL'] === '1' ? undefined : env['BASE'] || branchBase() || dayBefore()
  if (!base) return undefined
  const lines = git('diff', '--shortstat', base).matchAll(/(\d+) (?:insertion|deletion)/g)
  if ([...lines].reduce((sum, [, count]) => sum + Number(count), 0) > DAYS_WORK_LINES) return undefined
  const files = git('diff', '--name-only', base).split('\n')
  return { projects: affectedProjects(base), journeys: affectedJourneys(files) }
}

export const affectedJourneys = (files: readonly string[]): string[] => [
  ...JOURNEYS.filter(([folder]) =>
    files.some((file) => file.startsWith(`${folder}/src/`) && !file.includes('.test.')),
  ).map(([, names]) => `journeys/\\w+/(${names})`),
  ...files.filter((file) => /^e2e\/journeys\/.*\.spec\.ts$/.test(file)).map((file) => path.basename(file)),
]

function affectedProjects(base: string): string[] {
  const nx = path.join(ROOT, 'node_modules/.bin/nx')
  const env = { ...process.env, NX_DAEMON: 'false' }
  return JSON.parse(
    execFileSync(nx, ['show', 'projects', '--affected', `--base=${base}`, '--json'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    }),
  ) as string[]
}

/** The commit where this branch left its target branch; undefined on the target branch itself. */
function branchBase(): string | undefined {
  const base = git('merge-base', 'HEAD', '@{upstream}')
  return base === git('rev-parse', 'HEAD') ? undefined : base
}

function dayBefore(): string | undefined {
  const until = Number(git('log', '-1', '--format=%ct')) - DAY_S
  return git('rev-list', '-1', `--before=${until}`, 'HEAD')
}

/** Standard output; empty when git fails, for example without a repository or the commit. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
