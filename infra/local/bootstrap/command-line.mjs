import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { Sentence } from './machine.mjs'

/** The table of commands; docs/reference/commands.md is generated from it. */
export const COMMANDS = JSON.parse(fs.readFileSync(new URL('../commands.json', import.meta.url), 'utf8'))

const callOf = (name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)

export function usageOf(name) {
  const { usage, options, forwards } = COMMANDS[name]
  const own = [
    usage,
    options && '[OPTIONS]',
    forwards && !usage && `[ARGUMENTS OF ${forwards.toUpperCase()}]`,
  ]
  const rest = own.filter(Boolean).join(' ')
  return rest ? `${callOf(name)} -- ${rest}` : callOf(name)
}

const rows = (list) => list.map(([left, right]) => `  ${left.padEnd(18)} ${right}`)

export function helpOf(name) {
  const { purpose, parts = {}, options = {}, forwards, example } = COMMANDS[name]
  const flags = Object.entries(options).map(([flag, { type, description }]) => [
    `--${flag}${type === 'string' ? ' …' : ''}`,
    description,
  ])
  return [
    purpose,
    '',
    usageOf(name),
    ...rows(Object.entries(parts)),
    ...rows(flags),
    ...(forwards ? [`  All arguments go to ${forwards}.`] : []),
    '',
    `Example: ${example}`,
    '',
  ].join('\n')
}

/** Throws a Sentence with exit code 2 if the arguments do not match the table. */
export function checkArguments(name, args) {
  const { usage = '', parts, options = {}, forwards } = COMMANDS[name]
  if (forwards) return
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false })
  const wrong = (what) => {
    throw new Sentence(`${what} See ${callOf(name)}${name === 'start' ? '' : ' --'} --help.`, 2)
  }
  const flags = Object.keys(options).map((flag) => `--${flag}`)
  for (const [flag, value] of Object.entries(values)) {
    if (!Object.hasOwn(options, flag))
      wrong(`Unknown option "--${flag}": ${flags.length > 0 ? `use ${flags.join(', ')}` : 'there are none'}.`)
    if ((options[flag].type === 'string') !== (typeof value === 'string'))
      wrong(`--${flag} ${options[flag].type === 'string' ? 'needs a value' : 'takes no value'}.`)
  }
  const [first] = positionals
  const words = usage.split(/ (?![^[]*\])/).filter(Boolean)
  const isPart = parts && (first === undefined || !Object.hasOwn(parts, first))
  // When parts are optional and files may follow, an unknown word is a file.
  if (isPart && !(usage.startsWith('[') && (first === undefined || usage.includes('FILE'))))
    wrong(
      `${first === undefined ? 'A part is missing' : `Unknown part "${first}"`}: use ${Object.keys(parts).join(', ')}.`,
    )
  const required = words.filter((word) => !word.startsWith('['))
  if (positionals.length < required.length) wrong(`${required[positionals.length]} is missing.`)
  if (positionals.length > words.length && !usage.includes('…'))
    wrong(`Unexpected argument "${positionals[words.length]}".`)
}
