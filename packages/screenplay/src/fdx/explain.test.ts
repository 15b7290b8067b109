import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allFiles, fixtureBytes } from '../testing/fixture-files.ts'
import { explainFdx } from './explain.ts'
import { FdxError } from './fdx-error.ts'
import { parseFdx } from './parse-fdx.ts'

const explained = (name: string) => explainFdx(fixtureBytes(name), `${name}.fdx`)

describe('explaining a file', () => {
  test('has one line for the title, each act, scene and character, of every file there is', () => {
    for (const [name, bytes] of allFiles()) {
      const { acts, scenes, characters } = parseFdx(bytes, name)
      const words = explainFdx(bytes, name)
      const about = (what: string) => words.filter((line) => line.startsWith(`${what} `))
      expect([name, about('title').length]).toEqual([name, 1])
      expect(about('act').map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(
        Array.from({ length: acts }, (_, at) => at + 1),
      )
      expect([name, about('scene').length, about('character').length]).toEqual([
        name,
        scenes,
        characters.length,
      ])
      for (const line of words) expect(line).toMatch(/^[^\n]+: [^\n]+$/)
    }
  })

  test('says why an act begins, and why a mark begins none', () => {
    expect(explained('multi-camera')).toEqual(
      expect.arrayContaining([
        'act 1: line 1 "Cold opening - a": names an act; the first mark, and no scene stands before it',
        'no act: line 5 "Cold opening - b": names the present act again',
        'act 2: line 8 "Act one": names an act; the next mark',
      ]),
    )
  })

  test('says why a line is a scene or none, and where its number is from', () => {
    expect(explained('slug-lines')).toEqual(
      expect.arrayContaining([
        'scene 1: line 2 "INT./EXT. McTAVISH’s CAR - DAY": a slug line in capitals, alone; counted',
        'scene 3: line 8 "SCENE 3 INT. CABIN": of the type Scene Heading; with the number in its words',
        'no scene: line 10 "STUDIO": labels the heading beside it',
        'no Scene Heading but Transition: line 1 "FADE IN:": its words are a transition, no scene',
      ]),
    )
  })

  test('says how a character is written, and who is none', () => {
    expect(explained('cues')).toEqual(
      expect.arrayContaining([
        'character DR. ALDER: 3 cues and 3 speeches from line 2; 1 line from line 8: the name of a character directly above speech',
        expect.stringContaining('character WILL: 4 cues and 7 speeches from line 6; also written "WILLÂ"'),
        'no Character but General: line 31 "- 4 - (INTRO)": a page number, not a cue',
      ]),
    )
  })

  test('says which lines of a character are sung', () => {
    expect(explained('songs-and-duals')).toContain(
      'character WREN: 2 cues and 3 speeches from line 2; 2 lines from line 3: lyrics below a cue',
    )
  })

  test('refuses what is no script, as an upload does', () => {
    expect(() => explainFdx(new TextEncoder().encode('words'), 'x.fdx')).toThrow(FdxError)
  })
})

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('cli.ts', import.meta.url)), ...args]).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  )

describe('the command', () => {
  const fixture = fileURLToPath(new URL('../../fixtures/cues.fdx', import.meta.url))

  test('explains files, and says in a sentence which one it cannot read', async () => {
    const outcome = await run('explain', fixture, '/nowhere.fdx')
    expect(outcome).toMatchObject({ code: 1 })
    expect(outcome.stdout).toContain(`${fixture}:\n  title "`)
    expect(outcome.stdout).toContain('/nowhere.fdx:\n  not read: It cannot be read (ENOENT).\n')
  })

  test('prints a JSON line per file, and how it is used', async () => {
    const { stdout } = await run(fixture)
    expect(JSON.parse(stdout)).toMatchObject({ file: fixture, ok: true, scenes: 2 })
    expect(await run()).toMatchObject({ code: 2 })
    expect(await run('explain')).toMatchObject({ code: 2 })
  })
})
