type Command = {
  group: string
  purpose: string
  usage?: string
  parts?: Record<string, string>
  options?: Record<string, { type: 'string' | 'boolean'; description: string }>
  /** The tool that gets all arguments unchecked. */
  forwards?: string
  example: string
  /** Programs that the bootstrap finds or installs. */
  needs?: string[]
  run: string
}
export const COMMANDS: Record<string, Command>
export function usageOf(name: string): string
export function helpOf(name: string): string
/** Throws an error with `exitCode` 2. */
export function checkArguments(name: string, args: readonly string[]): void
