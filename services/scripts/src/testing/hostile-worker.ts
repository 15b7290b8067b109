import type { AnnotateResult, AnnotateTask, ParseResult, ParseTask } from '../parse/parse-worker.ts'

/** Simulates hostile files: the file's name selects the behavior. */
export default function parse({ bytes, fileName, draft }: ParseTask): ParseResult {
  if (draft && fileName.startsWith('pair')) for (;;);
  if (fileName.startsWith('hang')) for (;;);
  if (fileName.startsWith('greedy')) eatMemory()
  if (fileName.startsWith('crash')) throw new Error('secret of the parser')
  if (fileName.startsWith('exit')) process.exit(3)
  const lines = `[${bytes.length}]`
  return { ok: true, title: fileName, pages: 1, pageStarts: [0], lineCount: 0, characters: [], lines }
}

/** Behaves as the text of the first note says. */
export function annotate({ bytes, notes }: AnnotateTask): AnnotateResult {
  const text = notes[0]?.text ?? ''
  if (text.startsWith('hold')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (text.startsWith('greedy')) eatMemory()
  return { ok: true, bytes }
}

function eatMemory(): never {
  const hoard: unknown[] = []
  for (;;) hoard.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
}
