import { styleText } from 'node:util'
import { printable, readable } from './readable.ts'

const COLOURS = ['cyan', 'magenta', 'blue', 'yellow', 'green', 'red', 'cyanBright', 'magentaBright'] as const

export type LogSink = (line: string) => void

/** One log stream of all processes: prefixes every line with the aligned, colored name of its process. */
export class LogStream {
  readonly #sink: LogSink
  readonly #colour: boolean
  readonly #width: number
  readonly #names: string[]

  constructor(names: string[], sink: LogSink, colour: boolean) {
    this.#names = names
    this.#sink = sink
    this.#colour = colour
    this.#width = Math.max(...names.map((name) => name.length))
  }

  /** Writes a line of process `name`, or the launcher's own line about it. */
  write(name: string, line: string, own = false): void {
    const text = own
      ? line
          .split('\n')
          .map((part) => this.#paint('bold', printable(part)))
          .join('\n')
      : readable(line, this.#colour)
    const prefix = this.#paint(
      COLOURS[Math.max(0, this.#names.indexOf(name)) % COLOURS.length] ?? 'cyan',
      `${name.padEnd(this.#width)} │`,
    )
    for (const part of text.split('\n')) this.#sink(`${prefix} ${part}`)
  }

  #paint(style: Parameters<typeof styleText>[0], text: string): string {
    return this.#colour ? styleText(style, text, { validateStream: false }) : text
  }
}
