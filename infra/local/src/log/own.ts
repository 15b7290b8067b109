/** Writes one structured line to standard output, in the format of the services' logger. */
export function logLine(
  level: 'info' | 'warn' | 'error',
  msg: string,
  fields: Record<string, unknown> = {},
): void {
  const number = { info: 30, warn: 40, error: 50 }[level]
  process.stdout.write(`${JSON.stringify({ level: number, time: Date.now(), msg, ...fields })}\n`)
}
