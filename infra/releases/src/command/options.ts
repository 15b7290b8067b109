import { parseArgs } from 'node:util'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { REMOTE_NAME } from '../release.ts'

export const ACTIONS = ['build', 'publish', 'list', 'preview', 'switch', 'rollback'] as const
export type Action = (typeof ACTIONS)[number]

const HELP = 'See npm run release -- --help.'

export type Options = {
  action: Action
  /** Optional for `list` only. */
  name: string
  version: string | undefined
  share: number | undefined
  from: string | undefined
  origin: string | undefined
}

export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const [action, name, version, ...rest] = positionals
  if (!ACTIONS.includes(action as Action) || rest.length > 0) throw new OperatorError(HELP)
  if (name === undefined && action !== 'list') throw new OperatorError(`Which remote? ${HELP}`)
  if (name !== undefined && !REMOTE_NAME.test(name))
    throw new OperatorError(`"${name}" is no name of a remote.`)
  const share = values.share === undefined ? undefined : Number(values.share)
  if (share !== undefined && !(Number.isInteger(share) && share >= 1 && share <= 99))
    throw new OperatorError(`--share must be a whole number of percent from 1 to 99, not "${values.share}".`)
  if (share !== undefined && action !== 'switch') throw new OperatorError('--share is for switch alone.')
  return {
    action: action as Action,
    name: name ?? '',
    version,
    share,
    from: values.from,
    origin: values.origin,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { share: { type: 'string' }, from: { type: 'string' }, origin: { type: 'string' } },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)} ${HELP}`)
  }
}
