import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './paths.ts'

const exclude = (name: string) =>
  ['node_modules', 'dist', '.nx', '.cache', '.data', 'test-results'].includes(path.basename(name))
const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude }).toSorted()
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const WORKSPACES = filesOf('*/package.json', '*/*/package.json').map((file) => path.dirname(file))
const PAGES = filesOf('*.md', 'docs/**/*.md', ...WORKSPACES.map((folder) => `${folder}/README.md`))

/** The page without code blocks, which may name files that the reader creates. */
const prose = (page: string) => read(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')

const FOLDERS = /^(packages|services|remotes|shells|infra|e2e|bench|docs)\//
/** Paths that a workspace's own page names relative to itself. */
const OWN = /^(src|journeys|fixtures|public|samples|backends|tools)\/|^bootstrap\.mjs$/

/** Files and folders that a page names in code type, as patterns from the root; excludes those with placeholders. */
function named(page: string): string[] {
  const words = [...prose(page).matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  const here = path.dirname(page)
  return words.flatMap((word) => {
    if (/[<>{}…$:]/.test(word)) return []
    if (FOLDERS.test(word)) return [word]
    return WORKSPACES.includes(here) && OWN.test(word) ? [path.join(here, word)] : []
  })
}

const anchorsOf = (page: string) =>
  [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

describe('the documents', () => {
  test('describe each workspace in a README', () => {
    expect(WORKSPACES.length).toBeGreaterThan(10)
    expect(WORKSPACES.filter((folder) => !PAGES.includes(`${folder}/README.md`))).toEqual([])
  })

  test.each(PAGES)('%s names existing files only', (page) => {
    expect([...new Set(named(page))].filter((pattern) => filesOf(pattern).length === 0)).toEqual([])
  })

  test.each(PAGES)('%s links to existing pages and headings only', (page) => {
    const links = [...prose(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    const broken = links.filter(([, target = '', anchor]) => {
      const file = target === '' ? page : path.join(path.dirname(page), target)
      return filesOf(file).length === 0 || (anchor !== undefined && !anchorsOf(file).includes(anchor))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  test('docs/security.md lists a result and tests for each attack', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (-+|attack|failure) /.test(line))
      .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
    expect(rows.length).toBeGreaterThan(50)
    const wrong = rows.filter(([, happens, tests = '']) => {
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      return !happens || files.length === 0 || !files.every((file) => /\.(test|spec)\.tsx?$/.test(file))
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['product', filesOf('docs/product/*.md'), /^## .*\(§(\d+)\)$/gm],
    ['architecture', ['docs/architecture.md'], /^## §(\d+) /gm],
  ])('the pages about the %s contain every section that is cited', (name, pages, heading) => {
    const sections = pages.flatMap((page) => [...read(page).matchAll(heading)].map(([, number]) => number))
    const sources = [
      ...filesOf('{packages,services,remotes,shells,infra,e2e,bench}/**/*.{ts,tsx,mjs,css,md}', '*.md'),
      ...filesOf('docs/**/*.md'),
    ]
    const cited = sources.flatMap((file) =>
      [...read(file).matchAll(new RegExp(String.raw`${name} (§\d+(?:(?:, | and | to )§\d+)*)`, 'g'))].flatMap(
        ([, list = '']) => [...list.matchAll(/\d+/g)].map(([number]) => ({ file, number })),
      ),
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ number }) => !sections.includes(number))).toEqual([])
  })
})
